package main

import (
	"strings"
	"testing"
)

// TestWords: what GNU as 2.40 writes for the text behind each word.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		write func(f *file)
		want  string
	}{
		{func(f *file) { f.lane(fmlaLane, 23, 30, 29, 3) }, "4FBD1BD7 // FMLA V23.4S, V30.4S, V29.S[3]"},
		{func(f *file) { f.lane(fmlaLane, 0, 31, 16, 1) }, "4FB013E0 // FMLA V0.4S, V31.4S, V16.S[1]"},
		{func(f *file) { f.lane(sdotLane, 19, 30, 24, 2) }, "4F98EBD3 // SDOT V19.4S, V30.16B, V24.4B[2]"},
		{func(f *file) { f.lane(sdotLane, 0, 25, 20, 0) }, "4F94E320 // SDOT V0.4S, V25.16B, V20.4B[0]"},
		{func(f *file) { f.neon(fadd, 1, 2, 31) }, "4E3FD441 // FADD V1.4S, V2.4S, V31.4S"},
		{func(f *file) { f.neon(fsub, 30, 2, 17) }, "4EB1D45E // FSUB V30.4S, V2.4S, V17.4S"},
		{func(f *file) { f.neon(fmul, 5, 6, 7) }, "6E27DCC5 // FMUL V5.4S, V6.4S, V7.4S"},
		{func(f *file) { f.neon(fmla, 16, 9, 3) }, "4E23CD30 // FMLA V16.4S, V9.4S, V3.4S"},
		{func(f *file) { f.neon(fmls, 16, 9, 3) }, "4EA3CD30 // FMLS V16.4S, V9.4S, V3.4S"},
		{func(f *file) { f.neon(fmax, 31, 30, 29) }, "4E3DF7DF // FMAX V31.4S, V30.4S, V29.4S"},
		{func(f *file) { f.neon(fminnm, 1, 1, 31) }, "4EBFC421 // FMINNM V1.4S, V1.4S, V31.4S"},
		{func(f *file) { f.neon(fcmgt, 27, 31, 4) }, "6EA4E7FB // FCMGT V27.4S, V31.4S, V4.4S"},
		{func(f *file) { f.neon(bit, 4, 31, 27) }, "6EBB1FE4 // BIT V4.16B, V31.16B, V27.16B"},
		{func(f *file) { f.neon(eor, 20, 20, 31) }, "6E3F1E94 // EOR V20.16B, V20.16B, V31.16B"},
		{func(f *file) { f.neon(scvtf, 8, 9) }, "4E21D928 // SCVTF V8.4S, V9.4S"},
		{func(f *file) { f.neon(ucvtf, 30, 28) }, "6E21DB9E // UCVTF V30.4S, V28.4S"},
		{func(f *file) { f.neon(fcvtnu, 18, 18) }, "6E21AA52 // FCVTNU V18.4S, V18.4S"},
		{func(f *file) { f.neon(movv, 16, 5) }, "4EA51CB0 // MOV V16.16B, V5.16B"},
		{func(f *file) { f.neon(words, 2, 2) }, "2E614842 // UQXTN V2.4H, V2.4S"},
		{func(f *file) { f.neon(words2, 2, 3) }, "6E614862 // UQXTN2 V2.8H, V3.4S"},
		{func(f *file) { f.neon(octets, 2, 2) }, "2E214842 // UQXTN V2.8B, V2.8H"},
		{func(f *file) { f.neon(octet2, 2, 4) }, "6E214882 // UQXTN2 V2.16B, V4.8H"},
		{func(f *file) { f.neon(wider8, 28, 27) }, "2F08A77C // UXTL V28.8H, V27.8B"},
		{func(f *file) { f.neon(wider8b, 29, 27) }, "6F08A77D // UXTL2 V29.8H, V27.16B"},
		{func(f *file) { f.neon(wider16, 30, 28) }, "2F10A79E // UXTL V30.4S, V28.4H"},
		{func(f *file) { f.neon(wider16b, 30, 28) }, "6F10A79E // UXTL2 V30.4S, V28.8H"},
	} {
		f := &file{}
		c.write(f)
		if got := strings.TrimPrefix(strings.TrimSpace(f.String()), "WORD $0x"); got != c.want {
			t.Errorf("wrote %s, want %s", got, c.want)
		}
	}
}
