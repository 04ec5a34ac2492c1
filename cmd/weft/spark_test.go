package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"weft/graph/kinds"
	"weft/internal/drawn"
	"weft/internal/npy"
	"weft/internal/shared"
)

// TestSparkJobFile checks where the job file is written, and what it replaces.
func TestSparkJobFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "job.py")
	weft(t, exitDone, "spark", "job", "-o", path)
	b, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(b, []byte("\nVERSION = \""+version+"\"")) || bytes.Contains(b, []byte("@COMMIT@")) {
		t.Fatalf("the job has no version: %v", err)
	}
	if out, _ := weft(t, exitDone, "spark", "job", "-o", "-"); out != string(b) {
		t.Error("standard output has another job than the file")
	}
	weft(t, exitDone, "spark", "job", "-o", path) // a job file of some version is replaced
	other := filepath.Join(dir, "other.py")
	if err := os.WriteFile(other, []byte("print()\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, told := weft(t, exitFailed, "spark", "job", "-o", other); !strings.Contains(told, "is no job file of weft") {
		t.Error(told)
	}
	if b, err := os.ReadFile(other); err != nil || string(b) != "print()\n" {
		t.Errorf("%q, %v", b, err)
	}
}

// TestSparkOnSail runs the job on Sail: archives to shards, all measures, and failures.
func TestSparkOnSail(t *testing.T) {
	t.Parallel()
	e := startSail(t)
	t.Run("archives", func(t *testing.T) { sparkArchives(t, e) })
	t.Run("changed", func(t *testing.T) { sparkChanged(t, e) })
	t.Run("real archives", func(t *testing.T) { sparkRealArchives(t, e) })
	t.Run("graphs", func(t *testing.T) { sparkGraphs(t, e) })
	t.Run("failures", func(t *testing.T) { sparkFailures(t, e) })
	t.Run("downloads", func(t *testing.T) { sparkDownloads(t, e) })
	t.Run("resume", func(t *testing.T) { sparkResume(t, e) })
}

// TestSparkSubmit extracts archives and computes PageRank by spark-submit, with the worker among the files of the job.
func TestSparkSubmit(t *testing.T) {
	t.Parallel()
	e := startSubmitted(t)
	paths := drawnArchives(t, drawn.Rand(t), t.TempDir(), 2, 500, 10)
	shards, crawl := filepath.Join(t.TempDir(), "shards"), filepath.Join(t.TempDir(), "crawl")
	weft(t, exitDone, append([]string{"import", "-o", crawl, "--quiet"}, paths...)...)
	e.run(t, 0, append([]string{"extract", "--out", shards, "--partitions", "2", "--in"}, paths...)...)
	sameAsCrawl(t, shards, crawl)
	e.run(t, 0, "pagerank", "--in", shards, "--out", shards, "--partitions", "2", "--tolerance", "0", "--iterations", "6")
	weft(t, exitDone, "rank", "pagerank", crawl, "--method", "power", "--tolerance", "0", "--iterations", "6", "--quiet")
	sameVector[float64](t, shards, crawl, "pagerank+tolerance=0+iterations=6+method=power", 1e-10)
	if told := e.run(t, 1, "extract", "--worker", "absent", "--in", paths[0], "--out", filepath.Join(t.TempDir(), "out")); !strings.Contains(told, "there is no such file") {
		t.Error(told)
	}
}

// A captureWriter writes captures as a WARC, a gzip member each.
type captureWriter struct{ bytes.Buffer }

// add writes a record with a block.
func (w *captureWriter) add(kind, url string, at int, more, block string) {
	z := gzip.NewWriter(w)
	fmt.Fprintf(z, "WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\nWARC-Record-ID: <urn:uuid:%08d-0000-4000-8000-%012d>\r\nContent-Type: application/http;msgtype=response\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, url, time.Unix(1.7e9+int64(at), 0).UTC().Format(time.RFC3339), at, w.Len(), more, len(block), block)
	z.Close()
}

// drawnArchives writes archives with captures of the same pages: whole, in part, repeated, moved and failed.
func drawnArchives(t *testing.T, r *rand.Rand, dir string, archives, pages, links int) (paths []string) {
	t.Helper()
	url := func(i int) string { return fmt.Sprintf("http://h%d.example/%d", i%13, i) }
	for a := range archives {
		var w captureWriter
		for i := range pages {
			if r.IntN(archives) > 0 && i%archives != a { // most pages are in few archives
				continue
			}
			at := r.IntN(5) // equal times are frequent
			switch r.IntN(20) {
			case 0:
				w.add("response", url(i), at, "", "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\ngone")
			case 1:
				w.add("response", url(i), at, "", fmt.Sprintf("HTTP/1.1 301 Moved\r\nLocation: %s\r\n\r\n", url(r.IntN(pages))))
			case 2:
				w.add("revisit", url(i), at, "WARC-Payload-Digest: sha1:SAME\r\nWARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
			case 3:
				w.add("response", url(i), at, "", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nPNG")
			default:
				more := ""
				if r.IntN(8) == 0 {
					more = "WARC-Truncated: length\r\n"
				}
				if r.IntN(3) == 0 {
					more += "WARC-Payload-Digest: sha1:SAME\r\n"
				}
				w.add("response", url(i), at, more, drawnPage(r, i, links, func() string { return url(r.IntN(pages + pages/4)) }))
			}
		}
		path := filepath.Join(dir, fmt.Sprintf("part %d ü.warc.gz", a))
		if err := os.WriteFile(path, w.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// drawnPage returns a page with links of many kinds.
func drawnPage(r *rand.Rand, i, links int, url func() string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><head><title>Page %d é</title>", i)
	if r.IntN(4) == 0 {
		fmt.Fprintf(&b, `<link rel=canonical href="%s"><link rel=next href="%s">`, url(), url())
	}
	b.WriteString("</head><body>")
	for range r.IntN(2*links + 1) {
		switch r.IntN(9) {
		case 0:
			fmt.Fprintf(&b, `<a rel=nofollow href="%s">no %d</a>`, url(), r.IntN(50))
		case 1:
			fmt.Fprintf(&b, `<iframe src="%s"></iframe>`, url())
		default:
			fmt.Fprintf(&b, `<a href="%s">text %d ü</a>`, url(), r.IntN(200))
		}
	}
	return b.String()
}

// sparkArchives extracts drawn archives with about 100,000 arcs, compares the shards with an import, and then all measures.
func sparkArchives(t *testing.T, e *sparkEngine) {
	dir, crawl := t.TempDir(), filepath.Join(t.TempDir(), "crawl")
	paths := drawnArchives(t, drawn.Rand(t), dir, 5, 5000, 15)
	shards := e.extract(t, paths...)
	weft(t, exitDone, append([]string{"import", "-o", crawl, "--quiet"}, paths...)...)
	sameAsCrawl(t, shards, crawl)
	m := readManifest(t, shards)
	if m.Arcs < 100_000 || len(m.Inputs) != len(paths) {
		t.Errorf("%d arcs of %d inputs", m.Arcs, len(m.Inputs))
	}
	measureBoth(t, e, shards, crawl, "measured", 0)

	t.Run("once more", func(t *testing.T) { // other ranges of pages, and the archives in a list: the same rows
		list := filepath.Join(dir, "archives.txt")
		if err := os.WriteFile(list, []byte("# archives\n"+strings.Join(paths, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		again := filepath.Join(t.TempDir(), "again")
		e.run(t, 0, "extract", "--worker", e.worker, "--out", again, "--in", list, "--partitions", "7")
		sameAsCrawl(t, again, crawl)
		if n := len(readManifest(t, again).Files); n <= len(m.Files) {
			t.Errorf("%d files of 7 ranges, %d of 4", n, len(m.Files))
		}
	})
}

// sparkRealArchives compares shards of archives as they are found with an import of them.
func sparkRealArchives(t *testing.T, e *sparkEngine) {
	dir := filepath.Join(shared.Dir(t), "warc-samples")
	var paths []string
	for _, name := range []string{
		"BL-20140325121225068-00000-32090~opera~8443.warc.gz", "BL-20140325122341434-00000-32090~opera~8443.warc.gz", "books.toscrape.warc", "iana.warc.gz",
		"IAH-20080430204825-00000-blackbook.warc.gz", "IAH-20080430204825-00000-blackbook.arc.gz", "IAH-urls-wget.warc.gz", "whirlwind.warc.wat.gz", "quotes.wacz",
	} {
		paths = append(paths, filepath.Join(dir, name))
	}
	crawl := filepath.Join(t.TempDir(), "crawl")
	weft(t, exitDone, append([]string{"import", "-o", crawl, "--quiet"}, paths...)...)
	sameAsCrawl(t, e.extract(t, paths...), crawl)
}

// sparkGraphs compares all measures on graphs of each shape.
func sparkGraphs(t *testing.T, e *sparkEngine) {
	for name, g := range drawnGraphs(drawn.Rand(t)) {
		t.Run(name, func(t *testing.T) {
			shards, crawl := g.write(t, 1+len(g.states)/3)
			measureBoth(t, e, shards, crawl, "measured", 8)
			if name == "states" {
				measureBoth(t, e, shards, crawl, "link+canonical", 8)
			}
		})
	}
	t.Run("empty", func(t *testing.T) { // weft makes no crawl without pages: the job writes results without values
		shards, _ := new(drawnGraph).write(t, 1)
		for measure, name := range map[string]string{"degrees": "indegree", "pagerank": "pagerank", "hits": "hits-hubs", "components": "wcc", "fidelity": "fidelity"} {
			e.run(t, 0, measure, "--in", shards, "--out", shards)
			if v := vectorOf(t, shards, name); len(v) > 0 {
				t.Errorf("%s: %v", name, v)
			}
			if _, err := os.Stat(filepath.Join(shards, "results", name, "result.json")); err != nil {
				t.Error(err)
			}
		}
	})
}

func drawnGraphs(r *rand.Rand) map[string]*drawnGraph {
	fetched := func(n int) (states []string) { return slices.Repeat([]string{"fetched"}, n) }
	graphs := map[string]*drawnGraph{
		"lone":     {states: fetched(1)},
		"no arcs":  {states: fetched(9)},
		"loops":    {states: fetched(5), arcs: map[[2]int]kinds.Set{{0, 0}: 1, {1, 1}: 1, {1, 2}: 1, {2, 3}: 1, {3, 3}: 1, {4, 0}: 1}},
		"dangling": {states: fetched(8), arcs: map[[2]int]kinds.Set{{0, 7}: 1, {1, 7}: 1, {2, 6}: 1, {6, 5}: 1}},
		"parallel": {states: fetched(4), arcs: map[[2]int]kinds.Set{{0, 1}: kinds.Link | kinds.Redirect, {1, 0}: kinds.Link | kinds.Nofollow, {2, 3}: kinds.Canonical}},
	}
	chain := &drawnGraph{states: fetched(3000), arcs: map[[2]int]kinds.Set{}}
	order := r.Perm(len(chain.states)) // a chain whose numbers say nothing about neighbours
	for i := range order[:len(order)-1] {
		chain.arcs[[2]int{order[i], order[i+1]}] = 1
	}
	graphs["long chain"] = chain
	states := &drawnGraph{arcs: map[[2]int]kinds.Set{}, statuses: map[int]int64{}}
	for i := range 400 {
		if r.IntN(4) > 0 { // failed pages with 404 or 410 are gone
			states.statuses[i] = []int64{200, 403, 404, 410, 500}[r.IntN(5)]
		}
		states.states = append(states.states, []string{"ghost", "excluded", "failed", "redirected", "fetched", "fetched", "fetched"}[r.IntN(7)])
	}
	for range 1500 {
		u, v := r.IntN(300), r.IntN(400)
		if states.states[u] != "ghost" {
			states.arcs[[2]int{u, v}] = 1 << r.IntN(9)
		}
	}
	graphs["states"] = states
	return graphs
}

// measureBoth runs all measures on shards and on the crawl of the same pages, and compares the results.
// PageRank and HITS make the given number of iterations; 0 stands for PageRank until it has converged.
func measureBoth(t *testing.T, e *sparkEngine, shards, crawl, of string, iterations int) {
	t.Helper()
	suffix := ""
	if of != "measured" {
		suffix = "+kinds=" + strings.ReplaceAll(of, "+", ".")
	}
	job := func(name string, args ...string) {
		t.Helper()
		e.run(t, 0, append([]string{name, "--in", shards, "--out", shards, "--kinds", of, "--partitions", "3"}, args...)...)
	}
	own := func(args ...string) string {
		t.Helper()
		out, _ := weft(t, exitDone, append(args, "--kinds", of, "--quiet")...)
		return out
	}
	pagerank, name := []string{"--tolerance", "1e-13", "--iterations", "400"}, "pagerank"
	if iterations > 0 {
		pagerank, name = []string{"--tolerance", "0", "--iterations", strconv.Itoa(iterations)}, fmt.Sprintf("pagerank+tolerance=0+iterations=%d+method=power", iterations)
	}
	job("degrees")
	job("pagerank", pagerank...)
	job("hits", "--iterations", "10")
	job("components")
	job("fidelity")
	own("degrees", crawl)
	own(append([]string{"rank", "pagerank", crawl, "--method", "power"}, pagerank...)...)
	own("rank", "hits", crawl, "--iterations", "10")
	own("components", crawl)
	told := own("fidelity", crawl, "--json")
	for _, name := range []string{"indegree", "outdegree", "wcc"} {
		sameVector[uint32](t, shards, crawl, name+suffix, 0)
	}
	if len(vectorOf(t, shards, name+suffix)) == 0 {
		name = "pagerank" // the error is 0 without an arc, and the scores are those of the default options
	}
	sameVector[float64](t, shards, crawl, name+suffix, 1e-10)
	hits := "+iterations=10"
	if len(vectorOf(t, shards, "hits-hubs"+hits+suffix)) == 0 {
		hits = "" // no arc of these kinds
	}
	sameVector[float64](t, shards, crawl, "hits-authorities"+hits+suffix, 1e-10)
	sameVector[float64](t, shards, crawl, "hits-hubs"+hits+suffix, 1e-10)
	sameFidelity(t, shards, crawl, suffix, told)
}

// sameFidelity compares γ of each page, and the figures of the crawl.
func sameFidelity(t *testing.T, shards, crawl, suffix, told string) {
	t.Helper()
	var want struct {
		Crawled, Ghosts int
		Gamma, Im, HAK  float64
		View            string
	}
	var got struct {
		Figures struct {
			Crawled, Ghosts int
			Gamma, Im, HAK  float64
		}
	}
	if err := json.Unmarshal([]byte(told), &want); err != nil {
		t.Fatal(err)
	}
	name := "fidelity" + suffix
	if want.View != "" {
		name += "@" + want.View
	}
	sameVector[float32](t, shards, crawl, name, 0)
	readJSON(t, filepath.Join(shards, "results", name, "result.json"), &got)
	f := got.Figures
	if f.Crawled != want.Crawled || f.Ghosts != want.Ghosts || !(math.Abs(f.Gamma-want.Gamma) < 1e-10 && math.Abs(f.Im-want.Im) < 1e-10 && math.Abs(f.HAK-want.HAK) < 1e-10) {
		t.Errorf("%s: %+v, want %+v", name, f, want)
	}
}

// vectorOf reads a result of the job; nil if there is none.
func vectorOf(t *testing.T, shards, name string) (values []float64) {
	t.Helper()
	dir := filepath.Join(shards, "results", name)
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	var told struct {
		Result, Of string
		Pages      int
		Files      []shardFile
	}
	readJSON(t, filepath.Join(dir, "result.json"), &told)
	m := readManifest(t, shards)
	if told.Result != name || told.Of != m.Checksum || int64(told.Pages) != m.Pages {
		t.Errorf("%s describes %+v", name, told)
	}
	for _, f := range told.Files {
		r, err := os.Open(filepath.Join(dir, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		rows := parquet.NewReader(r)
		for range rows.NumRows() {
			row := make([]parquet.Row, 1)
			if n, err := rows.ReadRows(row); n != 1 {
				t.Fatal(err)
			}
			if number := row[0][0].Int64(); number != int64(len(values)) {
				t.Fatalf("%s: page %d follows %d", f.Name, number, len(values))
			}
			switch v := row[0][1]; v.Kind() {
			case parquet.Double:
				values = append(values, v.Double())
			case parquet.Float:
				values = append(values, float64(v.Float()))
			default:
				values = append(values, float64(v.Int64()))
			}
		}
	}
	return values
}

// sameVector compares a result of the job with the result of a crawl, in the L1 norm. Values that are no number are equal.
func sameVector[T uint32 | float32 | float64](t *testing.T, shards, crawl, name string, most float64) {
	t.Helper()
	got := vectorOf(t, shards, name)
	v, err := npy.Open[T](filepath.Join(crawl, "results", name+".npy"))
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	want := v.Values
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", name, len(got), len(want))
	}
	off := 0.0
	for i, w := range want {
		if w := float64(w); !math.IsNaN(got[i]) || !math.IsNaN(w) {
			off += math.Abs(got[i] - w)
		}
	}
	if !(off <= most) {
		t.Errorf("%s: off by %g, want at most %g", name, off, most)
	}
}

// sparkFailures checks the messages when archives or workers fail.
func sparkFailures(t *testing.T, e *sparkEngine) {
	dir := t.TempDir()
	paths := drawnArchives(t, drawn.Rand(t), dir, 2, 100, 5)
	whole, err := os.ReadFile(paths[1])
	if err != nil {
		t.Fatal(err)
	}
	cut, damaged := filepath.Join(dir, "cut.warc.gz"), filepath.Join(dir, "damaged.warc.gz")
	err1 := os.WriteFile(cut, whole[:len(whole)/2], 0o600)
	err2 := os.WriteFile(damaged, bytes.Repeat([]byte("this is no archive\n"), 100), 0o600)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	t.Run("cut", func(t *testing.T) { // weft import takes the captures before the cut, and warns
		out, crawl := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "crawl")
		told := e.run(t, 0, "extract", "--worker", e.worker, "--out", out, "--in", paths[0], cut)
		m := readManifest(t, out)
		if !strings.Contains(told, "cut.warc.gz is truncated at offset") || !strings.Contains(told, "2 archives read, 0 failed, 1 read in part") || len(m.Warnings) != 1 {
			t.Errorf("%s%q", told, m.Warnings)
		}
		weft(t, exitDone, "import", "-o", crawl, "--quiet", paths[0], cut)
		sameAsCrawl(t, out, crawl)
	})
	fails := func(status int, want string, args ...string) {
		t.Helper()
		out := filepath.Join(t.TempDir(), "out")
		if told := e.run(t, status, append([]string{"extract", "--out", out}, args...)...); !strings.Contains(told, want) {
			t.Errorf("%s:\n%s\nwant %q", args, told, want)
		}
		if _, err := os.Stat(filepath.Join(out, "manifest.json")); err == nil {
			t.Errorf("%s: a failed job leaves a manifest", args)
		}
	}
	fails(1, "damaged.warc.gz: ", "--worker", e.worker, "--in", paths[0], damaged)
	fails(1, "1 of 2 archives failed", "--worker", e.worker, "--in", paths[0], damaged)
	fails(1, "nowhere.warc.gz: ", "--worker", e.worker, "--in", filepath.Join(dir, "nowhere.warc.gz"))
	fails(1, "there is no such file; send the binary with --files weft", "--worker", filepath.Join(dir, "absent"), "--in", paths[0])
	if told := e.run(t, 2, "extract", "--in", paths[0]); !strings.Contains(told, "--out") {
		t.Error(told)
	}

	wrong := filepath.Join(dir, "wrong")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(wrong, []byte(text), 0o755); err != nil { //nolint:gosec // it is executed
			t.Fatal(err)
		}
	}
	write("#!/bin/sh\necho '{\"version\": \"0.0.1\"}'\n")
	fails(1, "is weft 0.0.1", "--worker", wrong, "--in", paths[0])
	write("#!/bin/sh\necho no\n")
	fails(1, "is not weft", "--worker", wrong, "--in", paths[0])
	write("\x7fELF of another machine")
	fails(1, "another system or processor", "--worker", wrong, "--in", paths[0])
	write("#!/bin/sh\n[ \"$1\" = version ] && exec " + e.worker + " version --json\nkill -9 $$\n")
	fails(1, "the worker ended with status -9", "--worker", wrong, "--in", paths[0])

	t.Run("skipped", func(t *testing.T) {
		out, crawl := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "crawl")
		if told := e.run(t, 3, "extract", "--worker", e.worker, "--skip-failed", "--out", out, "--in", paths[0], damaged); !strings.Contains(told, "1 archives read, 1 failed, 0 read in part") {
			t.Error(told)
		}
		if m := readManifest(t, out); len(m.Skipped) != 1 || !strings.Contains(m.Skipped[0].Path, "damaged.warc.gz") || len(m.Inputs) != 1 {
			t.Errorf("%+v", m)
		}
		weft(t, exitDone, "import", "-o", crawl, "--quiet", paths[0])
		sameAsCrawl(t, out, crawl)
		if told := e.run(t, 1, "extract", "--worker", e.worker, "--out", out, "--in", paths[0]); !strings.Contains(told, "already has a manifest.json") {
			t.Error(told)
		}
	})
	t.Run("repaired", func(t *testing.T) { // --resume reads only failed archives, and the shards are as those of a single run
		out, crawl := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "crawl")
		e.run(t, 1, "extract", "--worker", e.worker, "--out", out, "--in", paths[0], damaged)
		if told := e.run(t, 1, "extract", "--worker", e.worker, "--out", out, "--in", paths[0], damaged); !strings.Contains(told, "--resume") {
			t.Error(told)
		}
		if err := os.WriteFile(damaged, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		e.run(t, 0, "extract", "--worker", e.worker, "--out", out, "--resume", "--in", paths[0], damaged)
		weft(t, exitDone, "import", "-o", crawl, "--quiet", paths[0], damaged)
		sameAsCrawl(t, out, crawl)
	})
}

// sparkDownloads reads an archive from a server that breaks connections, and from one that changes the file meanwhile.
func sparkDownloads(t *testing.T, e *sparkEngine) {
	paths := drawnArchives(t, drawn.Rand(t), t.TempDir(), 1, 300, 10)
	body, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	requests := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		if r.URL.Path == "/absent.warc.gz" {
			http.NotFound(w, r)
			return
		}
		if r.URL.Path == "/garbage.warc.gz" {
			garble(t, w)
			return
		}
		at := 0
		if _, err := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &at); err == nil && r.URL.Path != "/changed.warc.gz" {
			if r.URL.Path == "/other.warc.gz" {
				at--
			}
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", at, len(body)-1, len(body)))
			if r.URL.Path != "/chunked.warc.gz" {
				w.Header().Set("Content-Length", strconv.Itoa(len(body)-at))
			}
			w.WriteHeader(http.StatusPartialContent)
		} else {
			at = 0
			if r.URL.Path != "/chunked.warc.gz" {
				w.Header().Set("Content-Length", strconv.Itoa(len(body)))
			}
		}
		end := min(at+len(body)/3, len(body))
		w.Write(body[at:end])
		if end < len(body) {
			w.(http.Flusher).Flush() //nolint:forcetypeassert // of net/http
			panic(http.ErrAbortHandler)
		}
	}))
	defer s.Close()
	crawl := filepath.Join(t.TempDir(), "crawl")
	weft(t, exitDone, "import", "-o", crawl, "--quiet", paths[0])
	sameAsCrawl(t, e.extract(t, s.URL+"/a.warc.gz"), crawl)
	if requests < 3 {
		t.Errorf("%d requests", requests)
	}
	for name, want := range map[string]string{
		"absent": "status 404", "changed": "it has changed", "other": "the server sent another part", "garbage": "in 6 attempts",
	} {
		out := filepath.Join(t.TempDir(), "out")
		told := e.run(t, 1, "extract", "--worker", e.worker, "--out", out, "--in", s.URL+"/"+name+".warc.gz?token=secret")
		if !strings.Contains(told, want) || !strings.Contains(told, s.URL+"/"+name+".warc.gz") || strings.Contains(told, "secret") {
			t.Errorf("%s: %s", name, told)
		}
	}
	out := e.extract(t, s.URL+"/chunked.warc.gz?token=secret") // it ends without its last chunk, again and again
	sameAsCrawl(t, out, crawl)
	if b, err := os.ReadFile(filepath.Join(out, "manifest.json")); err != nil || bytes.Contains(b, []byte("secret")) {
		t.Errorf("the manifest has a secret: %v", err)
	}
}

// garble sends a response that is no HTTP, and closes the connection.
func garble(t *testing.T, w http.ResponseWriter) {
	t.Helper()
	c, _, err := w.(http.Hijacker).Hijack() //nolint:forcetypeassert // of net/http
	if err != nil {
		t.Error(err)
		return
	}
	c.Write([]byte("garbage\r\n\r\n"))
	c.Close()
}

// sparkChanged measures shards after a change to one of their files, and resumes an extraction with other ranges.
func sparkChanged(t *testing.T, e *sparkEngine) {
	g := drawnGraphs(drawn.Rand(t))["states"]
	shards, _ := g.write(t, 20)
	files, err := filepath.Glob(filepath.Join(shards, "arcs", "*.parquet"))
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	whole[len(whole)/2] ^= 1
	if err := os.WriteFile(files[0], whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if told := e.run(t, 1, "degrees", "--in", shards, "--out", shards); !strings.Contains(told, "another checksum than in manifest.json") {
		t.Error(told)
	}

	paths := drawnArchives(t, drawn.Rand(t), t.TempDir(), 2, 60, 5)
	out, crawl, back := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "crawl"), filepath.Join(t.TempDir(), "back")
	for _, folder := range []string{"pages", "arcs", "texts"} { // as a killed attempt with more ranges leaves them
		path := filepath.Join(out, folder, "part-000099.parquet")
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("old"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	e.run(t, 0, append([]string{"extract", "--worker", e.worker, "--out", out, "--resume", "--in"}, paths...)...)
	weft(t, exitDone, append([]string{"import", "-o", crawl, "--quiet"}, paths...)...)
	weft(t, exitDone, "import", out, "-o", back, "--quiet")
	sameAsCrawl(t, out, crawl)
}

// TestSparkNames compares the numbers in the names of results with those that weft writes, and checks what is shown of addresses
// and which errors of an engine are tried again.
func TestSparkNames(t *testing.T) {
	env, values := sparkTool(t, "sail"), []float64{0.85, 0.5, 0.123456789, 0.85000001, 1e-9, 1e-5, 0.0001, 1, 3, 100000, 123456.5, 1e6, 123456789, 1234567.5, 1e16, 123456789012345680000, 1e21, 0.00001234, 5e-324}
	r := drawn.Rand(t)
	for range 200 {
		values = append(values, math.Float64frombits(r.Uint64()>>2))
	}
	_, job, _ := sparkFiles(t)
	var list []string
	for _, v := range values {
		list = append(list, strconv.FormatFloat(v, 'e', -1, 64))
	}
	code := "import importlib.util, sys\nspec = importlib.util.spec_from_file_location('job', sys.argv[1])\njob = importlib.util.module_from_spec(spec)\n" +
		"sys.modules['job'] = job\nspec.loader.exec_module(job)\nfor v in sys.argv[2].split(): print(job.option_text(float(v)))\n" +
		"for u in ['s3://KEY:SECRET@b/a.gz', 'https://u:p@h:1/x.gz?X-Amz-Signature=1#2', 'https://h?x=/@y', 'file:///a?b', '/a@b?c']: print(job.shown(u))\n" +
		"class Frame:\n  def __init__(self, *errors): self.errors = list(errors)\n  def collect(self):\n    if self.errors: raise OSError(self.errors.pop(0))\n    return [7]\n" +
		"print(job.collect(Frame(job.LOST, job.LOST)))\n" +
		"for f in (Frame(job.LOST, job.LOST, job.LOST), Frame('other')):\n  try: job.collect(f)\n  except OSError as e: print(e)\n"
	out, err := exec.Command(filepath.Join(env, "bin", "python"), "-c", code, job, strings.Join(list, " ")).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i, v := range values {
		if want := fmt.Sprint(v); lines[i] != want {
			t.Errorf("%v: got %s", want, lines[i])
		}
	}
	if got, want := lines[len(values):], []string{"s3://b/a.gz", "https://h:1/x.gz", "https://h", "file:///a?b", "/a@b?c", "[7]", "Exception deserializing response", "other"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// sparkResume kills a job between iterations and resumes it.
func sparkResume(t *testing.T, e *sparkEngine) {
	g := drawnGraphs(drawn.Rand(t))["states"]
	shards, crawl := g.write(t, 150)
	whole, _ := g.write(t, 150)
	for _, measure := range []string{"pagerank", "hits", "components"} {
		first := []string{measure, "--in", shards, "--out", shards, "--partitions", "2"}
		if measure != "components" {
			first = append(first, "--iterations", "20")
		}
		e.kill(t, filepath.Join(shards, "work", measure+"-*"), first...)
		left, err := filepath.Glob(filepath.Join(shards, "work", measure+"-*", "iteration-*", "whole.json"))
		if err != nil || len(left) == 0 {
			t.Fatalf("%s: no iteration is left: %v", measure, err)
		}
		if told := e.run(t, 1, append(first, "--resume", "--kinds", "link")...); !strings.Contains(told, "of other options or another graph: ") || !strings.Contains(told, "kinds was") {
			t.Errorf("%s: %s", measure, told)
		}
		if told := e.run(t, 1, append(first, "--resume", "--partitions", "3")...); !strings.Contains(told, "pages in a range (--partitions, --bucket-pages) was ") {
			t.Errorf("%s: %s", measure, told)
		}
		if told := e.run(t, 0, append(first, "--resume")...); !strings.Contains(told, measure+": continues after iteration ") {
			t.Errorf("%s: %s", measure, told)
		}
		if left, _ := filepath.Glob(filepath.Join(shards, "work", measure+"-*")); len(left) > 0 {
			t.Errorf("%s: iterations are left: %v", measure, left)
		}
		first[2], first[4] = whole, whole
		e.run(t, 0, first...)
	}
	for _, name := range []string{"pagerank+iterations=20+method=power", "hits-hubs+iterations=20", "hits-authorities+iterations=20", "wcc"} {
		if !slices.Equal(vectorOf(t, shards, name), vectorOf(t, whole, name)) {
			t.Errorf("%s differs after it was resumed", name)
		}
	}
	weft(t, exitDone, "components", crawl, "--quiet")
	sameVector[uint32](t, shards, crawl, "wcc", 0)
	if v := vectorOf(t, shards, "wcc"); len(v) == 0 {
		t.Error("no component")
	}
}

// kill starts a command of the job as a process of its own, and kills it when an iteration is whole.
func (e *sparkEngine) kill(t *testing.T, work string, args ...string) {
	t.Helper()
	cmd := exec.Command(e.python, append([]string{e.job}, args...)...)
	cmd.Env = append(os.Environ(), e.remote)
	start(t, cmd)
	for range 24_000 { // two minutes
		if whole, _ := filepath.Glob(filepath.Join(work, "iteration-00000[1-9]", "whole.json")); len(whole) > 0 {
			cmd.Process.Kill()
			cmd.Wait()
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("%s: no iteration", args)
}
