package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/tally"
	"weft/store"
)

// aGraph writes a BVGraph of n pages, and returns its basename.
func aGraph(t *testing.T, r *rand.Rand, n int) string {
	t.Helper()
	arcs := make([]graph.Arc, 5*n)
	for i := range arcs {
		arcs[i] = graph.Arc{From: graph.Node(r.IntN(n)), To: graph.Node(r.IntN(n))}
	}
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, graph.FromArcs(n, arcs), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	return base
}

// partsOf returns the files of a BVGraph under another basename, names and texts in turn.
func partsOf(t *testing.T, base, as string) (files []string) {
	t.Helper()
	for _, ext := range []string{".graph", ".properties", ".offsets"} {
		text, err := os.ReadFile(base + ext)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, as+ext, string(text))
	}
	return files
}

func urlsOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "http://h%d.example/%d\n", i%7, i)
	}
	return b.String()
}

// shuffled puts pairs of names and texts into another order.
func shuffled(r *rand.Rand, files []string) (out []string) {
	for _, i := range r.Perm(len(files) / 2) {
		out = append(out, files[2*i], files[2*i+1])
	}
	return out
}

var archivers = map[string]func(...string) string{
	"tar": tarred, "zip": zipped,
	"tar.gz":  func(files ...string) string { return gzipped(tarred(files...)) },
	"zip.tar": func(files ...string) string { return tarred("d/x.zip", zipped(files...)) },
}

// A BVGraph in an archive becomes the crawl that it becomes outside, whatever the order of its files, with its names or
// those of the options.
func TestGraphInAnArchive(t *testing.T) {
	r := drawn.Rand(t)
	for kind, archived := range archivers {
		for _, names := range []string{"", ".urls", ".urls.gz", ".nodes"} {
			n := 20 + r.IntN(80)
			base := aGraph(t, r, n)
			files := partsOf(t, base, "some/dir/web")
			if r.IntN(2) == 0 {
				files = files[:4] // without offsets
				if err := os.Remove(base + ".offsets"); err != nil {
					t.Fatal(err)
				}
			}
			text := urlsOf(n)
			if names == ".urls.gz" {
				text = gzipped(text)
			}
			if names != "" {
				files = append(files, "some/dir/web"+names, text)
				if err := os.WriteFile(base+names, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			files = append(files, "some/README.md", "A graph.", "some/dir/empty", "")
			o := ingest.Options{}
			if r.IntN(2) == 0 {
				o.Fetched = written(t, "3\n5\n7\n")
				if names != "" && r.IntN(2) == 0 {
					o.Fetched = written(t, "http://h3.example/3\nhttp://h5.example/5\nhttp://h0.example/7\n")
				}
			}
			o.Inputs = []string{base}
			want, _ := imported(t, o)
			o.Inputs = []string{writtenAs(t, "x."+kind, archived(shuffled(r, files)...))}
			got, s := imported(t, o)
			if got.Manifest.GraphID != want.Manifest.GraphID || got.NumPages() != want.NumPages() || !slices.Equal(arcsOf(t, got), arcsOf(t, want)) {
				t.Errorf("%s, names %q: %+v, want %+v", kind, names, got.Manifest.Counts, want.Manifest.Counts)
			}
			for u := range want.NumPages() {
				if u := graph.Node(u); got.State(u) != want.State(u) || o.Fetched == "" && got.State(u) != page.Unknown {
					t.Errorf("%s, names %q: page %d is %v, want %v", kind, names, u, got.State(u), want.State(u))
				}
			}
			formats := ""
			for _, in := range s.Manifest.Steps[0].Inputs {
				if !strings.HasPrefix(in.Path, o.Inputs[0]) {
					t.Errorf("an input is called %s", in.Path)
				}
				if strings.Contains(in.Path, "#some/dir/web") || strings.Contains(in.Path, "#d/x.zip#some/dir/web") {
					formats += in.Format + " "
				}
			}
			if want := map[bool]string{true: "bvgraph ", false: "bvgraph names "}[names == ""]; formats != want {
				t.Errorf("%s, names %q: of the graph are the inputs %q, want %q", kind, names, formats, want)
			}
			if left, _ := filepath.Glob(filepath.Join(got.Path, ".[a-z]*")); len(left) > 0 {
				t.Errorf("there are %v", left)
			}
		}
	}
}

// Where an archive has more than a graph one says which; what only has its endings is read as what it is.
func TestGraphsAndOthersInAnArchive(t *testing.T) {
	r := drawn.Rand(t)
	one, two := partsOf(t, aGraph(t, r, 30), "d/one"), partsOf(t, aGraph(t, r, 40), "d/one-t")
	metis := "4 3\n2\n1 3\n2 4\n3\n"
	for name, c := range map[string]struct {
		files []string
		o     ingest.Options
		pages int
		want  string // of the error
	}{
		"two graphs":         {files: slices.Concat(one, two), want: "'root' d/one"},
		"the first":          {files: slices.Concat(one, two), o: ingest.Options{Root: "d/one"}, pages: 30},
		"the second":         {files: slices.Concat(two, one), o: ingest.Options{Root: "d/one-t"}, pages: 40},
		"with a list":        {files: slices.Concat(one, []string{"d/links.tsv", "0\t1\n"}), want: "cannot be joined"},
		"one beside it":      {files: slices.Concat([]string{"d/links.tsv", "0\t1\n"}, one), o: ingest.Options{Root: "d/one"}, pages: 30},
		"METIS":              {files: []string{"m.graph", metis}, pages: 4},
		"names alone":        {files: []string{"m.urls", "http://a.example/ http://b.example/\n"}, pages: 2},
		"properties alone":   {files: one[2:4], want: "part of a BVGraph without one.graph"},
		"no properties":      {files: slices.Concat(one[:1], []string{one[1] + "\x00\xff\x00"}, one[4:]), want: "none of the 2 files in it can be read"},
		"names not wanted":   {files: slices.Concat(one, []string{"d/one.urls", urlsOf(30)}), o: ingest.Options{Names: ingest.NoNames}, pages: 30},
		"names of another":   {files: slices.Concat(one, []string{"d/one.urls", urlsOf(29)}), want: ".tar#d/one.urls: it names 29 pages"},
		"listed by name":     {files: one, o: ingest.Options{Fetched: written(t, "http://a.example/\n")}, want: "lists names"},
		"a damaged graph":    {files: []string{"d/one.graph", "", "d/one.properties", "nodes=\\u12"}, want: "can be read"},
		"a damaged property": {files: []string{"d/one.graph", "abc", "d/one.properties", "nodes=x\narcs=2\n"}, want: ".tar#d/one"},
	} {
		for kind, archived := range map[string]func(...string) string{"tar": tarred, "zip": zipped} {
			o := c.o
			o.Inputs = []string{writtenAs(t, "x."+kind, archived(c.files...))}
			o.Output = filepath.Join(t.TempDir(), "crawl")
			s, err := ingest.Import(context.Background(), o)
			want := strings.ReplaceAll(c.want, ".tar#", "."+kind+"#")
			switch {
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), ".draft")):
				t.Errorf("%s in %s: got %v, want %q", name, kind, err, want)
			case c.want == "" && (err != nil || s.Manifest.Counts.Pages != c.pages):
				t.Errorf("%s in %s: got %v, want %d pages", name, kind, err, c.pages)
			}
			if left, _ := os.ReadDir(filepath.Dir(o.Output)); c.want != "" && len(left) > 1 {
				t.Errorf("%s in %s: there are %v", name, kind, left)
			}
		}
	}
}

// A graph whose names break off has none, and is not read without them.
func TestGraphWithCutNames(t *testing.T) {
	files := append(partsOf(t, aGraph(t, drawn.Rand(t), 300), "one"), "one.urls", urlsOf(300))
	o := ingest.Options{Inputs: []string{written(t, tarred(files...)[:len(tarred(files...))-3000])}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "crawl")}, MaxBad: 1}
	if _, err := ingest.Import(context.Background(), o); err == nil || !strings.Contains(err.Error(), "a part that breaks off") {
		t.Errorf("got %v", err)
	}
}

// A graph that breaks off in its archive is told, and is not read in part.
func TestGraphInACutArchive(t *testing.T) {
	r := drawn.Rand(t)
	files := partsOf(t, aGraph(t, r, 3000), "one")
	text := tarred(files...)
	for range 10 {
		cut := written(t, text[:512+r.IntN(len(text)-2048)])
		for _, most := range []float64{0, 1} {
			o := ingest.Options{Inputs: []string{cut}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "crawl")}, MaxBad: most}
			s, err := ingest.Import(context.Background(), o)
			switch {
			case err == nil && most == 1 && s.Manifest.Counts.Pages == 3000: // only the offsets are missing
			case err == nil, most == 0 && (!errors.Is(err, tally.ErrBadInput) || !strings.Contains(err.Error(), "is truncated at offset")), strings.Contains(err.Error(), ".draft"):
				t.Errorf("at most %g is missing: got %v", most, err)
			}
		}
	}
}
