package ingest_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/internal/mem"
	"weft/internal/npy"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/store"
)

// tableOf writes a table into a folder and returns its path.
func tableOf[R any](t *testing.T, name string, rows []R, o ...parquet.WriterOption) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := parquet.WriteFile(path, rows, o...); err != nil {
		t.Fatal(err)
	}
	return path
}

// big16 is a number as 16 bytes, big-endian.
func big16(n int64) (b [16]byte) {
	for i := range b {
		if n < 0 {
			b[i] = 0xff
		}
	}
	for i := range 8 {
		b[15-i] = byte(n >> (8 * i))
	}
	return b
}

// Columns of every type that holds whole numbers or names are read exactly, also where numbers are names, as they are too
// large for pages.
func TestColumnsOfTables(t *testing.T) {
	type decimal16 struct {
		Source [16]byte `parquet:"source,decimal(0:38)"`
		Target [16]byte `parquet:"target,decimal(0:38)"`
	}
	type decimal64 struct {
		Source int64 `parquet:"source,decimal(2:18)"`
		Target int64 `parquet:"target,decimal(2:18)"`
	}
	type decimal32 struct {
		Source int32 `parquet:"source,decimal(0:9)"`
		Target int32 `parquet:"target,decimal(0:9)"`
	}
	type large struct {
		Source int64 `parquet:"source"`
		Target int64 `parquet:"target"`
	}
	type lists struct {
		URL   string   `parquet:"url"`
		Links []string `parquet:"links,list"`
		Title string   `parquet:"title"`
	}
	type uuids struct {
		Source [16]byte `parquet:"source,uuid"`
		Target [16]byte `parquet:"target,uuid"`
	}
	type kinds struct {
		Source int64  `parquet:"source"`
		Target int64  `parquet:"target"`
		Kinds  string `parquet:"kinds,dict"`
	}
	type gephi struct {
		Source string `parquet:"Source"`
		Target string `parquet:"Target"`
		Type   string `parquet:"Type"`
	}
	type directed struct {
		Source   int64  `parquet:"source"`
		Target   int64  `parquet:"target"`
		Kinds    string `parquet:"kinds"`
		Directed bool   `parquet:"directed"`
	}
	type referrers struct {
		Referrer *string `parquet:"referrer,optional"`
		URL      string  `parquet:"url"`
	}
	home, none := "http://a.example/", ""
	for name, c := range map[string]struct {
		path string
		arcs []string
		told string
	}{
		"a column Type":       {tableOf(t, "x.parquet", []gephi{{"a", "b", "Directed"}, {"b", "c", "Undirected"}, {"c", "c", "undirected"}}), []string{"a b link", "b c link", "c b link", "c c link"}, ""},
		"a column directed":   {tableOf(t, "x.parquet", []directed{{0, 1, "redirect", true}, {1, 2, "link", false}}), []string{"0 1 redirect", "1 2 link", "2 1 link"}, `kinds in "kinds"`},
		"seeds":               {tableOf(t, "x.parquet", []referrers{{nil, "http://a.example/"}, {&none, "http://b.example/"}, {&home, "http://b.example/"}}), []string{"http://a.example/ http://b.example/ link"}, `arcs from "referrer" to "url"`},
		"decimal of 16 bytes": {tableOf(t, "x.parquet", []decimal16{{big16(1), big16(2)}, {big16(2), big16(3)}}), []string{"1 2 link", "2 3 link"}, `arcs from "source" to "target"`},
		"decimal with zeros":  {tableOf(t, "x.parquet", []decimal64{{100, 200}, {0, 300}}), []string{"0 3 link", "1 2 link"}, ""},
		"decimal of 4 bytes":  {tableOf(t, "x.parquet", []decimal32{{1, 2}}), []string{"1 2 link"}, ""},
		"hashes":              {tableOf(t, "x.parquet", []large{{1 << 40, 7}, {7, -5}}), []string{"1099511627776 7 link", "7 -5 link"}, ""},
		"lists of texts":      {tableOf(t, "x.parquet", []lists{{"http://a.example/", []string{"http://b.example/", "c"}, ""}, {"http://d.example/", nil, ""}}), []string{"http://a.example/ c link", "http://a.example/ http://b.example/ link"}, `arcs from "url" to each of "links"`},
		"UUIDs":               {tableOf(t, "x.parquet", []uuids{{big16(1), big16(255)}}), []string{"00000000-0000-0000-0000-000000000001 00000000-0000-0000-0000-0000000000ff link"}, ""},
		"kinds":               {tableOf(t, "x.parquet", []kinds{{0, 1, "link"}, {1, 0, "redirect+nofollow"}, {1, 1, "canonical"}}), []string{"0 1 link", "1 0 redirect+nofollow", "1 1 canonical"}, `kinds in "kinds"`},
	} {
		t.Run(name, func(t *testing.T) {
			crawl, s := imported(t, ingest.Options{Inputs: []string{c.path}, Strict: true})
			if got := arcsOf(t, crawl); !slices.Equal(got, c.arcs) {
				t.Errorf("got %q, want %q", got, c.arcs)
			}
			if got := s.Manifest.Steps[0].Inputs[0].ReadAs; !strings.Contains(got, c.told) {
				t.Errorf("it is read as %q, want %q", got, c.told)
			}
		})
	}
}

// What cannot be a page is refused, and where several columns could be, the user is asked.
func TestColumnsThatAreNoPages(t *testing.T) {
	type times struct {
		Source int64 `parquet:"source,timestamp(millisecond)"`
		Target int64 `parquet:"target"`
	}
	type dates struct {
		Source int64 `parquet:"source"`
		Target int32 `parquet:"target,date"`
	}
	type three struct {
		T int64 `parquet:"at"`
		I int64 `parquet:"first"`
		J int64 `parquet:"second"`
	}
	type timed struct {
		When int64 `parquet:"when,timestamp"`
		I    int64 `parquet:"first"`
		J    int64 `parquet:"second"`
	}
	type fraction struct {
		Source int64 `parquet:"source,decimal(1:18)"`
		Target int64 `parquet:"target,decimal(1:18)"`
	}
	sociopatterns := tableOf(t, "x.parquet", []three{{20, 1, 2}, {40, 2, 3}})
	for name, c := range map[string]struct {
		path, columns, want string
		arcs                []string
	}{
		"times":        {tableOf(t, "x.parquet", []times{{1, 2}}), "", "the column source holds times", nil},
		"dates":        {tableOf(t, "x.parquet", []dates{{1, 2}}), "", "the column target holds dates", nil},
		"time, i, j":   {sociopatterns, "", "names neither source nor target", nil},
		"i, j chosen":  {sociopatterns, "first,second", "", []string{"1 2 link", "2 3 link"}},
		"by number":    {sociopatterns, "2,3", "", []string{"1 2 link", "2 3 link"}},
		"no column":    {sociopatterns, "first,k", `there is no column "k"`, nil},
		"two of three": {tableOf(t, "x.parquet", []timed{{5, 1, 2}}), "", "'columns' 3,2   2 -> 1", nil},
		"fractions":    {tableOf(t, "x.parquet", []fraction{{15, 20}}), "", "1.5 is not a whole number", nil},
	} {
		t.Run(name, func(t *testing.T) {
			o := ingest.Options{Inputs: []string{c.path}, Columns: c.columns, Strict: true, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}}
			_, err := ingest.Import(t.Context(), o)
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v, want %q", err, c.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			crawl, err := store.Open(o.Output)
			if err != nil {
				t.Fatal(err)
			}
			defer crawl.Close()
			if got := arcsOf(t, crawl); !slices.Equal(got, c.arcs) {
				t.Errorf("got %q, want %q", got, c.arcs)
			}
		})
	}
}

// Common Crawl's vertices and edges come as folders of tables, in any order; hosts are reversed.
func TestTablesOfVertices(t *testing.T) {
	type vertex struct {
		Name string `parquet:"name"`
		ID   int64  `parquet:"id"`
	}
	type edge struct {
		S int64 `parquet:"s"`
		T int64 `parquet:"t"`
	}
	v, e := tableOf(t, "part-00000-x.snappy.parquet", []vertex{{"com.example", 0}, {"com.example.www", 1}, {"org.b-c", 2}}), tableOf(t, "part-00000.parquet", []edge{{0, 1}, {2, 0}})
	want := []string{"http://b-c.org/ http://example.com/ link", "http://example.com/ http://www.example.com/ link"}
	for _, inputs := range [][]string{{v, e}, {e, v}, {filepath.Dir(v), filepath.Dir(e)}} {
		crawl, _ := imported(t, ingest.Options{Inputs: inputs, Strict: true})
		if got := arcsOf(t, crawl); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", inputs, got, want)
		}
	}
}

// Tables of pages without arcs are refused, as two tables of people are; a list in a row is charged to the budget.
func TestTablesThatAreRefused(t *testing.T) {
	type person struct {
		ID   int64  `parquet:"id"`
		Name string `parquet:"name"`
	}
	people := []string{tableOf(t, "a.parquet", []person{{1, "Ann"}}), tableOf(t, "b.parquet", []person{{2, "Bob"}})}
	o := ingest.Options{Inputs: people, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}}
	if _, err := ingest.Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "2 tables of pages, with numbers and names, and no input has arcs") {
		t.Errorf("two tables of people: got %v", err)
	}
	type lists struct {
		Source int64   `parquet:"source"`
		Target []int64 `parquet:"target,list"`
	}
	row := lists{1, make([]int64, 200_000)}
	o = ingest.Options{Inputs: []string{tableOf(t, "l.parquet", []lists{row})}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}}
	o.Memory = mem.Least
	var short *mem.ShortError
	if _, err := ingest.Import(t.Context(), o); !errors.As(err, &short) {
		t.Errorf("a long list in little memory: got %v", err)
	}
	o.Memory = 256 << 20
	if _, err := ingest.Import(t.Context(), o); err != nil {
		t.Errorf("a long list: got %v", err)
	}
}

// Tables of the shared data, which were read wrongly once.
func TestSharedTables(t *testing.T) {
	crawl, _ := imported(t, ingest.Options{Inputs: []string{shared.File(t, "cases-import", "decimal38-ids.parquet")}, Strict: true})
	if got, want := arcsOf(t, crawl), []string{"1 2 link", "2 3 link"}; !slices.Equal(got, want) {
		t.Errorf("decimals: got %q, want %q", got, want)
	}
	crawl, _ = imported(t, ingest.Options{Inputs: []string{shared.File(t, "cases-import", "arcs-with-kinds.parquet")}, Strict: true})
	// The counts are those of pyarrow: collections.Counter(pq.read_table(FILE)["kinds"].to_pylist()), by kind.
	want := map[string]int64{"link": 24091 + 1854 + 56 + 56 + 30 + 21 + 1, "nofollow": 1854 + 1, "canonical": 344, "embed": 64, "next": 56, "prev": 56, "redirect": 41 + 21, "alternate": 30 + 29 + 1, "refresh": 14}
	for kind, n := range want {
		if got := crawl.Manifest.Counts.Kinds[kind]; got != n {
			t.Errorf("%s: got %d arcs, want %d", kind, got, n)
		}
	}
	if got := crawl.Graph().NumArcs(); got != 26601 {
		t.Errorf("got %d arcs, want 26601", got)
	}
}

// A folder of two vectors of any type of whole numbers is a graph; wrong starts and numbers are refused.
func TestCSRFolders(t *testing.T) {
	write := func(indptr, indices func(path string) error) string {
		dir := t.TempDir()
		if err := indptr(filepath.Join(dir, "indptr.npy")); err != nil {
			t.Fatal(err)
		}
		if err := indices(filepath.Join(dir, "indices.npy")); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	for name, c := range map[string]struct {
		dir  string
		want string
	}{
		"int32":    {write(vec[int32](0, 2, 2, 3), vec[int32](2, 1, 0)), ""},
		"int64":    {write(vec[int64](0, 2, 2, 3), vec[int32](1, 2, 0)), ""},
		"uint64":   {write(vec[uint64](0, 2, 2, 3), vec[int64](1, 2, 0)), ""},
		"beyond":   {write(vec[int32](0, 2, 2, 3), vec[int32](1, 3, 0)), "value 1 is 3, and there are 3 pages"},
		"negative": {write(vec[int32](0, 2, 2, 3), vec[int32](1, -1, 0)), "value 1 is -1"},
		"falling":  {write(vec[int32](0, 2, 1, 3), vec[int32](1, 2, 0)), "list 2 begins at 1"},
		"short":    {write(vec[int32](0, 2, 2, 4), vec[int32](1, 2, 0)), "have 4 entries in all"},
		"not at 0": {write(vec[int32](1, 2, 2, 3), vec[int32](1, 2, 0)), "must begin at 0"},
		"floats":   {write(vec[float64](0, 1), vec[int32](0)), "expected a vector of int32"},
	} {
		t.Run(name, func(t *testing.T) {
			o := ingest.Options{Inputs: []string{c.dir}, Strict: true, DraftOptions: store.DraftOptions{Output: c.dir + ".crawl"}}
			if c.want != "" {
				if _, err := ingest.Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v, want %q", err, c.want)
				}
				if _, err := os.Stat(o.Output); err == nil {
					t.Error("there is a crawl")
				}
				return
			}
			crawl, _ := imported(t, o)
			if got, want := arcsOf(t, crawl), []string{"0 1 link", "0 2 link", "2 0 link"}; !slices.Equal(got, want) || crawl.NumPages() != 3 {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func vec[T npy.Value](values ...T) func(path string) error {
	return func(path string) error { return npy.WriteFile(path, values) }
}
