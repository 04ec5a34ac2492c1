package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/responses"
	"weft/internal/table"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// Rows of shards, and of weft export --format parquet.
type (
	shardPage struct {
		Number int64   `parquet:"number"`
		Key    string  `parquet:"key"`
		URL    string  `parquet:"url"`
		State  string  `parquet:"state"`
		Status *int64  `parquet:"status,optional"`
		Type   *string `parquet:"type,optional"`
		Size   *int64  `parquet:"size,optional"`
		Digest *string `parquet:"digest,optional"`
		Time   *int64  `parquet:"time,optional,timestamp(millisecond)"`
		Title  *string `parquet:"title,optional"`
	}
	shardArc struct {
		Source int64  `parquet:"source"`
		Target int64  `parquet:"target"`
		Kinds  string `parquet:"kinds"`
	}
	shardText struct {
		Source int64  `parquet:"source"`
		Target int64  `parquet:"target"`
		Text   string `parquet:"text"`
	}
)

// A shardManifest is the manifest.json of shards.
type shardManifest struct {
	Format             string
	Version            int
	Pages, Arcs, Texts int64
	Files              []shardFile
	Checksum           string
	Inputs             []store.Input
	Responses          []*responses.Total
	Skipped            []struct{ Path, Error string }
	Warnings           []string
}

type shardFile struct {
	Name        string `json:"name"`
	Rows, Bytes int64
	SHA256      string `json:"sha256"`
}

// readManifest reads and checks a manifest, with the checksums of all files.
func readManifest(t *testing.T, dir string) *shardManifest {
	t.Helper()
	m := new(shardManifest)
	readJSON(t, filepath.Join(dir, "manifest.json"), m)
	sum := sha256.New()
	for _, f := range m.Files {
		b, err := os.ReadFile(filepath.Join(dir, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(b)); got != f.SHA256 || int64(len(b)) != f.Bytes {
			t.Errorf("%s: %d bytes, checksum %s; the manifest says %d, %s", f.Name, len(b), got, f.Bytes, f.SHA256)
		}
		fmt.Fprintf(sum, "%s %d %d %s\n", f.Name, f.Rows, f.Bytes, f.SHA256)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); m.Format != "weft-shards" || m.Version != 1 || m.Checksum != got {
		t.Errorf("%s: format %s %d, checksum %s, want %s", dir, m.Format, m.Version, m.Checksum, got)
	}
	return m
}

func readJSON(t *testing.T, path string, to any) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, to)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// shardRows reads the rows of all files of a folder of shards, in the order of the manifest.
func shardRows[T any](t *testing.T, dir string, m *shardManifest, folder string) (all []T) {
	t.Helper()
	for _, f := range m.Files {
		if !strings.HasPrefix(f.Name, folder+"/") {
			continue
		}
		rows, err := parquet.ReadFile[T](filepath.Join(dir, f.Name))
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if int64(len(rows)) != f.Rows {
			t.Errorf("%s has %d rows, the manifest says %d", f.Name, len(rows), f.Rows)
		}
		all = append(all, rows...)
	}
	return all
}

// sameAsCrawl compares shards with a crawl: pages with keys, states and facts, arcs with kinds, and texts.
func sameAsCrawl(t *testing.T, shards, crawl string) {
	t.Helper()
	m := readManifest(t, shards)
	pages := shardRows[shardPage](t, shards, m, "pages")
	arcs := shardRows[shardArc](t, shards, m, "arcs")
	texts := shardRows[shardText](t, shards, m, "texts")
	if m.Pages != int64(len(pages)) || m.Arcs != int64(len(arcs)) || m.Texts != int64(len(texts)) {
		t.Errorf("the manifest has %d pages, %d arcs, %d texts; the files %d, %d, %d", m.Pages, m.Arcs, m.Texts, len(pages), len(arcs), len(texts))
	}
	c := ingesttest.Open(t, crawl)
	checkEqual(t, "pages", pages, crawlPages(t, crawl))
	sameResponses(t, m, crawl)
	checkEqual(t, "arcs", arcs, crawlArcs(t, c))
	checkEqual(t, "texts", texts, crawlTexts(t, c))
	back := filepath.Join(t.TempDir(), "back")
	weft(t, exitDone, "import", shards, "-o", back, "--quiet")
	sameSums(t, back, crawl)
}

// sameSums compares the checksums of the files of two crawls, except results and texts. An import of archives may keep unused
// texts of links; checkEqual compares the texts of the links.
func sameSums(t *testing.T, a, b string) {
	t.Helper()
	sums := func(dir string) map[string]any {
		text, err := os.ReadFile(filepath.Join(dir, store.ManifestFile))
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			Files map[string]any `json:"files"`
		}
		if err := json.Unmarshal(text, &m); err != nil || len(m.Files) < 5 {
			t.Fatalf("%s: %d files, %v", dir, len(m.Files), err)
		}
		maps.DeleteFunc(m.Files, func(name string, _ any) bool {
			return name == store.LogFile || strings.HasPrefix(name, "results/") || strings.HasPrefix(name, "anchors.")
		})
		return m.Files
	}
	if got, want := sums(a), sums(b); !reflect.DeepEqual(got, want) {
		for name := range want {
			if !reflect.DeepEqual(got[name], want[name]) {
				t.Errorf("%s of the imported shards is another file", name)
			}
		}
		t.Errorf("the imported shards have %d files, want %d", len(got), len(want))
	}
}

// checkEqual compares rows as JSON, and reports the first that differ.
func checkEqual[T any](t *testing.T, what string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d %s, want %d", len(got), what, len(want))
	}
	wrong := 0
	for i := range min(len(got), len(want)) {
		a, err1 := json.Marshal(got[i])
		b, err2 := json.Marshal(want[i])
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if string(a) != string(b) {
			if wrong++; wrong < 4 {
				t.Errorf("%s %d: got %s, want %s", what, i, a, b)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d %s differ", wrong, what)
	}
}

// sameResponses compares the counts of responses in shards with those of the crawl.
func sameResponses(t *testing.T, m *shardManifest, crawl string) {
	t.Helper()
	c, err := store.Open(crawl)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	joined, err := responses.Join(m.Responses)
	if err != nil || len(joined) == 0 || !reflect.DeepEqual(joined[0], c.Manifest.Responses) {
		got, _ := json.Marshal(m.Responses)
		want, _ := json.Marshal(c.Manifest.Responses)
		t.Errorf("responses: %v\n%s\nwant\n%s", err, got, want)
	}
}

// crawlPages returns the pages of a crawl as rows of shards.
func crawlPages(t *testing.T, path string) []shardPage {
	t.Helper()
	out := filepath.Join(t.TempDir(), "table")
	weft(t, exitDone, "export", path, "--format", "parquet", "-o", out, "--quiet")
	type exported struct {
		Page   int64   `parquet:"page"`
		URL    string  `parquet:"url"`
		State  string  `parquet:"state"`
		Status *int64  `parquet:"status,optional"`
		Type   *string `parquet:"type,optional"`
		Size   *int64  `parquet:"size,optional"`
		Digest *string `parquet:"digest,optional"`
		Time   *int64  `parquet:"time,optional,timestamp(millisecond)"`
		Title  *string `parquet:"title,optional"`
	}
	rows, err := parquet.ReadFile[exported](filepath.Join(out, "pages.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	pages := make([]shardPage, len(rows))
	for i, r := range rows {
		pages[i] = shardPage{r.Page, string(store.Key(nil, []byte(r.URL))), r.URL, r.State, r.Status, r.Type, r.Size, r.Digest, r.Time, r.Title}
	}
	return pages
}

func crawlArcs(t *testing.T, c *store.Crawl) (arcs []shardArc) {
	t.Helper()
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		ks := cur.Kinds()
		for i, v := range cur.Succ() {
			arcs = append(arcs, shardArc{int64(cur.Node()), int64(v), ks[i].String()})
		}
	}
	if err := cur.Err(); err != nil {
		t.Fatal(err)
	}
	return arcs
}

func crawlTexts(t *testing.T, c *store.Crawl) (texts []shardText) {
	t.Helper()
	cur := c.Anchors(graph.Everything(c.Graph()))
	for cur.Next() {
		for _, a := range cur.Anchors() {
			text, err := cur.Text(nil, a)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, shardText{int64(a.From), int64(cur.Node()), string(text)})
		}
	}
	if err := cur.Err(); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(texts, func(a, b shardText) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Target, b.Target), cmp.Compare(a.Text, b.Text))
	})
	return texts
}

// A drawnGraph is a graph with states and kinds, as shards and as a crawl.
type drawnGraph struct {
	states   []string
	statuses map[int]int64 // of HTTP, of some pages
	arcs     map[[2]int]kinds.Set
}

// write writes the graph as shards with files of some pages, and imports it as a crawl.
func (g *drawnGraph) write(t *testing.T, perFile int) (shards, crawl string) {
	t.Helper()
	dir := t.TempDir()
	shards, crawl = filepath.Join(dir, "shards"), filepath.Join(dir, "crawl")
	pages := make([]shardPage, len(g.states))
	for i, s := range g.states {
		url := fmt.Sprintf("http://h.example/%07d", i)
		pages[i] = shardPage{Number: int64(i), Key: string(store.Key(nil, []byte(url))), URL: url, State: s}
		if status, ok := g.statuses[i]; ok {
			pages[i].Status = &status
		}
	}
	var arcs []shardArc
	for _, a := range slices.SortedFunc(maps.Keys(g.arcs), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		arcs = append(arcs, shardArc{int64(a[0]), int64(a[1]), g.arcs[a].String()})
	}
	m := &shardManifest{Format: "weft-shards", Version: 1, Pages: int64(len(pages)), Arcs: int64(len(arcs))}
	for lo := 0; lo < len(pages) || lo == 0; lo += perFile {
		hi := min(lo+perFile, len(pages))
		var own []shardArc
		for _, a := range arcs {
			if int(a.Source) >= lo && int(a.Source) < hi {
				own = append(own, a)
			}
		}
		addShard(t, shards, m, fmt.Sprintf("pages/part-%05d.parquet", lo), pages[lo:hi])
		addShard(t, shards, m, fmt.Sprintf("arcs/part-%05d.parquet", lo), own)
	}
	slices.SortFunc(m.Files, func(a, b shardFile) int { return cmp.Compare(a.Name, b.Name) })
	sum := sha256.New()
	for _, f := range m.Files {
		fmt.Fprintf(sum, "%s %d %d %s\n", f.Name, f.Rows, f.Bytes, f.SHA256)
	}
	b, err := json.Marshal(map[string]any{
		"format": m.Format, "version": 1, "pages": m.Pages, "arcs": m.Arcs, "texts": 0, "files": m.Files, "checksum": hex.EncodeToString(sum.Sum(nil)),
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(shards, "manifest.json"), b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) == 0 {
		return shards, ""
	}
	writeTables(t, filepath.Join(dir, "table"), pages, arcs)
	weft(t, exitDone, "import", filepath.Join(dir, "table"), "-o", crawl, "--quiet")
	return shards, crawl
}

// writeTables writes pages and arcs as weft export --format parquet does.
func writeTables(t *testing.T, dir string, pages []shardPage, arcs []shardArc) {
	t.Helper()
	err1 := os.MkdirAll(dir, 0o755)
	const facts = 6 // of the columns of facts, as in the export
	columns := append([]table.Column{{Name: "page"}, {Name: "url", Type: table.Text}, {Name: "state", Type: table.Text}}, store.FactColumns()[:facts]...)
	err2 := table.Create(filepath.Join(dir, "pages.parquet"), columns, func(w *table.Writer) (err error) {
		for _, p := range pages {
			var f store.Facts
			if p.Status != nil {
				f.Status = int(*p.Status)
			}
			err = errors.Join(err, w.Append(f.AppendRow([]any{p.Number, []byte(p.URL), []byte(p.State)})[:len(columns)]...))
		}
		return err
	})
	err3 := table.Create(filepath.Join(dir, "arcs.parquet"), []table.Column{{Name: "source"}, {Name: "target"}, {Name: "kinds", Type: table.Text}}, func(w *table.Writer) (err error) {
		for _, a := range arcs {
			err = errors.Join(err, w.Append(a.Source, a.Target, []byte(a.Kinds)))
		}
		return err
	})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
}

// addShard writes a file and adds it to a manifest.
func addShard[T any](t *testing.T, dir string, m *shardManifest, name string, rows []T) {
	t.Helper()
	path := filepath.Join(dir, name)
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = parquet.WriteFile(path, rows)
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m.Files = append(m.Files, shardFile{name, int64(len(rows)), int64(len(b)), fmt.Sprintf("%x", sha256.Sum256(b))})
}
