package variant_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"ludens/env"
	"ludens/env/lines"
	"ludens/env/seed"
	"ludens/env/variant"
	"ludens/games"
)

// shapes has a key of every shape that a family may have.
type shapes struct {
	Word   string           `toml:"word" values:"one two three" help:"a word"`
	Text   string           `toml:"text" fixed:"yes" help:"a drawing"`
	Free   string           `toml:"free" help:"any text"`
	Count  int              `toml:"count" min:"1" max:"9" unit:"men" help:"a number"`
	On     bool             `toml:"on" help:"yes or no"`
	List   []string         `toml:"list" help:"some words"`
	Counts []int            `toml:"counts" help:"some numbers"`
	Part   part             `toml:"part" help:"a table"`
	Parts  map[string]part  `toml:"parts" help:"tables by letter"`
	Deep   map[string]outer `toml:"deep" help:"tables of tables"`
}

type part struct {
	Word  string   `toml:"word" values:"up down" help:"where"`
	Count int      `toml:"count" min:"1" max:"9" help:"how many"`
	List  []string `toml:"list" help:"which"`
}

type outer struct {
	Inner part `toml:"inner" help:"a table"`
	On    bool `toml:"on" help:"yes or no"`
}

func newShapes() any {
	return &shapes{Word: "one", Count: 1, Part: part{Word: "up", Count: 1}}
}

// hostile are texts of an attacker.
func hostile() []string {
	const head = "family = \"x\"\nname = \"m\"\n"
	all := []string{
		"", "\x00", "\ufeffname = 'm'", "name", "name =", "name = 'm'\nname = 'm'", "Name = 'm'\nfamily = 'x'", "[name]\nx = 1", "name.a = 1",
		"family = 'x'\nname = 'm'\nlike = 'm'", "name = 'm'\nlike = 'a'", "name = 'm'\nlike = ''", "name = '" + strings.Repeat("a", 41) + "'",
		head + "year = -1", head + "year = 10000", head + "title = \"a\\nb\"", head + "title = \"\\u001b[2J\"", head + "summary = '''\na\nb'''",
		head + "title = '" + strings.Repeat("a", 8000) + "'", head + "count = 1e99", head + "count = 99999999999999999999", head + "count = 1979-05-27",
		head + "count = 0", head + "count = nan", head + "word = 'four'", head + "Word = 'two'", head + "list = [1]", head + "counts = [1.5]", head + "list = 'a'",
		head + "part = 3", head + "[part]\ncount = 0", head + "part.count = 0", head + "part = {count = 0}", head + "[[part]]\ncount = 1", head + "[parts]\na = 3",
		head + "[parts.a]\ncount = 99", head + "[parts.'a.b']\ncount = 99", head + "parts.'a.b'.count = 99", head + "[parts.'']\ncount = 99", head + "[parts.\"a\\nb\"]\ncount = 99",
		head + "[parts.\"a\\nb\"]\ncuont = 9", head + "[deep.a.inner]\ncount = 77", head + "deep.a.b.c.d.e = 1", head + "[deep]\na = {inner = {word = 'left'}}",
		head + strings.Repeat("a.", 4000) + "a = 1", head + "list = " + strings.Repeat("[", 8000), head + "x = '" + strings.Repeat("é", 4000) + "'",
		head + "list = [\n" + strings.Repeat("'a',\n", 12000) + "]", head + "text = '''\n" + strings.Repeat("....\n", 12000) + "'''",
		head + "'" + strings.Repeat("k", 8000) + "' = 1", head + "count = " + strings.Repeat("9", 8000), strings.Repeat("#\n", 40000), head + "free = \"\\uD800\"",
	}
	all = append(all,
		head+"list = "+strings.Repeat("[\n", 30000), head+"list = "+strings.Repeat("[", 8000)+strings.Repeat("]", 100),
		head+"x = "+strings.Repeat("{a=", 2600), head+"x = "+strings.Repeat("{a=\n", 12000),
		head+strings.Repeat("x = {"+strings.Repeat("a.", 60)+"a = 1}\n", 100), head+strings.Repeat("[["+strings.Repeat("a.", 60)+"a]]\n", 400),
		head+"["+strings.Repeat("'a' . ", 1300)+"a]", head+"x.y\t.\tz = 1", head+strings.Repeat("'.'.", 2000)+"a = 1",
	)
	var tables, dotted, deep, again strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&tables, "[parts.%d]\n", i)
		fmt.Fprintf(&dotted, "deep.%d.on=1\n", i)
		fmt.Fprintf(&deep, "[%sk%d]\n", strings.Repeat("a.", 62), i)
		fmt.Fprintf(&again, "k%d=1\n", i)
	}
	return append(all, head+tables.String(), head+dotted.String(), head+again.String(), head+deep.String()[:60000])
}

var place = regexp.MustCompile(`^(m|a|b):(\d+): `)

// oneLine holds a refusal to what is promised of it: one line that people can read, and
// a line of the file that is there.
func oneLine(t *testing.T, text string, err error) {
	t.Helper()
	what := err.Error()
	if what == "" || len(what) > 2000 || strings.ContainsFunc(what, unicode.IsControl) {
		t.Errorf("%.200q:\nrefused by %.3000q, want one short line that people can read", text, what)
	}
	if m := place.FindStringSubmatch(what); m != nil && m[1] == "m" {
		if n, _ := strconv.Atoi(m[2]); n < 1 || n > strings.Count(text, "\n")+1 {
			t.Errorf("%.200q:\nthere is no line %d: %s", text, n, what)
		}
	}
}

// judge reads a text in every way there is, and says whether it is the file of a game.
func judge(t *testing.T, text string) bool {
	t.Helper()
	loop := func(name string) (string, bool) {
		base, ok := map[string]string{"a": "name = \"a\"\nlike = \"b\"", "b": "family = \"x\"\nname = \"b\"\ncount = 3"}[name]
		return base, ok
	}
	f, err := variant.Parse("m", text, loop)
	if err != nil {
		oneLine(t, text, err)
		return false
	}
	v, err := f.Variant(newShapes)
	if err != nil {
		oneLine(t, text, err)
		return false
	}
	said := newShapes().(*shapes)
	if err := f.Decode(said); err != nil {
		t.Fatalf("%q: decoded once, and then: %v", text, err)
	}
	sound(t, text, f, said)
	for _, key := range []string{"count", "part.count", "parts.a.count", "nothing", ""} {
		oneLine(t, text, f.Wrong(key, "odd"))
	}
	for _, o := range v.Options {
		value := o.Default
		if len(o.Values) > 0 {
			value = o.Values[len(o.Values)-1]
		}
		set, err := f.With([]env.Setting{{Name: o.Name, Value: value}}, newShapes)
		if err != nil {
			t.Fatalf("%q: %s=%s: %v", text, o.Name, value, err)
		}
		if err := set.Decode(newShapes()); err != nil {
			t.Fatalf("%q: %s=%s: %v", text, o.Name, value, err)
		}
	}
	return true
}

// sound holds an accepted file to what its keys' tags say.
func sound(t *testing.T, text string, f *variant.File, s *shapes) {
	t.Helper()
	for _, line := range []string{f.Title, f.Summary, f.Source} {
		if strings.ContainsFunc(line, unicode.IsControl) {
			t.Errorf("%q: accepted with %q in its head", text, line)
		}
	}
	if f.Year < 0 || f.Year > 9999 {
		t.Errorf("%q: accepted with the year %d", text, f.Year)
	}
	if !slices.Contains([]string{"one", "two", "three"}, s.Word) || s.Count < 1 || s.Count > 9 {
		t.Errorf("%q: accepted as %+v", text, s)
	}
	parts := []part{s.Part}
	for _, p := range s.Parts {
		parts = append(parts, p)
	}
	for _, o := range s.Deep {
		parts = append(parts, o.Inner)
	}
	for _, p := range parts { // what is not said is 0 in a table of the author's
		if p.Count < 0 || p.Count > 9 || !slices.Contains([]string{"", "up", "down"}, p.Word) {
			t.Errorf("%q: accepted with %+v", text, p)
		}
	}
}

// Whatever the text, it is a game's file or is refused in one line. In the seeds alone:
//
//	go test ./env/variant -run FuzzParse
//
// and for three minutes:
//
//	go test ./env/variant -run XXX -fuzz FuzzParse -fuzztime 3m -fuzzminimizetime 1s
func FuzzParse(f *testing.F) {
	for _, text := range hostile() {
		f.Add(text)
	}
	for _, name := range games.Names() {
		text, _ := games.Text(name)
		f.Add(text)
	}
	f.Add("family = \"x\"\nname = \"m\"\nlike = \"a\"\nlist = [\"a\"]\non = true\n[parts.a]\nword = \"up\"\ncount = 2\n[deep.b]\non = true\n[deep.b.inner]\nlist = []")
	f.Fuzz(func(t *testing.T, text string) { judge(t, text) })
}

// Hostile texts take little memory, and so little time: what is read is no longer than
// stated, and each part of it is looked at a few times.
func TestHostile(t *testing.T) {
	for _, text := range hostile() {
		const most = 128 << 20
		got := allocated(func() {
			if f, err := variant.Parse("m", text, nil); err == nil {
				f.Decode(newShapes())
			}
		})
		if got > most {
			t.Errorf("%.60q (%d bytes): %d bytes allocated, want at most %d", text, len(text), got, most)
		}
	}
	huge := "family = \"x\"\nname = \"m\"\n" + strings.Repeat("# a comment\n", 10000)
	if _, err := variant.Parse("m", huge, nil); err == nil || !strings.Contains(err.Error(), "longer than 65536 bytes") {
		t.Errorf("%d bytes: got %v", len(huge), err)
	}
}

// allocated returns how many bytes a function reserves in all.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// The files that come with ludens, with a part of them changed, are games or are refused
// in one line.
func TestMutatedFiles(t *testing.T) {
	refused, made := 0, 0
	for _, name := range games.Names() {
		text, _ := games.Text(name)
		for n := range 60 {
			mutated := mutate(text, seed.New(41).At(name, n).Rand())
			judge(t, mutated)
			f, err := variant.Parse("m", mutated, games.Text)
			if err == nil && f.Family == "lines" {
				_, err = lines.Read(f)
			}
			if err != nil {
				refused++
				oneLine(t, mutated, err)
				continue
			}
			made++
		}
	}
	if refused == 0 || made == 0 {
		t.Errorf("%d files refused, %d read: want both", refused, made)
	}
}

// mutate changes a text in one to three places: a byte, a line, a value.
func mutate(text string, r *rand.Rand) string {
	for range 1 + r.IntN(3) {
		all := strings.Split(text, "\n")
		i := r.IntN(len(all))
		switch key, _, found := strings.Cut(all[i], "="); r.IntN(6) {
		case 0:
			all = slices.Delete(all, i, i+1)
		case 1:
			all = slices.Insert(all, i, all[r.IntN(len(all))])
		case 2:
			if values := []string{"0", "-1", "3", "99999", "true", "\"\"", "\"none\"", "[]", "{}", "1.5", "'''", "\"\\u0000\""}; found {
				all[i] = key + "= " + values[r.IntN(len(values))]
			}
		default:
			b := []byte(all[i])
			if len(b) > 0 {
				b[r.IntN(len(b))] = "\"'=[]{}.#\n\\ a0\xff"[r.IntN(15)]
			}
			all[i] = string(b)
		}
		text = strings.Join(all, "\n")
	}
	return text
}
