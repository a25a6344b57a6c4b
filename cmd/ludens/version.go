package main

import (
	"fmt"
	"runtime"
	"strings"

	"ludens/internal/revision"
	"ludens/nn"
)

// about says which ludens this is, line by line: its source, the Go that built
// it, and the kernels that it has on this CPU.
func about() string {
	return strings.Join([]string{
		"ludens " + revision.Here(),
		fmt.Sprintf("built by %s for %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH),
		fmt.Sprintf("kernels %s, of %s", nn.Path(), strings.Join(nn.Paths(), ", ")),
	}, "\n")
}
