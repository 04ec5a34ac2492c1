package ingest_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"weft/internal/mem"
	"weft/making/ingest"
	"weft/store"
)

type shardPage struct {
	Number int64  `parquet:"number"`
	Key    string `parquet:"key"`
	URL    string `parquet:"url"`
	State  string `parquet:"state"`
}

type shardArc struct {
	Source int64  `parquet:"source"`
	Target int64  `parquet:"target"`
	Kinds  string `parquet:"kinds,dict"`
}

type shardText struct {
	Source int64  `parquet:"source"`
	Target int64  `parquet:"target"`
	Text   string `parquet:"text"`
}

// tableBytes returns a Parquet file.
func tableBytes[R any](t *testing.T, rows []R, o ...parquet.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[R](&b, o...)
	_, err := w.Write(rows)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A shardFolder is a folder of shards in memory, with a manifest that fits it.
type shardFolder struct {
	tables   map[string][]byte
	manifest map[string]any
}

func fileOf(t *testing.T, name string, table []byte) map[string]any {
	t.Helper()
	rows := int64(0)
	if f, err := parquet.OpenFile(bytes.NewReader(table), int64(len(table))); err == nil {
		rows = f.NumRows()
	}
	sum := sha256.Sum256(table)
	return map[string]any{"name": name, "rows": rows, "bytes": len(table), "sha256": hex.EncodeToString(sum[:])}
}

// newShards returns two pages, an arc each way, and texts.
func newShards(t *testing.T) *shardFolder {
	f := &shardFolder{tables: map[string][]byte{
		"pages/a.parquet": tableBytes(t, []shardPage{{0, "example,a)/ h", "http://a.example/", "fetched"}}),
		"pages/b.parquet": tableBytes(t, []shardPage{{1, "example,b)/ h", "http://b.example/", "redirected"}, {2, "example,c)/ h", "http://c.example/", "ghost"}}),
		"arcs/a.parquet":  tableBytes(t, []shardArc{{0, 1, "link"}, {0, 2, "link+nofollow"}, {1, 0, "redirect"}}),
		"texts/a.parquet": tableBytes(t, []shardText{{0, 1, "one"}, {0, 1, "two"}, {0, 2, "one"}}),
	}}
	f.describe(t)
	return f
}

// describe makes the manifest anew.
func (f *shardFolder) describe(t *testing.T) {
	counts, files, lines := map[string]int64{}, []any{}, ""
	for _, name := range slices.Sorted(maps.Keys(f.tables)) {
		file := fileOf(t, name, f.tables[name])
		folder, _, _ := strings.Cut(name, "/")
		counts[folder] += file["rows"].(int64)
		files = append(files, file)
		lines += fmt.Sprintf("%s %d %d %s\n", name, file["rows"], file["bytes"], file["sha256"])
	}
	sum := sha256.Sum256([]byte(lines))
	f.manifest = map[string]any{"format": "weft-shards", "version": 1, "made_by": "a test", "pages": counts["pages"], "arcs": counts["arcs"], "texts": counts["texts"], "files": files, "checksum": hex.EncodeToString(sum[:])}
}

// write writes the folder and returns its path.
func (f *shardFolder) write(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shards")
	for name, b := range f.tables {
		put(t, filepath.Join(dir, name), b)
	}
	text, err := json.Marshal(f.manifest)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "manifest.json"), text)
	return dir
}

func put(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func (f *shardFolder) file(i int) map[string]any {
	return f.manifest["files"].([]any)[i].(map[string]any)
}

// importShards imports a folder, and refuses output after a failure.
func importShards(t *testing.T, dir string, memory int64) (*store.Crawl, ingest.Summary, error) {
	t.Helper()
	o := ingest.Options{Inputs: []string{dir}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c"), Memory: memory}}
	s, err := ingest.Import(t.Context(), o)
	if err != nil {
		if _, e := os.Stat(o.Output); e == nil {
			t.Error("there is a crawl")
		}
		return nil, s, err
	}
	c, err := store.Open(o.Output)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, s, store.Verify(o.Output, nil)
}

// Shards become the crawl that they describe.
func TestShards(t *testing.T) {
	c, s, err := importShards(t, newShards(t).write(t), mem.Least)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"http://a.example/ http://b.example/ link", "http://a.example/ http://c.example/ link+nofollow", "http://b.example/ http://a.example/ redirect"}
	if got := arcsOf(t, c); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if n := c.Manifest.Counts; n.Fetched != 1 || n.Redirected != 1 || n.Ghosts != 1 || n.Anchors != 3 || s.Records != 9 {
		t.Errorf("got %+v, %d records", n, s.Records)
	}
}

// Tables of other writers: other types, orders of columns, codecs, missing values.
func TestShardsOfOtherWriters(t *testing.T) {
	type page struct {
		State  *string    `parquet:"state,dict,snappy"`
		Time   *time.Time `parquet:"time,optional,timestamp(microsecond)"`
		Status *int32     `parquet:"status,optional"`
		URL    *string    `parquet:"url,optional,gzip"`
		Number *int32     `parquet:"number,optional"`
		Key    *string    `parquet:"key,optional,zstd"`
		More   bool       `parquet:"more"`
	}
	type arc struct {
		Kinds  *string `parquet:"kinds,optional,zstd"`
		Target uint32  `parquet:"target,delta"`
		Source *int64  `parquet:"source,optional,snappy"`
	}
	text, number, status := func(s string) *string { return &s }, func(n int32) *int32 { return &n }, int32(404)
	at, source := time.UnixMicro(-1500).UTC(), int64(0)
	f := newShards(t)
	f.tables["pages/a.parquet"] = tableBytes(t, []page{{State: text("failed"), Time: &at, Status: &status, Number: number(0), Key: text("example,a)/ h")}})
	f.tables["arcs/a.parquet"] = tableBytes(t, []arc{{nil, 1, &source}, {text("embed"), 2, &source}})
	f.describe(t)
	c, _, err := importShards(t, f.write(t), mem.Least)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := arcsOf(t, c), []string{"http://a.example/ http://b.example/ link", "http://a.example/ http://c.example/ embed"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	r, err := c.OpenFacts()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := r.At(0); err != nil || got.Status != 404 || !got.Time.Equal(time.UnixMilli(-2)) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Whatever differs from the manifest, or from the layout, is refused with its file and what was expected.
func TestShardsThatDiffer(t *testing.T) {
	type unsignedArc struct {
		Source uint64 `parquet:"source"`
		Target uint64 `parquet:"target"`
	}
	type floatArc struct {
		Source float64 `parquet:"source"`
		Target int64   `parquet:"target"`
	}
	type listArc struct {
		Source int64   `parquet:"source"`
		Target []int64 `parquet:"target,list"`
	}
	type optionalArc struct {
		Source *int64 `parquet:"source,optional"`
		Target int64  `parquet:"target"`
	}
	pages := func(rows ...shardPage) func(*testing.T, *shardFolder) {
		return func(t *testing.T, f *shardFolder) { f.tables["pages/b.parquet"] = tableBytes(t, rows); f.describe(t) }
	}
	a := func(name string, table func(t *testing.T) []byte) func(*testing.T, *shardFolder) {
		return func(t *testing.T, f *shardFolder) { f.tables[name] = table(t); f.describe(t) }
	}
	arcs := func(rows ...shardArc) func(*testing.T, *shardFolder) {
		return a("arcs/a.parquet", func(t *testing.T) []byte { return tableBytes(t, rows) })
	}
	texts := func(rows ...shardText) func(*testing.T, *shardFolder) {
		return a("texts/a.parquet", func(t *testing.T) []byte { return tableBytes(t, rows) })
	}
	set := func(key string, v any) func(*testing.T, *shardFolder) {
		return func(_ *testing.T, f *shardFolder) { f.manifest[key] = v }
	}
	entry := func(i int, key string, v any) func(*testing.T, *shardFolder) {
		return func(_ *testing.T, f *shardFolder) { f.file(i)[key] = v }
	}
	for name, c := range map[string]struct {
		change func(*testing.T, *shardFolder)
		disk   func(t *testing.T, dir string)
		want   string
	}{
		"missing":   {disk: func(t *testing.T, dir string) { remove(t, dir+"/arcs/a.parquet") }, want: "arcs/a.parquet is missing"},
		"manifest":  {disk: func(t *testing.T, dir string) { remove(t, dir+"/manifest.json") }, want: "manifest.json is missing: the shards are not whole"},
		"more":      {disk: func(t *testing.T, dir string) { put(t, dir+"/texts/z.parquet", nil) }, want: "texts/z.parquet: manifest.json does not list it"},
		"cut":       {disk: func(t *testing.T, dir string) { put(t, dir+"/pages/b.parquet", []byte("PAR1")) }, want: "pages/b.parquet has 4 bytes, and"},
		"changed":   {disk: flip("pages/b.parquet"), want: "pages/b.parquet has the SHA-256"},
		"link":      {disk: link("pages/a.parquet"), want: "pages/a.parquet is a symbolic link"},
		"folder":    {disk: link("arcs"), want: "arcs is a symbolic link"},
		"cut JSON":  {disk: func(t *testing.T, dir string) { put(t, dir+"/manifest.json", []byte(`{"format": "weft-shards", "ver`)) }, want: "not a manifest of shards: unexpected end"},
		"link JSON": {disk: link("manifest.json"), want: "manifest.json is a symbolic link"},
		"pipe":      {disk: func(t *testing.T, dir string) { remove(t, dir+"/arcs/a.parquet"); mkdir(t, dir+"/arcs/a.parquet") }, want: "expected a regular file"},
		"version":   {change: set("version", 2), want: "shards of version 2: this version of weft reads version 1"},
		"checksum":  {change: set("checksum", strings.Repeat("0", 64)), want: `"checksum" is "000`},
		"pages":     {change: set("pages", 4), want: `the files of pages/ have 3 rows, and "pages" is 4`},
		"too many":  {change: set("pages", int64(1)<<40), want: "at most"},
		"negative":  {change: set("arcs", -1), want: "expected no negative numbers"},
		"beyond":    {change: set("arcs", json.Number("9223372036854775808")), want: "not a manifest of shards"},
		"up":        {change: entry(0, "name", "arcs/../../x.parquet"), want: `is not allowed`},
		"absolute":  {change: entry(0, "name", "/etc/x.parquet"), want: "expected pages/NAME.parquet, arcs/NAME.parquet or texts/NAME.parquet"},
		"windows":   {change: entry(0, "name", `arcs/c:\x.parquet`), want: "is not allowed"},
		"deep":      {change: entry(0, "name", `arcs/x/y.parquet`), want: "is not allowed"},
		"twice":     {change: entry(2, "name", "pages/a.parquet"), want: "each once"},
		"no sum":    {change: entry(0, "sha256", "ABC"), want: `"sha256" is "ABC": expected 64 digits`},
		"rows":      {change: entry(0, "rows", math.MinInt64), want: "expected no negative numbers"},
		"overflow": {change: func(_ *testing.T, f *shardFolder) {
			f.file(1)["rows"], f.file(2)["rows"] = int64(math.MaxInt64), int64(2)
		}, want: "more rows than 63 bits count"},
		"not dense": {change: pages(shardPage{2, "example,b)/ h", "http://b.example/", "failed"}), want: "b.parquet: row 1: the page has the number 2, expected 1"},
		"order":     {change: pages(shardPage{1, "example,Z)/ h", "http://Z.example/", "failed"}), want: "follows"},
		"same key":  {change: pages(shardPage{1, "example,a)/ h", "http://a.example/", "failed"}), want: "expected keys in the order of their bytes, each once"},
		"other URL": {change: pages(shardPage{1, "example,b)/ h", "http://b.example/x", "failed"}), want: "expected the key of the URL"},
		"no key":    {change: pages(shardPage{1, "example,b", "example,b", "failed"}), want: "is not a sort key"},
		"state":     {change: pages(shardPage{1, "example,b)/ h", "http://b.example/", "Fetched"}), want: `the state is "Fetched": expected ghost, excluded`},
		"arc order": {change: arcs(shardArc{0, 2, "link"}, shardArc{0, 1, "link"}), want: "row 2: the arc 0 → 1 follows 0 → 2"},
		"arc twice": {change: arcs(shardArc{0, 1, "link"}, shardArc{0, 1, "embed"}), want: "each once"},
		"no page":   {change: arcs(shardArc{0, 3, "link"}), want: `"target" is 3, and there are 3 pages: expected 0 to 2`},
		"below 0":   {change: arcs(shardArc{-1, 1, "link"}), want: `"source" is -1`},
		"kinds":     {change: arcs(shardArc{0, 1, "measured"}), want: `are "measured": expected words such as link`},
		"kinds 2":   {change: arcs(shardArc{0, 1, "nofollow+link"}), want: "expected words such as link"},
		"64 bits":   {change: a("arcs/a.parquet", func(t *testing.T) []byte { return tableBytes(t, []unsignedArc{{0, 1 << 63}}) }), want: "expected a number of at most 63 bits"},
		"floats":    {change: a("arcs/a.parquet", func(t *testing.T) []byte { return tableBytes(t, []floatArc{{0, 1}}) }), want: `the column "source" is of type DOUBLE: expected integers`},
		"lists":     {change: a("arcs/a.parquet", func(t *testing.T) []byte { return tableBytes(t, []listArc{{0, []int64{1}}}) }), want: `the column "target" holds lists`},
		"null":      {change: a("arcs/a.parquet", func(t *testing.T) []byte { return tableBytes(t, []optionalArc{{nil, 1}}) }), want: `the column "source" has no value`},
		"columns":   {change: a("arcs/a.parquet", func(t *testing.T) []byte { return tableBytes(t, []shardPage{{}}) }), want: `there is no column "source": the table has`},
		"no table":  {change: a("arcs/a.parquet", func(*testing.T) []byte { return []byte("no table at all") }), want: "arcs/a.parquet: the Parquet file is damaged"},
		"no arc":    {change: texts(shardText{0, 1, "x"}, shardText{1, 2, "y"}), want: `row 2: the text "y" is of a link 1 → 2, and there is no such arc`},
		"text":      {change: texts(shardText{0, 1, ""}), want: "has 0 bytes: expected 1 to"},
		"texts":     {change: texts(shardText{0, 1, "x"}, shardText{0, 1, "x"}), want: "follows"},
		"behind":    {change: texts(shardText{2, 1, "x"}), want: "there is no such arc"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newShards(t)
			if c.change != nil {
				c.change(t, f)
			}
			dir := f.write(t)
			if c.disk != nil {
				c.disk(t, dir)
			}
			if _, _, err := importShards(t, dir, mem.Least); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), dir) {
				t.Errorf("got %v, want %q and the folder", err, c.want)
			}
		})
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

func mkdir(t *testing.T, path string) {
	t.Helper()
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

// flip changes a byte in the middle of a file.
func flip(name string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		b[len(b)/2] ^= 1
		put(t, filepath.Join(dir, name), b)
	}
}

// link moves a file or a folder away and puts a symbolic link in its place.
func link(name string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		aside := filepath.Join(t.TempDir(), "aside")
		if err := os.Rename(filepath.Join(dir, name), aside); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(aside, filepath.Join(dir, name)); err != nil {
			t.Skip("there are no symbolic links here:", err)
		}
	}
}

// Shards are one crawl: beside other inputs, and with options that they answer themselves, they are refused.
func TestShardsAlone(t *testing.T) {
	dir := newShards(t).write(t)
	for name, c := range map[string]struct {
		o    ingest.Options
		want string
	}{
		"two":     {ingest.Options{Inputs: []string{dir, dir}}, "import each folder alone, and join the crawls with weft union"},
		"fetched": {ingest.Options{Inputs: []string{dir}, Fetched: ingest.AllFetched}, "does not apply to shards"},
		"order":   {ingest.Options{Inputs: []string{dir}, KeepNumbers: true}, "does not apply to shards"},
		"columns": {ingest.Options{Inputs: []string{dir}, Columns: "1,2"}, "columns"},
		"none":    {ingest.Options{Inputs: []string{t.TempDir()}, Format: ingest.Shards}, "manifest.json is missing"},
	} {
		c.o.Output = filepath.Join(t.TempDir(), "c")
		if _, err := ingest.Import(t.Context(), c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

// A manifest that the budget cannot hold is refused with the budget that it needs.
func TestShardsWithALargeManifest(t *testing.T) {
	f := newShards(t)
	f.manifest["made_by"] = strings.Repeat("x", 8<<20)
	_, _, err := importShards(t, f.write(t), mem.Least)
	if _, short := err.(interface {
		Said(func(string) string) string
	}); !short && (err == nil || !strings.Contains(err.Error(), "needs")) {
		t.Errorf("got %v", err)
	}
	if _, _, err := importShards(t, f.write(t), 128<<20); err != nil {
		t.Errorf("with more memory: %v", err)
	}
}

// addResult adds a result to a folder on disk.
func addResult(t *testing.T, dir, name string, f *shardFolder, table []byte, change map[string]any) {
	t.Helper()
	r := map[string]any{"result": name, "of": f.manifest["checksum"], "pages": 3, "type": "float64", "engine": "a test", "options": map[string]any{"alpha": 0.85}, "files": []any{fileOf(t, "p.parquet", table)}}
	maps.Copy(r, change)
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "results", name, "p.parquet"), table)
	put(t, filepath.Join(dir, "results", name, "result.json"), text)
}

// A result of an engine becomes a result of the crawl; others are left out, counted and listed.
func TestShardsWithResults(t *testing.T) {
	type value[V any] struct {
		Number int64 `parquet:"number"`
		Value  V     `parquet:"value"`
	}
	scores := func(v ...float64) []byte {
		var rows []value[float64]
		for i, x := range v {
			rows = append(rows, value[float64]{int64(i), x})
		}
		return tableBytes(t, rows)
	}
	f := newShards(t)
	dir := f.write(t)
	good := scores(0.5, 0.25, 0.25)
	labels := func(v ...int64) []byte {
		var rows []value[int64]
		for i, x := range v {
			rows = append(rows, value[int64]{int64(i), x})
		}
		return tableBytes(t, rows)
	}
	addResult(t, dir, "pagerank", f, good, nil)
	addResult(t, dir, "fidelity+zero=none@in-scope", f, scores(0.5, math.NaN(), 1), map[string]any{"type": "float32"})
	addResult(t, dir, "scc", f, labels(0, 1, 2), map[string]any{"type": "uint32", "options": map[string]any{"kinds": "link"}})
	left := map[string]string{
		"salsa-hubs": "it belongs to other shards", "salsa-authorities": "it has 4 pages, and the shards have 3", "sites": "shards do not carry a result",
		"hits-hubs": `"type" is "float32": expected float64`, "harmonic": "row 2: the value is missing, or NaN", "wcc": "row 3: the value is 3: expected less than 3",
		"bowtie": "row 1: the value is 300", "indegree": "expected integers", "clustering": "was changed", "triangles": "not a description of a result",
		"hits-authorities": "expected a finite number", "fidelity-component": "the value has the number 2, expected 1", "outdegree": `"kinds" is "none of them"`,
		"pagerank@between-sites": "a view between sites", "distance": "is not allowed", "pagerank+alpha=0.1": "is missing", "pagerank+alpha=0.2": "it describes the result",
	}
	addResult(t, dir, "salsa-hubs", f, good, map[string]any{"of": strings.Repeat("1", 64)})
	addResult(t, dir, "salsa-authorities", f, scores(1, 2, 3, 4), map[string]any{"pages": 4})
	addResult(t, dir, "sites", f, good, nil)
	addResult(t, dir, "hits-hubs", f, good, map[string]any{"type": "float32"})
	addResult(t, dir, "harmonic", f, scores(1, math.NaN(), 1), nil)
	addResult(t, dir, "hits-authorities", f, scores(1, math.Inf(1), 1), nil)
	addResult(t, dir, "wcc", f, labels(0, 1, 3), map[string]any{"type": "uint32"})
	addResult(t, dir, "bowtie", f, labels(300, 1, 3), map[string]any{"type": "uint8"})
	addResult(t, dir, "indegree", f, good, map[string]any{"type": "uint32"})
	addResult(t, dir, "clustering", f, good, nil)
	flip("results/clustering/p.parquet")(t, dir)
	put(t, dir+"/results/triangles/result.json", []byte(`{"result": "triangles", "residual": NaN}`))
	addResult(t, dir, "fidelity-component", f, tableBytes(t, []value[int64]{{0, 0}, {2, 0}, {1, 0}}), map[string]any{"type": "uint32"})
	addResult(t, dir, "outdegree", f, labels(0, 1, 2), map[string]any{"type": "uint32", "options": map[string]any{"kinds": "none of them"}})
	addResult(t, dir, "pagerank@between-sites", f, good, nil)
	addResult(t, dir, "distance", f, labels(0, 1, 2), map[string]any{"type": "uint32", "files": []any{fileOf(t, "../wcc/p.parquet", good)}})
	mkdir(t, dir+"/results/pagerank+alpha=0.1")
	addResult(t, dir, "pagerank+alpha=0.2", f, good, map[string]any{"result": "pagerank"})
	c, s, err := importShards(t, dir, mem.Least)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	if names, err := r.Names(); err != nil || !slices.Equal(names, []string{"fidelity+zero=none@in-scope", "pagerank", "scc"}) {
		t.Errorf("kept are %q, %v", names, err)
	}
	v, res, err := store.LoadVector[float64](r, "pagerank")
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if !slices.Equal(v.Values, []float64{0.5, 0.25, 0.25}) || res.Params["alpha"] != 0.85 || res.Params["engine"] != "a test" {
		t.Errorf("got %v, %v", v.Values, res)
	}
	if res, err := r.Describe("fidelity+zero=none@in-scope"); err != nil || res.View != "in-scope" {
		t.Errorf("got %v, %v", res, err)
	}
	if len(s.Skipped) != len(left) {
		t.Errorf("%d are left out, want %d", len(s.Skipped), len(left))
	}
	for _, x := range s.Skipped {
		name := filepath.Base(x.Input)
		if !strings.Contains(x.Why, left[name]) || left[name] == "" {
			t.Errorf("%s: left out for %q, want %q", name, x.Why, left[name])
		}
	}
	if got := s.Manifest.Steps[0].Notes["results of shards left out: see import.log"]; got != int64(len(left)) {
		t.Errorf("%d are counted, want %d", got, len(left))
	}
}

// The columns of a row group must fit the budget together, not each by itself.
func TestShardsWithLargeRowGroups(t *testing.T) {
	type page struct {
		Number int64  `parquet:"number"`
		Key    string `parquet:"key"`
		URL    string `parquet:"url"`
		State  string `parquet:"state"`
		Title  string `parquet:"title,zstd"`
		Type   string `parquet:"type,zstd"`
	}
	f := newShards(t)
	long := strings.Repeat("x", 1<<16)
	var rows []page
	for i := range int64(150) { // 10 MB a column
		rows = append(rows, page{i + 1, fmt.Sprintf("example,b)/%03d h", i), fmt.Sprintf("http://b.example/%03d", i), "failed", long, long})
	}
	f.tables["pages/b.parquet"] = tableBytes(t, rows)
	f.describe(t)
	dir := f.write(t)
	if _, _, err := importShards(t, dir, mem.Least); err == nil || !strings.Contains(err.Error(), "in the columns of a row group") {
		t.Errorf("got %v", err)
	}
	if _, _, err := importShards(t, dir, 128<<20); err != nil {
		t.Errorf("with more memory: %v", err)
	}
}

// Shards at an address come as from a folder, with the results of plain names, over connections that are cut.
func TestShardsAtAnAddress(t *testing.T) {
	type value struct {
		Number int64   `parquet:"number"`
		Value  float64 `parquet:"value"`
	}
	f := newShards(t)
	dir := f.write(t)
	addResult(t, dir, "pagerank", f, tableBytes(t, []value{{0, 0.5}, {1, 0.25}, {2, 0.25}}), nil)
	addResult(t, dir, "salsa-hubs", f, tableBytes(t, []value{{0, 0.5}}), map[string]any{"pages": 1})
	root := brittle(t, dir, 700)
	want, _, err := importShards(t, dir, mem.Least)
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{root, root + "manifest.json"} {
		c, s := imported(t, ingest.Options{Inputs: []string{address}, Source: quickSource(t)})
		if c.Manifest.ID() != want.Manifest.ID() {
			t.Error("the crawl differs")
		}
		r, err := c.Results("")
		if err != nil {
			t.Fatal(err)
		}
		if names, err := r.Names(); err != nil || !slices.Equal(names, []string{"pagerank"}) || len(s.Skipped) != 1 {
			t.Errorf("got %q, %v, left out %v", names, err, s.Skipped)
		}
		if notes := s.Manifest.Steps[0].Notes; notes["shards at an address: only results with plain names are found; copy the folder to keep others"] != 1 {
			t.Errorf("got %v", notes)
		}
	}
	remove(t, filepath.Join(dir, "arcs", "a.parquet"))
	o := ingest.Options{Inputs: []string{root}, Source: quickSource(t), DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}}
	if _, err := ingest.Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "arcs/a.parquet") {
		t.Errorf("got %v", err)
	}
}

// A column of equal values is a few bytes in a file, and 8 bytes a row in memory: the budget counts rows, too.
func TestShardsThatUnpack(t *testing.T) {
	type arc struct {
		Source int64  `parquet:"source,dict"`
		Target int64  `parquet:"target,dict"`
		Kinds  string `parquet:"kinds,dict"`
	}
	f := newShards(t)
	f.tables["arcs/a.parquet"] = tableBytes(t, make([]arc, 1_500_000))
	if n := len(f.tables["arcs/a.parquet"]); n > 1<<20 {
		t.Fatalf("%d bytes: the test must be small in the file", n)
	}
	f.describe(t)
	if _, _, err := importShards(t, f.write(t), mem.Least); err == nil || !strings.Contains(err.Error(), "in the columns of a row group") {
		t.Errorf("got %v", err)
	}
}

// What the program that made the shards left out is listed and counted by the import, too.
func TestShardsThatLeftOut(t *testing.T) {
	f := newShards(t)
	f.manifest["skipped"] = []any{map[string]any{"path": "s3://bucket/a.warc.gz", "error": "it is cut"}}
	f.manifest["warnings"] = []any{"b.warc.gz: 2 bad records"}
	c, s, err := importShards(t, f.write(t), mem.Least)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Skipped) != 1 || s.Skipped[0].Input != "s3://bucket/a.warc.gz" || s.Skipped[0].Why != "it is cut" {
		t.Errorf("got %v", s.Skipped)
	}
	log, err := os.ReadFile(filepath.Join(c.Path, store.LogFile))
	if err != nil || !strings.Contains(string(log), "it is cut") || !strings.Contains(string(log), "2 bad records") {
		t.Errorf("the log says %q, %v", log, err)
	}
	if n := len(s.Manifest.Steps[0].Notes); n != 2 {
		t.Errorf("%d notes: %v", n, s.Manifest.Steps[0].Notes)
	}
}
