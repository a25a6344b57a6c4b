// Command asm writes the assembly of package kernel:
//
//	go run -C _asm . FOLDER        in the folder of the package, which is ..
//
// The loops are written once, for any vector width, tile height and number of
// vectors; main.go says which of them exist.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: asm FOLDER")
		os.Exit(2)
	}
	if err := generate(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// generate writes every file into folder.
func generate(folder string) error {
	for _, f := range []struct {
		name string
		text func() string
	}{
		{"cellwise", cellwiseFile},
		{"conv", convFile},
		{"conv8", conv8File},
		{"conv8amx", conv8AMXFile},
		{"conv16amx", conv16AMXFile},
		{"gather", gatherFile},
		{"grad", gradFile},
		{"grad16amx", grad16AMXFile},
		{"pairs", pairsFile},
		{"peak", peakFile},
		{"winograd", winogradFile},
	} {
		file := filepath.Join(folder, "asm_"+f.name+"_amd64.s")
		if err := os.WriteFile(file, []byte(f.text()), 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(folder, "asm_amd64.go"), stubs(), 0o644)
}
