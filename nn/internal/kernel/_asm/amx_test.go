package main

import (
	"strings"
	"testing"
)

// TestEncodings: what GNU as 2.40 writes, with offsets of 32 bits.
func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		write func(f *file)
		want  string
	}{
		{func(f *file) { f.releaseTiles() }, "C4 E2 78 49 C0 // TILERELEASE"},
		{func(f *file) { f.zeroTile(0) }, "C4 E2 7B 49 C0 // TILEZERO tmm0"},
		{func(f *file) { f.zeroTile(7) }, "C4 E2 7B 49 F8 // TILEZERO tmm7"},
		{func(f *file) { f.loadTile(4, at{"SI", "R11", 65536}) }, "C4 A2 7B 4B A4 1E 00 00 01 00 // TILELOADD tmm4, [SI+R11+65536]"},
		{func(f *file) { f.loadTile(6, at{"DI", "R12", 65536}) }, "C4 A2 7B 4B B4 27 00 00 01 00 // TILELOADD tmm6, [DI+R12+65536]"},
		{func(f *file) { f.loadTile(7, at{"R9", "AX", 65536}) }, "C4 C2 7B 4B BC 01 00 00 01 00 // TILELOADD tmm7, [R9+AX+65536]"},
		{func(f *file) { f.storeTile(at{"R13", "CX", 65536}, 3) }, "C4 C2 7A 4B 9C 0D 00 00 01 00 // TILESTORED [R13+CX+65536], tmm3"},
		{func(f *file) { f.dotBytes(0, 4, 6) }, "C4 E2 49 5E C4 // TDPBUSD tmm0, tmm4, tmm6"},
		{func(f *file) { f.dotBytes(3, 5, 7) }, "C4 E2 41 5E DD // TDPBUSD tmm3, tmm5, tmm7"},

		{func(f *file) { f.dotPairs(3, 5, 7) }, "C4 E2 42 5C DD // TDPBF16PS tmm3, tmm5, tmm7"},
		{func(f *file) { f.dotPairs(0, 4, 6) }, "C4 E2 4A 5C C4 // TDPBF16PS tmm0, tmm4, tmm6"},
		{func(f *file) { f.roundVector(0, 0) }, "62 F2 7E 48 72 C0 // VCVTNEPS2BF16 zmm0, ymm0"},
		{func(f *file) { f.roundVector(7, 2) }, "62 F2 7E 48 72 D7 // VCVTNEPS2BF16 zmm7, ymm2"},
		{func(f *file) { f.askToWrite("DI", "R8", 1, 65536) }, "42 0F 0D 8C 07 00 00 01 00 // PREFETCHW [DI+1*R8+65536]"},
		{func(f *file) { f.askToWrite("R9", "AX", 4, 65536) }, "41 0F 0D 8C 81 00 00 01 00 // PREFETCHW [R9+4*AX+65536]"},
		{func(f *file) { f.dotQuads(avx2, 2, 1, 0) }, "C4 E2 75 50 C2 // VPDPBUSD ymm0, ymm1, ymm2"},
		{func(f *file) { f.dotQuads(avx2, 13, 15, 11) }, "C4 42 05 50 DD // VPDPBUSD ymm11, ymm15, ymm13"},
		{func(f *file) { f.dotQuads(avx2, 12, 14, 3) }, "C4 C2 0D 50 DC // VPDPBUSD ymm3, ymm14, ymm12"},
		{func(f *file) { f.dotQuads(avx2, 10, 9, 8) }, "C4 42 35 50 C2 // VPDPBUSD ymm8, ymm9, ymm10"},

		// as leaves the byte of base and index out where there is no index.
		{func(f *file) { f.loadTileConfig(at{base: "AX"}) }, "C4 E2 78 49 84 20 00 00 00 00 // LDTILECFG [AX+0]"},
	} {
		f := &file{}
		c.write(f)
		got := strings.NewReplacer("BYTE $0x", "", ";", "").Replace(strings.TrimSpace(f.String()))
		if got != c.want {
			t.Errorf("wrote %s, want %s", got, c.want)
		}
	}
}
