package ccindex

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/web/warc"
)

func selection(t testing.TB, words ...string) *Selection {
	t.Helper()
	var s Selection
	for _, w := range words {
		if err := s.Add(w); err != nil {
			t.Fatal(err)
		}
	}
	return &s
}

func TestSelection(t *testing.T) {
	urls := []string{
		"http://example.org/", "https://www.example.org/a", "http://EXAMPLE.org:8080/docs/x", "https://example.org/docs/", "https://example.org/docs",
		"https://other.example/", "https://a.b.example.org/", "https://badexample.org/", "https://example.org.evil.example/", "http://192.0.2.7/x",
		"https://b\u00fccher.example/", "https://example.org/docs/#part", "https://example.org?q", "nonsense", "", "http://[2001:db8::1]:81/x",
	}
	for words, want := range map[string][]int{
		"example.org":                              {0, 2, 3, 4, 11, 12},
		"*.example.org":                            {0, 1, 2, 3, 4, 6, 11, 12},
		"https://example.org/docs/":                {3, 11},
		"http://example.org/docs*":                 {3, 4, 11},
		"https://example.org/":                     {0},
		"192.0.2.7":                                {9},
		"b\u00fccher.example":                      {10},
		"xn--bcher-kva.example":                    {10},
		"www.example.org https://other.example/":   {1, 5},
		"example.org. EXAMPLE.org":                 {0, 2, 3, 4, 11, 12},
		"[2001:DB8:0::1]":                          {15},
		"*.B\u00dcCHER.example.":                   {10},
		"https://example.org/%64ocs/":              nil, // a browser keeps the escape, and so do names of pages
		"http://example.org:8080/docs/*":           {2},
		"https://example.org:443/x https://x.org/": nil,
	} {
		s := selection(t, strings.Fields(words)...)
		var got []int
		for i, u := range urls {
			if !s.Has(u) {
				continue
			}
			got = append(got, i)
			if key := string(warc.AppendSURT(nil, []byte(u))); !s.Overlaps(key, key) {
				t.Errorf("%s: the key %s of %s is in no range of %v", words, key, u, s.Ranges())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", words, got, want)
		}
	}
	for _, bad := range []string{"", "*", "a b", "ftp://a.example/", "https:///x", "a/b", "*.*.example", "https://u:p@a.example/", "a.example:80", "a.example?x", "https://*.example/"} {
		if err := new(Selection).Add(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

// drawnRows returns rows of drawn hosts, in the order of their keys, and the keys.
func drawnRows(r *rand.Rand, n int) (rows []Row, keys []string) {
	hosts := []string{"a.example", "www.a.example", "b.a.example", "ab.example", "c.example", "d.example:8080", "a.examplf", "zz.example"}
	for i := range n {
		u := fmt.Sprintf("https://%s/%s/%d", hosts[r.IntN(len(hosts))], strings.Repeat("p", r.IntN(5)), r.IntN(1000))
		rows = append(rows, Row{u, fmt.Sprintf("crawl/%d.warc.gz", r.IntN(9)), int64(i), int64(r.IntN(5) + 1), "AAAA"})
	}
	key := func(a Row) string { return string(warc.AppendSURT(nil, []byte(a.URL))) }
	slices.SortStableFunc(rows, func(a, b Row) int { return strings.Compare(key(a), key(b)) })
	for _, row := range rows {
		keys = append(keys, key(row))
	}
	return rows, keys
}

func drawnSelection(t *testing.T, r *rand.Rand) *Selection {
	words := []string{"a.example", "*.a.example", "*.example", "c.example", "d.example", "https://a.example/pp/*", "zz.example", "0.example", "*.zzz"}
	r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return selection(t, words[:1+r.IntN(3)]...)
}

func wanted(rows []Row, s *Selection) (want []Row) {
	for _, row := range rows {
		if s.Has(row.URL) {
			want = append(want, row)
		}
	}
	return want
}

func line(row Row, key string) string {
	return fmt.Sprintf("%s 20260101000000 {\"url\": %q, \"status\": \"200\", \"digest\": %q, \"length\": \"%d\", \"offset\": \"%d\", \"filename\": %q}\n",
		key, row.URL, row.Digest, row.Length, row.Offset, row.File)
}

func noBad(t *testing.T) func(int64, error) error {
	return func(n int64, why error) error { t.Helper(); return fmt.Errorf("line %d: %w", n, why) }
}

// TestFormsAgree compares lines, the lines of the blocks that cluster.idx names, and tables with a scan of all URLs.
func TestFormsAgree(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 41))
		rows, keys := drawnRows(r, r.IntN(400))
		s := drawnSelection(t, r)
		want := wanted(rows, s)

		var all, idx, file bytes.Buffer
		for i := 0; i < len(rows); {
			start, first := file.Len(), i
			for n := 1 + r.IntN(30); i < len(rows) && n > 0; n-- {
				file.WriteString(line(rows[i], keys[i]))
				i++
			}
			fmt.Fprintf(&idx, "%s 20260101000000\tcdx-00000.gz\t%d\t%d\t%d\n", keys[first], start, file.Len()-start, first)
		}
		all.Write(file.Bytes())
		var got []Row
		take := func(row Row) error { got = append(got, row); return nil }
		if err := Lines(&all, s, take, noBad(t)); err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d, lines: %d rows of %d, %v", seed, len(got), len(want), err)
		}

		blocks, err := Cluster(bytes.NewReader(idx.Bytes()), int64(idx.Len()), s)
		if err != nil {
			t.Fatal(seed, err)
		}
		got = nil
		for _, b := range blocks {
			if err := Lines(bytes.NewReader(file.Bytes()[b.Offset:b.Offset+b.Length]), s, take, noBad(t)); err != nil {
				t.Fatal(seed, err)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d blocks give %d rows, want %d", seed, len(blocks), len(got), len(want))
		}

		got = nil
		b := drawnTable(t, r, rows, keys)
		if err := Table(bytes.NewReader(b), int64(len(b)), s, take, noBad(t)); err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d, table: %d rows of %d, %v", seed, len(got), len(want), err)
		}
	}
}

// TestClusterReadsLittle checks that few blocks around the wanted ones are named.
func TestClusterReadsLittle(t *testing.T) {
	var idx strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&idx, "example,h%04d)/ 20260101000000\tcdx-00000.gz\t%d\t10\t%d\n", i, 10*i, i)
	}
	blocks, err := Cluster(strings.NewReader(idx.String()), int64(idx.Len()), selection(t, "h0042.example", "h4999.example"))
	want := []Block{{"cdx-00000.gz", 410, 10}, {"cdx-00000.gz", 420, 10}, {"cdx-00000.gz", 49980, 10}, {"cdx-00000.gz", 49990, 10}}
	if err != nil || !slices.Equal(blocks, want) {
		t.Error(blocks, err)
	}
}

type tableRow struct {
	Key    string  `parquet:"url_surtkey"`
	URL    string  `parquet:"url"`
	Digest *string `parquet:"content_digest,optional"`
	File   string  `parquet:"warc_filename"`
	Offset int32   `parquet:"warc_record_offset"`
	Length int32   `parquet:"warc_record_length"`
	Other  int16   `parquet:"fetch_status"`
}

func drawnTable(t *testing.T, r *rand.Rand, rows []Row, keys []string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[tableRow](&b, parquet.MaxRowsPerRowGroup(int64(1+r.IntN(50))))
	for i, row := range rows {
		if _, err := w.Write([]tableRow{{keys[i], row.URL, &row.Digest, row.File, int32(row.Offset), int32(row.Length), 200}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestTableSkipsRowGroups damages the URLs of row groups that hold none of the selection: they are not read.
func TestTableSkipsRowGroups(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	rows, keys := drawnRows(r, 500)
	b := drawnTable(t, r, rows, keys)
	s := selection(t, "zz.example")
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for i := range f.RowGroups() {
		if !skips(f, i, s) {
			read++
		}
	}
	if n := len(f.RowGroups()); read == 0 || read > n/3 {
		t.Errorf("%d of %d row groups are read", read, n)
	}
}

// TestTableOfOtherTypes checks that columns of other types are named, and do not look like an index without captures.
func TestTableOfOtherTypes(t *testing.T) {
	type texts struct {
		URL    string `parquet:"url"`
		File   string `parquet:"warc_filename"`
		Offset string `parquet:"warc_record_offset"`
		Length int64  `parquet:"warc_record_length"`
	}
	type floats struct {
		URL    string  `parquet:"url"`
		File   string  `parquet:"warc_filename"`
		Offset int32   `parquet:"warc_record_offset"`
		Length float64 `parquet:"warc_record_length"`
	}
	type numbers struct {
		URL    string `parquet:"url"`
		File   int64  `parquet:"warc_filename"`
		Offset int32  `parquet:"warc_record_offset"`
		Length int32  `parquet:"warc_record_length"`
	}
	table := func(write func(w io.Writer) error) []byte {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for want, b := range map[string][]byte{
		"the column warc_record_offset has": table(func(w io.Writer) error { return parquet.Write(w, []texts{{"https://a.example/", "f", "1", 2}}) }),
		"the column warc_record_length has": table(func(w io.Writer) error { return parquet.Write(w, []floats{{"https://a.example/", "f", 1, 2}}) }),
		"the column warc_filename has":      table(func(w io.Writer) error { return parquet.Write(w, []numbers{{"https://a.example/", 1, 1, 2}}) }),
	} {
		err := Table(bytes.NewReader(b), int64(len(b)), selection(t, "a.example"), nil, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func TestBadLines(t *testing.T) {
	text := "example,a)/ 2026 {\"url\": \"https://a.example/\"}\n" +
		"example,a)/ 2026 {broken\n" +
		"example,other)/ 2026 {broken, and not selected\n" +
		"no json at all\n" +
		"{\"url\": \"https://a.example/x\", \"filename\": \"f\", \"offset\": 5, \"length\": 6}\n" +
		"http://(example,a,)/y 2026 {\"url\": \"https://a.example/y\", \"filename\": \"f\", \"offset\": \"7\", \"length\": \"8\"}"
	var bad []int64
	var got []Row
	err := Lines(strings.NewReader(text), selection(t, "a.example"),
		func(r Row) error { got = append(got, r); return nil },
		func(n int64, _ error) error { bad = append(bad, n); return nil })
	want := []Row{{"https://a.example/x", "f", 5, 6, ""}, {"https://a.example/y", "f", 7, 8, ""}}
	if err != nil || !slices.Equal(bad, []int64{1, 2, 4}) || !slices.Equal(got, want) {
		t.Error(err, bad, got)
	}
	long := strings.NewReader(strings.Repeat("x", longestLine+1))
	if err := Lines(long, selection(t, "a.example"), nil, nil); !errors.Is(err, ErrCorrupt) {
		t.Error(err)
	}
}

// TestKeysWithBraces reads lines of templates that were not filled. Other makers write a tab or nothing before the object.
func TestKeysWithBraces(t *testing.T) {
	const rest = `"filename": "f", "offset": "5", "length": "6", "more": {"x": {}}}`
	for key, url := range map[string]string{
		"example,a)/{{.name}} 2026 ":     "https://a.example/{{.Name}}",
		"example,a)/%20{x}?q={ 2026 ":    "https://a.example/%20%7Bx%7D?q=%7B",
		"example,a)/ {\"url\": 1} 2026 ": "https://a.example/",
		"example,a)/{y}\t2026\t":         "https://a.example/%7By%7D",
		"example,a)/z 2026":              "https://a.example/z",
		"":                               "https://a.example/",
	} {
		var got []Row
		line := fmt.Sprintf("%s{\"url\": %q, %s\n", key, url, rest)
		err := Lines(strings.NewReader(line), selection(t, "a.example"), func(r Row) error { got = append(got, r); return nil },
			func(_ int64, why error) error { return why })
		if want := (Row{url, "f", 5, 6, ""}); err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s: got %v and the error %v", line, got, err)
		}
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("example,a)/ 2026 {\"url\": \"https://a.example/\", \"offset\": \"1\", \"length\": 2, \"filename\": \"f\"}\n"))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		s := selection(t, "*.example")
		Lines(bytes.NewReader(b), s, func(r Row) error {
			if r.check() != nil || !s.Has(r.URL) {
				t.Errorf("%q gives %+v", b, r)
			}
			return nil
		}, func(int64, error) error { return nil })
	})
}

func FuzzCluster(f *testing.F) {
	f.Add([]byte("example,a)/ 2026\tcdx-00000.gz\t0\t10\t1\nexample,b)/ 2026\tcdx-00000.gz\t10\t10\t1\n"))
	f.Add([]byte("\n\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		blocks, err := Cluster(bytes.NewReader(b), int64(len(b)), selection(t, "*.example", "a.org"))
		if err == nil && len(blocks) > 2*len(b) {
			t.Errorf("%d blocks of %d bytes", len(blocks), len(b))
		}
	})
}

func FuzzTable(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 3))
	rows, keys := drawnRows(r, 20)
	w := &testing.T{}
	f.Add(drawnTable(w, r, rows, keys))
	f.Fuzz(func(t *testing.T, b []byte) {
		s := selection(t, "*.example")
		Table(bytes.NewReader(b), int64(len(b)), s, func(Row) error { return nil }, func(int64, error) error { return nil })
	})
}
