package notes

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var day = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

func note(kind, name, text string, tags ...string) Note {
	return Note{Subject: Subject{kind, name}, Text: text, Tags: tags, Changed: day}
}

func set(t *testing.T, p Place, n Note) Note {
	t.Helper()
	n, err := p.Set(n, Anything)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func read(t *testing.T, p Place) []Note {
	t.Helper()
	all, err := p.Read()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestNotesComeBack(t *testing.T) {
	p := At(t.TempDir())
	if all := read(t, p); all != nil {
		t.Fatalf("a crawl without notes has %v", all)
	}
	set(t, p, note(Host, "h.example", "=1+1\r\n<b>\u202ebidi\x1b[31m", "Todo, todo", " a  b "))
	set(t, p, note(Page, "http://h.example/", "", "Legal"))
	all := read(t, p)
	if len(all) != 2 || all[0].Kind != Page || all[1].Text != "=1+1\n<b>\u202ebidi\x1b[31m" || !slices.Equal(all[1].Tags, []string{"a b", "Todo"}) {
		t.Fatalf("got %q", all)
	}
	if text, _ := os.ReadFile(p.Path()); bytes.ContainsAny(text, "\u202e\x1b") || bytes.Count(text, []byte("\n")) != 2 {
		t.Errorf("the file has characters that hide: %q", text)
	}
	if n := About(all, Subject{Host, "h.example"}); n == nil || n.Kind != Host || About(all, Subject{Page, "h.example"}) != nil {
		t.Errorf("About: %v", n)
	}
	if was, err := p.Remove(Subject{Host, "h.example"}); !was || err != nil {
		t.Errorf("removed: %v, %v", was, err)
	}
	if was, err := p.Remove(Subject{Host, "h.example"}); was || err != nil || len(read(t, p)) != 1 {
		t.Errorf("removed twice: %v, %v", was, err)
	}
}

func TestFilter(t *testing.T) {
	all := []Note{note(Page, "http://a.example/", "Check the licence", "legal", "todo"), note(Host, "b.example", "mirror", "Legal")}
	for _, x := range []struct {
		f    Filter
		want int
	}{{Filter{}, 2}, {Filter{Tags: []string{"LEGAL"}}, 2}, {Filter{Tags: []string{"legal", "todo"}}, 1}, {Filter{Words: "LICENCE a.ex"}, 1}, {Filter{Kind: Host}, 1}, {Filter{Words: "none"}, 0}} {
		if got := x.f.Of(all); len(got) != x.want {
			t.Errorf("%v: %d notes, want %d", x.f, len(got), x.want)
		}
	}
	if got := fmt.Sprint(Tags(all)); got != "[{legal 2} {todo 1}]" {
		t.Errorf("tags: %s", got)
	}
}

func TestRefusedNotes(t *testing.T) {
	p := At(t.TempDir())
	many := make([]string, MostTags+1)
	for i := range many {
		many[i] = fmt.Sprint("t", i)
	}
	for want, n := range map[string]Note{
		"kind \"x\": expected":                  note("x", "a", "b"),
		"no text and no tag":                    note(Page, "a", " \n", " , "),
		"text of 64001 bytes: expected at most": note(Page, "a", strings.Repeat("x", MostText+1)),
		"subject of 0 bytes":                    note(Page, "", "x"),
		"33 tags: expected at most 32":          note(Page, "a", "x", many...),
		"printable characters":                  note(Page, "a", "x", "a\u202eb"),
		"expected UTF-8":                        note(Page, "a", "\xff"),
		"expected 1 to 64 bytes":                note(Page, "a", "x", strings.Repeat("y", 65)),
	} {
		if _, err := p.Set(n, Anything); !errors.Is(err, ErrNote) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if names, _ := filepath.Glob(p.Path()); names != nil {
		t.Error("a refused note was written")
	}
	set(t, p, note(Page, "a", strings.Repeat("x", MostText)))
}

func TestErrorsNameTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"\n{\"kind\":\"page\"": "n.jsonl:2: ",
		`{"kind":"page","subject":"a","text":"b","changed":"2026-01-31T00:00:00Z"} 1`: "n.jsonl:1: ",
		`{"kind":"page","subject":"a","text":"b","changed":"yesterday"}`:              "n.jsonl:1: ",
		`{"kind":"page","subject":"a","text":"b"}`:                                    "no time in the key changed",
		"\xff": "not UTF-8",
		strings.Repeat(`{"kind":"page","subject":"a","text":"b","changed":"2026-01-31T00:00:00Z"}`+"\n", 2): "n.jsonl:2: ",
	} {
		if _, err := Decode([]byte(text), "n.jsonl"); !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A writer that has read an older version is refused, and loses nothing of the newer one.
func TestChangedMeanwhile(t *testing.T) {
	p := At(t.TempDir())
	first := set(t, p, note(Page, "a", "1"))
	if _, err := p.Set(note(Page, "a", "2"), first.Version()); err != nil {
		t.Fatal(err)
	}
	for _, seen := range []string{first.Version(), ""} {
		if _, err := p.Set(note(Page, "a", "3"), seen); !errors.Is(err, ErrChanged) {
			t.Errorf("seen %q: %v", seen, err)
		}
	}
	if all := read(t, p); all[0].Text != "2" {
		t.Errorf("got %q", all)
	}
}

func TestManyWriters(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for k := range 10 {
				if _, err := At(dir).Set(note(Page, fmt.Sprint(i, "/", k), "x"), ""); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := read(t, At(dir)); len(got) != 80 {
		t.Errorf("%d notes of 80", len(got))
	}
}

func TestBoundariesByName(t *testing.T) {
	p := At(t.TempDir())
	for _, name := range []string{"", ".x", "a/b", "..", "a\\b", "a.", "x\u202e", strings.Repeat("x", 81), "a:b", "a\nb"} {
		if err := p.SaveBoundary(name, nil, false); !errors.Is(err, ErrName) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := p.SaveBoundary("Städte 1.0", []byte("+a"), false); err != nil {
		t.Fatal(err)
	}
	if err := p.SaveBoundary("Städte 1.0", []byte("+b"), false); !errors.Is(err, ErrExists) {
		t.Errorf("saved twice: %v", err)
	}
	if err := p.SaveBoundary("Städte 1.0", make([]byte, MostBoundary+1), true); !errors.Is(err, ErrLong) {
		t.Errorf("too long: %v", err)
	}
	set(t, p, note(Boundary, "Städte 1.0", "towns"))
	if err := p.RenameBoundary("Städte 1.0", "towns"); err != nil {
		t.Fatal(err)
	}
	text, err := p.ReadBoundary("towns")
	names, _ := p.Boundaries()
	if err != nil || string(text) != "+a" || !slices.Equal(names, []string{"towns"}) || read(t, p)[0].Name != "towns" {
		t.Errorf("renamed: %q, %v, %q, %v", text, err, names, read(t, p))
	}
	if err := p.RemoveBoundary("towns"); err != nil || len(read(t, p)) != 0 {
		t.Errorf("removed: %v, notes %v", err, read(t, p))
	}
	if err := p.RemoveBoundary("towns"); !errors.Is(err, ErrNone) {
		t.Errorf("removed twice: %v", err)
	}
}

func TestCarry(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	set(t, At(from), note(Page, "a", "1"))
	if err := At(from).SaveBoundary("b", []byte("+a"), false); err != nil {
		t.Fatal(err)
	}
	done, err := Carry(from, to)
	if err != nil {
		t.Fatal(err)
	}
	if err := done(); err != nil {
		t.Fatal(err)
	}
	if text, err := At(to).ReadBoundary("b"); err != nil || string(text) != "+a" || len(read(t, At(to))) != 1 {
		t.Errorf("carried: %q, %v", text, err)
	}
}

// What is decoded is encoded and decoded to the same notes.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"kind":"page","subject":"http://a.example/","text":"=1+1","tags":["a","b"],"changed":"2026-01-31T00:00:00Z"}` + "\n"))
	f.Add([]byte("\ufeff\n{}"))
	f.Add([]byte(`{"kind":"host","subject":"\ud800","tags":["A","a"],"changed":"0001-01-01T00:00:00.0000001Z"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		all, err := Decode(text, "x")
		if err != nil {
			return
		}
		again, err := Encode(all)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Decode(again, "y")
		if err != nil || !slices.EqualFunc(all, back, func(a, b Note) bool {
			return a.Subject == b.Subject && a.Text == b.Text && slices.Equal(a.Tags, b.Tags) && a.Changed.Equal(b.Changed)
		}) {
			t.Fatalf("%q became %q: %v", all, back, err)
		}
	})
}
