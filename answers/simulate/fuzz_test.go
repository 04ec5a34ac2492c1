package simulate

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
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

// A file of the crawls of a contest that is damaged is refused, with its line, or read to where it is whole; what was
// read can be told.
func FuzzTracks(f *testing.F) {
	g := graphtest.Random(7)
	c := &Contest{Graph: g, In: graphtest.Transpose(f, g), PageRank: make([]float64, g.NumNodes()), Points: Milestones(g.NumNodes()), Starts: [][]graph.Node{{0}, {1}}}
	c.Fidelity = c.Points[3:5]
	enter(f, c, new(Field), "bfs", "random")
	want := c.header()
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	if err := enc.Encode(want); err != nil {
		f.Fatal(err)
	}
	for _, x := range tracks(f, c) {
		if err := enc.Encode(x); err != nil {
			f.Fatal(err)
		}
	}
	want = c.header() // with defaults
	first, err := json.Marshal(want)
	if err != nil {
		f.Fatal(err)
	}
	whole := append(append(first, '\n'), text.Bytes()[bytes.IndexByte(text.Bytes(), '\n')+1:]...)
	f.Add(whole)
	f.Add(whole[:len(whole)-10])
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		read := func(data []byte) (*Tracks, int64, error) {
			x := &Tracks{lines: lines{path: "r.jsonl"}, done: map[crawlOf]int{}}
			end, err := x.each(bytes.NewReader(data), func(n int, text []byte) error { return x.line(n, text, want, c) })
			return x, end, err
		}
		x, end, err := read(data)
		if err != nil {
			if !strings.Contains(err.Error(), "r.jsonl") {
				t.Fatalf("an error that names no file: %v", err)
			}
			return
		}
		c.Curves(x.Of(c))
		c.Judge(x.Of(c))
		if again, at, err := read(data[:end]); err != nil || at != end || len(again.list) != len(x.list) {
			t.Fatalf("what is whole ends at %d with %d crawls; read again at %d with %d, %v", end, len(x.list), at, len(again.list), err)
		}
	})
}
