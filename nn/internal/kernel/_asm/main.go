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
		{"cellwise_amd64", cellwiseFile},
		{"conv_amd64", convFile},
		{"conv8_amd64", conv8File},
		{"conv8amx_amd64", conv8AMXFile},
		{"conv16amx_amd64", conv16AMXFile},
		{"gather_amd64", gatherFile},
		{"grad_amd64", gradFile},
		{"grad16amx_amd64", grad16AMXFile},
		{"pairs_amd64", pairsFile},
		{"peak_amd64", peakFile},
		{"winograd_amd64", winogradFile},
		{"winograd8_amd64", winograd8File},
		{"conv_arm64", neonConvFile},
		{"conv8_arm64", neonConv8File},
		{"peak_arm64", neonPeakFile},
		{"winograd_arm64", neonWinogradFile},
	} {
		if err := os.WriteFile(filepath.Join(folder, "asm_"+f.name+".s"), []byte(f.text()), 0o644); err != nil {
			return err
		}
	}
	for name, text := range map[string][]byte{
		"asm_amd64.go": stubs("amd64", convSwitch, conv8Switch, gradSwitch, cellwiseStubs, gatherStub, winogradStubs(avx512, avx2), winograd8Stubs),
		"asm_arm64.go": stubs("arm64", neonSwitch, winogradStubs(neonISA)),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
