// Release keeps and publishes this repository:
//
//	go run ./scripts/release notices > cmd/ludens/notices.txt
//	go run ./scripts/release manuals -to build/manuals
//	go run ./scripts/release rename example.org/me/ludens
//	go run ./scripts/release site -to build/site && zensical build --strict
//	go test -json ./... | go run ./scripts/release skipped -to skipped.txt
//	go run ./scripts/release wheels -to dist
//
// It is run in the root of the tree.
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

var verbs = map[string]func(args []string) error{
	"manuals": manuals,
	"notices": notices,
	"rename":  renameModule,
	"site":    site,
	"skipped": skipped,
	"wheels":  wheels,
}

func main() {
	verb := strings.Join(os.Args[1:min(2, len(os.Args))], "")
	work, ok := verbs[verb]
	if !ok {
		fmt.Fprintf(os.Stderr, "release: want one of %s\n", strings.Join(slices.Sorted(maps.Keys(verbs)), ", "))
		os.Exit(2)
	}
	if err := work(os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", verb, err)
		os.Exit(1)
	}
}
