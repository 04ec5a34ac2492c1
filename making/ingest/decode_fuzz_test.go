package ingest

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/internal/mem"
	"weft/making/ingest/formats"
	"weft/making/ingest/frames"
	"weft/making/ingest/graphs"
	"weft/making/ingest/indexes"
	"weft/making/ingest/jsons"
	"weft/making/ingest/lists"
)

// fuzzImport imports data in one format; a crash or a crawl after an error fails.
func fuzzImport(t *testing.T, data []byte, format formats.Name, o Options) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	if err := os.WriteFile(in, data, 0o644); err != nil {
		t.Fatal(err)
	}
	o.Inputs, o.Output, o.Format, o.MaxBad, o.Workers = []string{in}, filepath.Join(dir, "c"), format, 1, 1
	o.Memory = mem.Least
	began := time.Now()
	_, err := Import(context.Background(), o)
	if _, e := os.Stat(o.Output); (err == nil) != (e == nil) {
		t.Errorf("the import said %v, and of the crawl %v", err, e)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("%d bytes took %v", len(data), took)
	}
}

func FuzzPajekAndMETIS(f *testing.F) {
	for _, s := range []string{
		"*Vertices 2\n1 \"a\"\n2 b\n*Arcs\n1 2\n*Edgeslist\n1 2 1\n", "*Vertices 3\n*Edges\n1 2 7\n", "*vertices 4000000000\n1 \"a\"\n",
		"3 2 11 2\n7 7 2 1\n8 8 1 1 3 1\n9 9 2 1\n", "2 1\n2\n1\n", "4000000000 4000000000 111 1000\n",
	} {
		f.Add([]byte(s), s[0] == '*')
	}
	f.Fuzz(func(t *testing.T, data []byte, pajek bool) {
		if pajek {
			fuzzImport(t, data, graphs.Pajek, Options{})
			return
		}
		fuzzImport(t, data, lists.METIS, Options{})
	})
}

func FuzzDomainsAndCDX(f *testing.F) {
	for _, s := range []string{
		`{"nodes":[{"domain":"a.b"}],"links":[{"date":"20140225","src":"a.b","dst":"\ud83d\ude00","count":1}]}`, `{"nodes":[],"links":[{}],"x":[{"]":"\""}]}`, `{"links":[`,
		" CDX N b a m s k r M S V g\ncom,a)/ 20200101000000 http://a.com/ text/html 200 A - - 1 2 f\n", "com,a)/ 20200101000000 {\"status\":200}\n", "!meta {}\n",
	} {
		f.Add([]byte(s), s[0] == '{')
	}
	f.Fuzz(func(t *testing.T, data []byte, domains bool) {
		if domains {
			fuzzImport(t, data, jsons.Domains, Options{})
			return
		}
		fuzzImport(t, data, indexes.CDX, Options{})
	})
}

func FuzzPageListsAndCDXServers(f *testing.F) {
	f.Add([]byte("{\"format\":\"json-pages-1.0\"}\n{\"url\":\"http://a.example/\",\"status\":404,\"loadState\":2}\n{\"url\":\"x\"\n"), true)
	f.Add([]byte("[[\"urlkey\",\"timestamp\",\"original\"],[\"com,a)/\",\"2014\",\"http://a.com/\"],[],[\"key\"]]"), false)
	f.Add([]byte("{\"urlkey\":\"com,a)/\",\"timestamp\":\"2014\",\"url\":\"http://a.com/\",\"status\":\"200\"}\n"), false)
	f.Add([]byte("com,a)/ 20140103030321 http://a.com/ text/html 200 AAA 1043\n"), false)
	f.Fuzz(func(t *testing.T, data []byte, list bool) {
		if list {
			fuzzImport(t, data, indexes.PageList, Options{})
			return
		}
		indexes.IsCDX(data)
		fuzzImport(t, data, indexes.CDX, Options{})
	})
}

func FuzzParquet(f *testing.F) {
	f.Add([]byte("PAR1PAR1"))
	f.Fuzz(func(t *testing.T, data []byte) { fuzzImport(t, data, Parquet, Options{}) })
}

// FuzzTablesOfPrograms reads files of Arrow and SciPy, from those in testdata.
func FuzzTablesOfPrograms(f *testing.F) {
	for _, end := range []string{"*.feather", "*.arrow", "*.npz"} {
		names, err := filepath.Glob(filepath.Join("testdata", "programs", end))
		if err != nil || len(names) == 0 {
			f.Fatal("no files ", end, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data, end == "*.npz")
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, zipped bool) {
		checkForeign(data)
		format := frames.ArrowFile
		if zipped {
			format = frames.NPZ
		}
		fuzzImport(t, data, format, Options{})
	})
}

// What is packed in whatever way ends as a crawl or an error.
func FuzzPacked(f *testing.F) {
	for _, s := range []string{
		"\x04\x22\x4d\x18\x64\x40\xa7\x04\x00\x00\x800 1\n\x00\x00\x00\x00\x3d\x8a\x1d\x5b", "BZh91AY&SY\x00\x00", "\x5d\x2a\x4d\x18\x01\x00\x00\x00x",
		"PK\x05\x06" + strings.Repeat("\x00", 18), "PK\x03\x04\x14\x00\x00\x00\x00\x00", "\x28\xb5\x2f\xfd\x04\x00\x21\x00\x000 1\n", "\x50\x2a\x4d\x18\x00\x00\x00\x00\x28\xb5\x2f\xfd\x04\x00",
	} {
		f.Add([]byte(s))
	}
	for _, name := range []string{"x", "x.properties", "x.html"} {
		var t, z bytes.Buffer
		w := tar.NewWriter(&t)
		w.WriteHeader(&tar.Header{Name: name, Size: 4, Typeflag: tar.TypeReg})
		io.WriteString(w, "0 1\n")
		w.Close()
		f.Add(t.Bytes())
		p := zip.NewWriter(&z)
		if m, err := p.Create(name); err == nil {
			m.Write(t.Bytes())
		}
		p.Close()
		f.Add(z.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		fuzzImport(t, data, formats.Auto, Options{MaxBad: 1})
		if len(data) > 0 && data[0]&1 == 1 {
			fuzzImport(t, data, formats.Auto, Options{BaseURL: "http://a.example/", IndexFiles: []string{"x.html"}})
		}
	})
}

func FuzzGraphsOfPrograms(f *testing.F) {
	for _, s := range []string{
		`{"nodes":[{"name":"a"},{"id":1,"label":"b"}],"links":[{"source":0,"target":1},["a",1,2]]}`, `{"links":[{"source":{"id":1},"target":9}],"nodes":[1,"a"]}`,
		`{"elements":{"nodes":[{"data":{"id":"a"}}],"edges":[{"data":{"source":"a","target":"a"}}]},"options":{"type":"undirected"}}`, `{"graph":{"nodes":{"a":{}},"edges":[`,
	} {
		f.Add([]byte(s), uint8(0))
	}
	for _, s := range []string{`[["a","b"],[1,2,3]]`, `[{"source":"a","target":1},]`, `[{"url":"http://a/","links":["b"]}] x`, "[[\"a\\", "\xef\xbb\xbf[\n[1,\n2]\n]"} {
		f.Add([]byte(s), uint8(1))
	}
	for _, s := range []string{"digraph { a -> {b c} -> d:n:s [x=y;z] ; n = m; subgraph { e } a [label=\"\\\"\"+\"x\"] }", "strict graph \"x\" { /* c */ -1.5 -- <b<i>> // d\n}", "graph { { { {", "digraph{a->"} {
		f.Add([]byte(s), uint8(2))
	}
	for _, s := range []string{"nodedef>name,label\na,\"x, 'y\\\"\"\nedgedef>node1,node2,directed\na,b,true\n", "edgedef>\n,,,\n", "nodedef>name\n'a\n"} {
		f.Add([]byte(s), uint8(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		fuzzImport(t, data, []formats.Name{jsons.JSONGraph, jsons.JSONArray, graphs.DOT, graphs.GDF}[which%4], Options{})
	})
}

func FuzzPageStates(f *testing.F) {
	f.Add([]byte("0\tfetched\thttp://a/\n1\tghost\t b \n"))
	f.Add([]byte("0\tunknown\t\n4000000000\tfailed\t\n"))
	f.Fuzz(func(t *testing.T, data []byte) { fuzzImport(t, data, lists.PageStates, Options{}) })
}

func FuzzTar(f *testing.F) {
	f.Add(make([]byte, 1024))
	f.Add([]byte("a.html" + strings.Repeat("\x00", 500)))
	f.Fuzz(func(t *testing.T, data []byte) {
		fuzzImport(t, data, HTML, Options{BaseURL: "http://a.example/b/"})
	})
}
