package exit

import "testing"

// Commands in messages can be pasted, however this program was called.
func TestHowLudensIsCalled(t *testing.T) {
	for called, want := range map[string]string{
		"ludens":                           "ludens",
		"./ludens":                         "./ludens",
		"/tmp/go-build123/b001/exe/ludens": "go run ./cmd/ludens",
		"/home/ana maria/ludens":           "'/home/ana maria/ludens'",
	} {
		if got := Caller(called); got != want {
			t.Errorf("%s: %s, want %s", called, got, want)
		}
	}
	if got := advised.ReplaceAllString("go on by: ludens resume x; `ludens games` lists them; the table of ludens solve", "${1}L ${2}"); got != "go on by: L resume x; `L games` lists them; the table of ludens solve" {
		t.Error(got)
	}
}
