package main

import "fmt"

// peakSums is how many sums grow side by side: enough to hide the latency of
// an addition, four or five cycles, on two ports.
const peakSums = 12

// peakFile writes loops of nothing but multiply-adds in registers: the limit
// that every other figure is held against.
func peakFile() string {
	f := newFile("Nothing but multiply-adds: the limit of one core.")
	for _, s := range []isa{avx512, avx2} {
		name := "peak" + s.name
		f.begin(function{name, "n int", fmt.Sprintf("%s does n times %d multiply-adds of %d lanes.", name, peakSums, s.lanes)}, 0, 8)
		f.op("MOVQ n+0(FP), CX")
		for i := range peakSums + 2 {
			f.op("%s", s.zero(i))
		}
		f.line("next:")
		for i := range peakSums {
			f.op("VFMADD231PS %s, %s, %s", s.v(peakSums), s.v(peakSums+1), s.v(i))
		}
		f.op("DECQ CX")
		f.op("JNZ next")
		f.end()
	}
	return f.String()
}
