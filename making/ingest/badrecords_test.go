package ingest_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/making/ingest"
	"weft/making/ingest/formats"
	"weft/making/ingest/graphs"
	"weft/making/ingest/indexes"
	"weft/making/ingest/jsons"
	"weft/making/ingest/lists"
	"weft/store"
)

// What is wrong with single records of each format is told one by one, in their order; the others are read.
func TestBadRecords(t *testing.T) {
	const surt = "com,example)/ 20200101000000 "
	for name, c := range map[string]struct {
		format formats.Name
		text   string
		bad    []string
		arcs   []string
		pages  int
	}{
		"METIS": {
			lists.METIS, "3 2 1\n2 7\n1 7 3\n2 9\n\n9 9\n",
			[]string{"3 numbers: expected 0 of the vertex, then 2 for each neighbour", "more lines than the 3 vertices", "the lists hold 2 neighbours, expected 4"},
			[]string{"0 1 link", "2 1 link"},
			3,
		},
		"METIS, sizes that are missing": {lists.METIS, "2 1 100\n\n7 1\n", []string{"0 numbers: expected 1 of the vertex, then 1 for each neighbour", "the lists hold 1 neighbours"}, []string{"1 0 link"}, 2},
		"ASCII graph":                   {lists.ASCIIGraph, "2\n1\n0\n\n0\n", []string{"more lines than the 2 pages"}, []string{"0 1 link", "1 0 link"}, 2},
		"n and e": {
			lists.NodeLines, "n 0 http://a.example/\nn 1 http://b.example/\ne 0 1\ne 1\nx 0 1\nn x http://c.example/\ne 0 x\n",
			[]string{"expected \"n number name\" or \"e from to\"", "expected \"n number name\" or \"e from to\"", `"x" is not the number`, `"x" is not the number`},
			[]string{"http://a.example/ http://b.example/ link"},
			2,
		},
		"numbered": {
			lists.Numbered, "2 4\n1 http://a.example/\n2 http://b.example/\n1 2\n1\n3 1\n1 3\n1 0\n",
			[]string{"one column: expected a number and a name", "page 3 of 2", "page 3 of 2", "page 0 of 2", "ends"},
			[]string{"http://a.example/ http://b.example/ link"},
			2,
		},
		"Matrix Market": {
			lists.MatrixMarket, "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n0 1\n1\n1 2\n1 4\n",
			[]string{"pages are numbered from 1", "one column", "among 3"},
			[]string{"0 1 link"},
			3,
		},
		"CDX": {
			indexes.CDX, " CDX N b a m s\ncom,a)/ 2020 http://a.com/ text/html 200\ncom,b)/ 2020 http://a.com:x/ text/html 200\ncom,c)/ 2020 http://c.com/ text/html 2000\ncom,d)/ 2020 http://d.com/ text/html ok\ncom,e)/ 2020 http://e.com/ text/html\nx 2020 dns:a.com - -\ncom,f:8080)/x 2020 - text/html 200\n",
			[]string{"the URL cannot be a page", `"2000" is not an HTTP status`, `"ok" is not an HTTP status`, "4 columns: the header names 5"},
			[]string{},
			2,
		},
		"CDXJ": {
			indexes.CDX, surt + "{\"url\": \"http://a.example/\", \"status\": \"200\", \"mime\": \"text/html\"}\n" + surt + "{\"url\": \n" + surt + "{\"url\": \"http://a.example/\", \"status\": 99999}\n" + surt + "{\"status\": \"200\", \"mime\": \"text/html\"}\na b c\ncom,a)/ 2020010100000 {}\ncom,b)/ 2020-01-01 {}\n",
			[]string{"offset", `"99999" is not an HTTP status`, "3 columns: expected a header", `"2020010100000" between a key and JSON is no time: expected 14 digits`, `"2020-01-01" between`},
			[]string{},
			2,
		},
		"crawl.log": {
			indexes.CrawlLog, strings.Repeat("2020-01-01T00:00:00.000Z 200 1 http://b.example/ L http://a.example/ text/html #1 - - - -\n", 3) + "2020-01-01T00:00:00.000Z OK 1 http://c.example/ L http://a.example/ text/html #1 - - - -\n2020 200\n",
			[]string{`the status "OK" is not a number`, "2 columns: expected time, status"},
			[]string{"http://a.example/ http://b.example/ link"},
			2,
		},
		"JSONL": {
			jsons.JSONL, "{\"via\": \"http://a.example/\", \"url\": \"http://b.example/\"}\n[1]\n{\"via\": \"http://a.example/\"}\n{\"via\": \"http://a.example/\", \"url\": true}\n{\"via\": \"\", \"url\": \"http://c.example/\"}\n",
			[]string{"it is not an object", `"url" is missing`, `"url" holds "true": expected a name`},
			[]string{"http://a.example/ http://b.example/ link"},
			3,
		},
		"JSONL, lists": {
			jsons.JSONL, "{\"url\": \"http://a.example/\", \"links\": [\"http://b.example/\", {\"href\": \"http://c.example/\"}, 7]}\n{\"links\": []}\n{\"url\": \"http://a.example/\", \"links\": \"http://b.example/\"}\n{\"url\": \"http://a.example/\", \"links\": [true]}\n{\"url\": \"http://d.example/\"}\n",
			[]string{`"url" is missing`, `"links" is not a list`, `"links" holds "true": expected a name`},
			[]string{"http://a.example/ 7 link", "http://a.example/ http://b.example/ link", "http://a.example/ http://c.example/ link"},
			5,
		},
		"JSONL, numbers": {jsons.JSONL, "{\"source\": 0, \"target\": 1}\n{\"source\": 1, \"target\": 0}\n{\"source\": 0\n", []string{"it is not an object"}, []string{"0 1 link", "1 0 link"}, 2},
		"Pajek": {
			graphs.Pajek, "*Vertices 3\n1 \"a\"\n1 \"b\"\n4 \"c\"\nx \"d\"\n3\n*Arcs\n1 2\n1 4\n0 1\n1\n",
			[]string{"vertex 1 is listed twice", "vertex 4 of 3", `"x" is not the number`, "arc 1 → 4 among 3", "numbered from 1", "one column"},
			[]string{"a 2 link"},
			3,
		},
		"GML": {
			graphs.GML, "graph [ directed 1 node [ id 0 label \"a\" ] node [ label \"b\" ] node [ id 0 ] edge [ source 0 target 0 ] edge [ source 0 ] edge [ source 5 target 0 ] edge [ source 0 target 6 ] ]",
			[]string{"it has no identifier", `"0" is declared twice`, "it has no identifier"},
			[]string{"5 a link", "a 6 link", "a a link"},
			3,
		},
		"vertices": {lists.Vertices, "0\tcom.a\n1\tcom.b\t3\n2\n3\tcom.c\t1\tx\n", []string{"1 columns: expected a number and a reversed host", "4 columns"}, []string{}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			crawl, s := importText(t, c.text, ingest.Options{Format: c.format, MaxBad: 1, Comments: ""})
			log, err := os.ReadFile(s.Log)
			if err != nil {
				t.Fatal(err)
			}
			var told []string
			for line := range strings.Lines(string(log)) {
				if f := strings.Split(line, "\t"); len(f) > 3 && f[2] == "skipped" {
					told = append(told, f[3])
				}
			}
			for i, want := range c.bad {
				if i >= len(told) || !strings.Contains(told[i], want) {
					t.Errorf("bad record %d: want %q; all: %q", i, want, told)
				}
			}
			if len(told) != len(c.bad) {
				t.Errorf("%d bad records are told, want %d: %q", len(told), len(c.bad), told)
			}
			if got := arcsOf(t, crawl); !slices.Equal(got, c.arcs) || crawl.NumPages() != c.pages {
				t.Errorf("got %d pages and arcs %q, want %d and %q", crawl.NumPages(), got, c.pages, c.arcs)
			}
		})
	}
}

// Tables of arcs, in every kind of column that they can be in, and in those that they cannot be in.
func TestTablesOfArcs(t *testing.T) {
	table := func(write func(path string) error) string {
		path := written(t, "")
		if err := write(path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	type texts struct {
		From, To string
		Weight   float64
	}
	type spaced struct {
		Source *int64 `parquet:"source,optional"`
		Target *int64 `parquet:"target,optional"`
	}
	type small struct {
		Src uint32 `parquet:"src"`
		Dst uint32 `parquet:"dst"`
	}
	type one struct{ Source int64 }
	type lists struct {
		Source int64   `parquet:"source"`
		Target []int64 `parquet:"target"`
	}
	type floats struct {
		Source, Target float64
	}
	type mixed struct {
		Source int64  `parquet:"source"`
		Target string `parquet:"target"`
	}
	n := func(v int64) *int64 { return &v }
	for name, c := range map[string]struct {
		path string
		arcs []string
		bad  int64
		err  string
	}{
		"texts": {table(func(p string) error {
			return parquet.WriteFile(p, []texts{{"http://a.example/", "http://b.example/", 1}, {"", "http://b.example/", 1}})
		}), []string{"http://a.example/ http://b.example/ link"}, 1, ""},
		"numbers": {table(func(p string) error {
			return parquet.WriteFile(p, []spaced{{n(0), n(1)}, {n(1), nil}, {nil, n(0)}, {n(-1), n(0)}, {n(0), n(1<<32 - 1)}, {n(2), n(0)}})
		}), []string{"0 1 link", "2 0 link"}, 4, ""},
		"small numbers": {table(func(p string) error { return parquet.WriteFile(p, []small{{0, 1}, {1 << 31, 1<<31 + 1}}) }), []string{"0 1 link", fmt.Sprint(1<<31, " ", 1<<31+1, " link")}, 0, ""},
		"one column":    {table(func(p string) error { return parquet.WriteFile(p, []one{{1}}) }), nil, 0, "expected two, such as source and target"},
		"lists":         {table(func(p string) error { return parquet.WriteFile(p, []lists{{1, []int64{2, 0}}, {2, nil}}) }), []string{"1 0 link", "1 2 link"}, 0, ""},
		"floats":        {table(func(p string) error { return parquet.WriteFile(p, []floats{{1, 2}}) }), nil, 0, "expected integers or texts"},
		"two types":     {table(func(p string) error { return parquet.WriteFile(p, []mixed{{1, "a"}}) }), nil, 0, "are of two types"},
	} {
		o := ingest.Options{Inputs: []string{c.path}, DraftOptions: store.DraftOptions{Output: c.path + ".c"}, MaxBad: 1}
		if c.err != "" {
			if _, err := ingest.Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: got %v, want %q", name, err, c.err)
			}
			continue
		}
		crawl, s := imported(t, o)
		if got := arcsOf(t, crawl); !slices.Equal(got, c.arcs) || s.Bad != c.bad {
			t.Errorf("%s: got %q and %d bad rows, want %q and %d", name, got, s.Bad, c.arcs, c.bad)
		}
	}
}
