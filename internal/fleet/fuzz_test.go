package fleet

import (
	"bytes"
	"strings"
	"testing"

	"ludens/env/games"
	"ludens/env/seed"
	"ludens/nn"
)

// An invitation is read as a whole or not at all. Texts that name files are left out.
func FuzzInvitation(f *testing.F) {
	text, err := Invite(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	if i, err := readInvitation(text); err != nil || i.public == "" {
		f.Fatalf("%+v, %v", i, err)
	}
	f.Add(text)
	f.Add(text[:len(text)-1])
	f.Add("SU:" + strings.Repeat("A", 43))
	f.Fuzz(func(t *testing.T, text string) {
		if !strings.HasPrefix(text, "SU") || strings.ContainsAny(text, `./\`) {
			return
		}
		if i, err := readInvitation(text); err == nil && (i.user == nil || i.public == "" || i.pin == "") {
			t.Errorf("%q: half an invitation", text)
		}
	})
}

// What workers are sent, networks, archives and games, is read or refused; what is read is
// what would be sent again.
func FuzzMaterial(f *testing.F) {
	net, err := nn.New(nn.Spec{Planes: 3, Rows: 3, Cols: 3, Channels: 2, Blocks: 1, PolicyChannels: 1, PolicyPlanes: 1, ValueChannels: 1, ValueHidden: 2}, seed.New(1).Rand())
	if err != nil {
		f.Fatal(err)
	}
	packed, err := packNet(net)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(packed)
	f.Add(packed[:len(packed)/2])
	f.Add(squeeze([]byte("\x05games")))
	g := games.Must("tictactoe")
	f.Fuzz(func(t *testing.T, b []byte) {
		if n, err := unpackNet(b); err == nil {
			again, err := packNet(n)
			if err != nil {
				t.Fatal(err)
			}
			if back, err := unpackNet(again); err != nil || back.Hash() != n.Hash() {
				t.Errorf("a network is another when it is sent again: %v", err)
			}
		}
		if all, err := unpackArchive(b, 8, g); err == nil {
			if back, err := unpackArchive(packArchive(all), len(all), g); err != nil || len(back) != len(all) {
				t.Errorf("%d games of an archive are %d when sent again: %v", len(all), len(back), err)
			}
		}
		if text, err := unpackGame(b); err == nil {
			if back, err := unpackGame(squeeze(text)); err != nil || !bytes.Equal(back, text) {
				t.Errorf("a game is another when it is sent again: %v", err)
			}
		}
	})
}
