package export_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"

	"weft/faces/export"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// CSV is as RFC 4180 says: package encoding/csv reads the names that were written, and no field begins as a formula does.
func TestCSVForSpreadsheets(t *testing.T) {
	rng := drawn.Rand(t)
	for range 4 {
		c := drawCrawl(t, rng, hostileNames(rng), 200, false)
		var b bytes.Buffer
		s, err := (&export.Job{Crawl: c, Names: true, KindsColumn: true}).CSV(t.Context(), &b)
		if err != nil {
			t.Fatal(err)
		}
		text, marked := strings.CutPrefix(b.String(), "\ufeff")
		if other := hasOtherLetters(c); marked != other {
			t.Errorf("mark of UTF-8: %v; names that are not ASCII: %v", marked, other)
		}
		if n := strings.Count(text, "\n"); n != strings.Count(text, "\r\n") || int64(n) != s.Arcs+1 {
			t.Errorf("%d lines of which %d end in CR LF, want %d", n, strings.Count(text, "\r\n"), s.Arcs+1)
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := rows[0], []string{"source_name", "target_name", "kinds"}; !slices.Equal(got, want) {
			t.Errorf("the header is %q, want %q", got, want)
		}
		var got, want []string
		for _, row := range rows[1:] {
			for _, cell := range row {
				if first := strings.TrimLeft(cell, " "); first != "" && strings.ContainsAny(first[:1], "=+-@\t\r") {
					t.Errorf("%.40q would be a formula", cell)
				}
			}
			got = append(got, strings.TrimPrefix(row[0], "'")+" "+strings.TrimPrefix(row[1], "'")+" "+row[2])
		}
		cur := c.Scan(graph.Everything(c.Graph()))
		for cur.Next() {
			for i, v := range cur.Succ() {
				want = append(want, c.Label(cur.Node())+" "+c.Label(v)+" "+cur.Kinds()[i].String())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d rows, want %d, or others", len(got), len(want))
		}
	}
}

// hasOtherLetters says whether some name of the crawl is not ASCII.
func hasOtherLetters(c *store.Crawl) bool {
	for u := range graph.Node(c.NumPages()) {
		if strings.ContainsFunc(c.Label(u), func(r rune) bool { return r > unicode.MaxASCII }) {
			return true
		}
	}
	return false
}

// The form of a list is the same for all names. Quotes are where a name needs them, and a header can be left out.
func TestFormOfLists(t *testing.T) {
	yes, no := true, false
	const url = "http://a.example/?x=1,2"
	for _, c := range []struct {
		from, to string
		tsv, csv string // their names in the form of the list
	}{
		{"a", "b", "a\tb", "a,b"},
		{"source", "target", "source\ttarget", "source,target"},
		{"17", "1.5", "17\t1.5", "17,1.5"},
		{url, "a name", url + "\ta name", `"` + url + `",a name`},
		{"a, b, c", "b, c", "a, b, c\tb, c", `"a, b, c","b, c"`},
		{`say "x"`, "# y", `"say ""x"""` + "\t" + `"# y"`, `"say ""x""","# y"`},
		{"=1", "'x", "=1\t'x", `"'=1","''x"`},
		{"source_name", "target_name", `"source_name"` + "\t" + `"target_name"`, `"source_name","target_name"`},
	} {
		crawl := crawlOf(t, "\"source_name\"\t\"target_name\"\t\"kinds\"\n\""+strings.ReplaceAll(c.from, `"`, `""`)+"\"\t\""+c.to+"\"\tlink\n", ingest.Options{})
		for _, f := range []struct {
			header      *bool
			csv, number bool
			want        string
		}{
			{nil, false, false, "source_name\ttarget_name\n" + c.tsv + "\n"},
			{&yes, false, false, "source_name\ttarget_name\n" + c.tsv + "\n"},
			{&no, false, false, c.tsv + "\n"},
			{nil, true, false, "source_name,target_name\r\n" + c.csv + "\r\n"},
			{&no, true, false, c.csv + "\r\n"},
			{nil, false, true, ""},
			{&yes, false, true, "source\ttarget\n"},
			{nil, true, true, "source,target\r\n"},
		} {
			j := &export.Job{Crawl: crawl, Names: !f.number, Header: f.header}
			write := j.TSV
			if f.csv {
				write = j.CSV
			}
			var b bytes.Buffer
			if _, err := write(t.Context(), &b); err != nil {
				t.Fatal(err)
			}
			got := b.String()
			if f.number { // the only line has two numbers
				lines := strings.SplitAfter(got, "\n")
				got = strings.Join(lines[:len(lines)-2], "")
			}
			if got != f.want {
				t.Errorf("%q to %q, %+v: got %q, want %q", c.from, c.to, f, b.String(), f.want)
			}
			if !f.number && f.want[0] == 's' && strings.Contains(f.want, "\n"+c.tsv) {
				again := crawlOf(t, b.String(), ingest.Options{})
				if g, w := graphOf(t, again, false, true, true), graphOf(t, crawl, false, true, true); !slices.Equal(g.arcs, w.arcs) {
					t.Errorf("%q to %q came back as %q", c.from, c.to, g.arcs)
				}
			}
		}
	}
}

// What a format leaves out is counted: pages whose state is known, names, arcs that are no plain links.
func TestLosses(t *testing.T) {
	rng := drawn.Rand(t)
	c := drawCrawl(t, rng, hostileNames(rng), 50, false)
	states, odd := int64(0), int64(0)
	for u := range graph.Node(c.NumPages()) {
		if c.State(u) != page.Unknown {
			states++
		}
	}
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		for _, k := range cur.Kinds() {
			if k != kinds.Link {
				odd++
			}
		}
	}
	n, m := int64(c.NumPages()), c.Graph().NumArcs()
	for name, want := range map[string][]export.Loss{
		"tsv": {{What: export.LostStates, Count: states}}, "csv": {{What: export.LostStates, Count: states}}, "pages": {{What: export.LostArcs, Count: m}},
		"matrix-market": {{What: export.LostStates, Count: states}, {What: export.LostNames, Count: n}, {What: export.LostKinds, Count: odd}},
		"csr":           {{What: export.LostStates, Count: states}, {What: export.LostNames, Count: n}, {What: export.LostKinds, Count: odd}},
		"bvgraph":       {{What: export.LostStates, Count: states}, {What: export.LostKinds, Count: odd}},
		"graphml":       nil, "gexf": nil, "parquet": nil,
	} {
		tr := trips[name]
		s, err := tr.write(t.Context(), &export.Job{Crawl: c, Names: true, KindsColumn: true}, t.TempDir()+"/out")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(s.Lost, want) {
			t.Errorf("%s: left out %v, want %v", name, s.Lost, want)
		}
	}
	var b bytes.Buffer
	s, err := (&export.Job{Crawl: c, Names: true}).TSV(t.Context(), &b)
	if want := []export.Loss{{What: export.LostStates, Count: states}, {What: export.LostKinds, Count: odd}}; err != nil || !slices.Equal(s.Lost, want) {
		t.Errorf("tsv without kinds: left out %v (%v), want %v", s.Lost, err, want)
	}
}

// Names and texts of anchors are written as names of lists are: no control character breaks a line, and an import reads
// the arcs.
func TestAnchorsAreEscaped(t *testing.T) {
	for what, c := range map[string]struct {
		names []string
		texts []string
		want  string
	}{
		"plain":   {[]string{"http://a.example/", "http://b.example/"}, []string{"one text", "another"}, "source_name\ttarget_name\ttext\nhttp://a.example/\thttp://b.example/\tanother\nhttp://a.example/\thttp://b.example/\tone text\n"},
		"hostile": {[]string{"# a", " b "}, []string{"tab\tand\nline", `"q"`, "\x1b[31m", "a"}, ""},
		"numbers": {nil, []string{"7", "\x00", `"open`}, ""},
	} {
		t.Run(what, func(t *testing.T) {
			crawl := anchored(t, c.names, c.texts)
			var b bytes.Buffer
			s, err := (&export.Job{Crawl: crawl, Names: c.names != nil, Header: new(true)}).Anchors(t.Context(), &b)
			if err != nil || s.Arcs != int64(len(c.texts)) {
				t.Fatalf("%d texts (%v), want %d", s.Arcs, err, len(c.texts))
			}
			if c.want != "" && b.String() != c.want {
				t.Errorf("got %q, want %q", b.String(), c.want)
			}
			if i := strings.IndexFunc(b.String(), func(r rune) bool { return r < ' ' && r != '\t' && r != '\n' || r == 0x7f }); i >= 0 {
				t.Errorf("there is a control character at %d: %q", i, b.String())
			}
			again := crawlOf(t, b.String(), ingest.Options{Strict: true})
			if got, want := arcsOf(t, again), arcsOf(t, crawl); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// anchored makes a crawl of two pages, the first of which points to the second with some texts.
func anchored(t *testing.T, names, texts []string) *store.Crawl {
	t.Helper()
	o := store.DraftOptions{Output: t.TempDir() + "/crawl"}
	d, err := store.Begin(t.Context(), &o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Abort()
	d.States = []uint8{uint8(page.Unknown), uint8(page.Unknown)}
	from, to := graph.Node(0), graph.Node(1)
	if names != nil {
		keys := []string{string(store.Key(nil, []byte(names[0]))), string(store.Key(nil, []byte(names[1])))}
		slices.Sort(keys)
		if keys[0] != string(store.Key(nil, []byte(names[0]))) {
			from, to = 1, 0
		}
		err = d.WriteNames(func(add func([]byte) error) error { return errors.Join(add([]byte(keys[0])), add([]byte(keys[1]))) })
	}
	slices.Sort(texts)
	steps := []func() error{
		func() error {
			return d.WriteGraph("test", func(add func([]graph.Node, []kinds.Set) error) error {
				for u := range graph.Node(2) {
					var succ []graph.Node
					if u == from {
						succ = []graph.Node{to}
					}
					if err := add(succ, nil); err != nil {
						return err
					}
				}
				return nil
			})
		},
		func() error { return d.Transpose(1 << 24) },
		func() error {
			return d.WriteTexts(func(add func([]byte) error) error {
				for _, text := range texts {
					if err := add([]byte(text)); err != nil {
						return err
					}
				}
				return nil
			})
		},
		func() error {
			return d.WriteAnchors(func(add func([]store.Anchor) error) error {
				for u := range graph.Node(2) {
					var list []store.Anchor
					for i := range texts {
						if u == to {
							list = append(list, store.Anchor{From: from, Text: uint32(i)})
						}
					}
					if err := add(list); err != nil {
						return err
					}
				}
				return nil
			})
		},
		func() error { return d.Commit(store.Step{}) },
	}
	for _, step := range steps {
		if err == nil {
			err = step()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return ingesttest.Open(t, o.Output)
}
