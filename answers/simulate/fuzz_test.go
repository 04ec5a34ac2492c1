package simulate

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// A file of outcomes that is damaged is refused, with its line, or read to where it is whole.
func FuzzResults(f *testing.F) {
	e := small(f, 1)
	if err := e.setDefaults(); err != nil {
		f.Fatal(err)
	}
	want := e.header("graph")
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	if err := enc.Encode(want); err != nil {
		f.Fatal(err)
	}
	for _, o := range outcomes(f, e, func(t Trial) bool { return t.Block > 0.2 || t.Order != Blocked }) {
		if err := enc.Encode(o); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(text.Bytes())
	f.Add(text.Bytes()[:text.Len()-10])
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		read := func(data []byte) (*Results, int64, error) {
			r := &Results{lines: lines{path: "r.jsonl"}, done: map[Trial]bool{}}
			end, err := r.each(bytes.NewReader(data), func(n int, text []byte) error { return r.line(n, text, want) })
			return r, end, err
		}
		r, end, err := read(data)
		if err != nil {
			if !strings.Contains(err.Error(), "r.jsonl") {
				t.Fatalf("an error that names no file: %v", err)
			}
			return
		}
		Summarise(e, r.Outcomes(e))
		if again, at, err := read(data[:end]); err != nil || at != end || len(again.list) != len(r.list) {
			t.Fatalf("what is whole ends at %d with %d outcomes; read again at %d with %d, %v", end, len(r.list), at, len(again.list), err)
		}
	})
}
