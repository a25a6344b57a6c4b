package main

import "fmt"

// peakSums is how many sums grow side by side: enough to hide the latency of
// an addition, four or five cycles, on two ports.
const peakSums = 12

// peakFile writes loops of nothing but multiply-adds in registers: the limit
// that every other figure is held against.
func peakFile() string {
	f := newFile("amd64", "Nothing but multiply-adds: the limit of one core.")
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

// neonPeakSums is the same for arm64, where there are up to four ports.
const neonPeakSums = 2 * peakSums

func neonPeakFile() string {
	f := newFile("arm64", "Nothing but multiply-adds: the limit of one core.")
	f.begin(function{"peakNEON", "n int", fmt.Sprintf("peakNEON does n times %d multiply-adds of %d lanes.", neonPeakSums, lanesNEON)}, 0, 8)
	f.op("MOVD n+0(FP), R0")
	for i := range neonPeakSums + 2 {
		f.neon(eor, i, i, i)
	}
	f.line("next:")
	for i := range neonPeakSums {
		f.neon(fmla, i, neonPeakSums, neonPeakSums+1)
	}
	f.op("SUBS $1, R0")
	f.op("BNE next")
	f.op("RET")
	return f.String()
}
