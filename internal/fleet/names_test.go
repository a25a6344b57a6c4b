package fleet

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The subjects of a queue are read as they are written, and others not at all.
func TestSubjects(t *testing.T) {
	n := names{"q"}
	plan := strings.Repeat("0f", 16)
	in := ticket{plan, 17, "KEY", "id"}
	if out, err := n.readTicket(n.game(in)); err != nil || out != in {
		t.Errorf("%+v, %v, want %+v", out, err, in)
	}
	if key, id, ok := n.asker(n.ask("KEY", "id")); key != "KEY" || id != "id" || !ok {
		t.Errorf("%q, %q, %v", key, id, ok)
	}
	for subject, want := range map[string]string{
		"q.games.p.17.k":         "a record as",
		"q.games.p.17.k.i.d":     "a record as",
		"q.other.p.17.k.i":       "a record as",
		"q.games.p.-1.k.i":       `a record of game "-1"`,
		"q.games.p.seven.k.i":    `a record of game "seven"`,
		strings.Repeat("x", 1e3): "a record as",
	} {
		if _, err := n.readTicket(subject); err == nil || !strings.HasPrefix(err.Error(), want) || len(err.Error()) > 200 {
			t.Errorf("%.40s: %v, want %s", subject, err, want)
		}
	}
	if got, err := n.readTicket("q.games.p.0.k.i"); err != nil || got.game != 0 {
		t.Errorf("game 0: %+v, %v", got, err)
	}
	for _, subject := range []string{"q.ask.KEY", "q.ask.KEY.id.more", "q.news.KEY.id", "ask"} {
		if _, _, ok := n.asker(subject); ok {
			t.Errorf("%s asks", subject)
		}
	}
	for token, is := range map[string]bool{plan: true, plan[1:]: false, plan + "0": false, "g" + plan[1:]: false, "*" + plan[1:]: false, strings.ToUpper(plan): false, "": false} {
		if isToken(token) != is {
			t.Errorf("%q is a plan's: %v, want %v", token, !is, is)
		}
	}
	if long := strings.Repeat("ab", 32); planToken(long) != long[:32] {
		t.Errorf("%s", planToken(long))
	}
}

// A job names the games that a run can ask for, and none that it cannot.
func TestNumbersOfJobs(t *testing.T) {
	for _, c := range []struct {
		job  Job
		want []int
	}{
		{Job{Kind: selfPlay, First: 0, End: 3}, []int{0, 1, 2}},
		{Job{Kind: selfPlay, First: 7, End: 8, Games: []int{1}}, []int{7}},
		{Job{Kind: selfPlay, First: 8, End: 7}, nil},
		{Job{Kind: selfPlay, First: -1, End: 1}, nil},
		{Job{Kind: contest, Games: []int{5, 0, 2}, End: 3}, []int{5, 0, 2}},
		{Job{Kind: contest, Games: []int{5, -1}}, nil},
		{Job{Kind: "dance", First: 0, End: 3, Games: []int{1}}, nil},
		{Job{Kind: selfPlay, First: 5, End: 5 + 1<<20 + 1}, nil},
	} {
		if got := c.job.numbers(); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.job, got, c.want)
		}
	}
	most := Job{Kind: selfPlay, First: 5, End: 5 + 1<<20}
	if n := len(most.numbers()); n != 1<<20 {
		t.Errorf("%d games, want a million", n)
	}
}

// A word from elsewhere has printable letters of ASCII, and 80 of them at most.
func TestPlainWords(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "a b~": "a b~", "\x1b[31m\x7f\n": "?[31m??", "\x1f \x80é": "? ??", strings.Repeat("x", 81): strings.Repeat("x", 80),
	} {
		if got := plain(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := plainly("short\x07"); got != "short?" {
		t.Errorf("%q", got)
	}
}

// Counts of several iterations are added by the names of workers; those of the last stay.
func TestSharesAdd(t *testing.T) {
	var s Share
	s.Add(Share{Here: 2, Took: 3, Workers: []Worker{{Name: "a", Games: 4}, {Name: "b", Games: 5}}, Caught: []Caught{{Key: "x"}}})
	last := Share{Here: 10, Took: 20, Workers: []Worker{{Name: "b", Games: 100}, {Name: "c", Games: 1}}, Caught: []Caught{{Key: "y"}}}
	s.Add(last)
	if s.Here != 12 || s.Took != 23 || len(s.Caught) != 2 || s.Caught[0].Key != "x" || s.Caught[1].Key != "y" ||
		!slices.Equal(s.Workers, []Worker{{Name: "b", Games: 105}, {Name: "c", Games: 1}}) {
		t.Errorf("%+v", s)
	}
	if last.Workers[0].Games != 100 {
		t.Error("what was added has changed")
	}
}

// The log of a server has its lines with their level, up to a size; what is worse than a
// notice is what a server that does not start is explained by.
func TestServerLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "server.log")
	l, err := newServerLog(path)
	if err != nil {
		t.Fatal(err)
	}
	l.Noticef("one %d", 1)
	if l.last() != "" {
		t.Errorf("a notice is %q", l.last())
	}
	for _, say := range []struct {
		do   func(string, ...any)
		line string
	}{{l.Warnf, "two 2"}, {l.Errorf, "three 3"}, {l.Fatalf, "four 4"}} {
		word, number, _ := strings.Cut(say.line, " ")
		say.do(word+" %s", number)
		if l.last() != say.line {
			t.Errorf("the last is %q, want %q", l.last(), say.line)
		}
	}
	l.Debugf("five")
	l.Tracef("six")
	want := "note one 1\nwarning two 2\nerror three 3\nfatal four 4\n"
	if text, err := os.ReadFile(path); err != nil || string(text) != want || l.size != len(want) {
		t.Errorf("%q, %v, %d bytes; want %q", text, err, l.size, want)
	}
	fits := strings.Repeat("x", maxLog-l.size-len("note \n"))
	l.Noticef("%s", fits)
	l.Noticef("")
	if s, err := os.Stat(path); err != nil || s.Size() != 4<<20 {
		t.Errorf("%d bytes, %v: want 4 MiB", s.Size(), err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	l.Errorf("late")
	if s, err := os.Stat(path); err != nil || s.Size() != 4<<20 || l.last() != "late" {
		t.Errorf("after its end: %d bytes, %v", s.Size(), err)
	}
	if _, err := newServerLog(filepath.Join(path, "no")); err == nil {
		t.Error("a log below a file")
	}
}
