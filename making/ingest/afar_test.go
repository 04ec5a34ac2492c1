package ingest_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"weft/making/ingest"
	"weft/store"
	"weft/web/remote"
	"weft/web/warc"
)

// brittle serves the files of a folder, and cuts each connection after some bytes, more with each request.
func brittle(t *testing.T, dir string, most int) (root string) {
	t.Helper()
	files := http.FileServer(http.Dir(dir))
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		files.ServeHTTP(&cutWriter{w, most}, r)
	}))
	t.Cleanup(srv.Close)
	return srv.URL + "/"
}

type cutWriter struct {
	http.ResponseWriter
	left int
}

func (c *cutWriter) Write(p []byte) (int, error) {
	if len(p) <= c.left {
		c.left -= len(p)
		return c.ResponseWriter.Write(p)
	}
	c.ResponseWriter.Write(p[:c.left])
	http.NewResponseController(c.ResponseWriter).Flush()
	panic(http.ErrAbortHandler)
}

func quickSource(t *testing.T) *remote.Source {
	s := remote.New(remote.Options{Attempts: 3, Pause: time.Millisecond, Stall: 5 * time.Second})
	t.Cleanup(s.Close)
	return s
}

// madeOf makes a crawl, and returns what must be equal where the inputs are.
func madeOf(t *testing.T, o ingest.Options) (store.Counts, map[string]store.FileInfo, ingest.Summary) {
	t.Helper()
	o.Output = filepath.Join(t.TempDir(), "c")
	s, err := ingest.Import(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s.Manifest.Counts, maps.Clone(s.Manifest.Files), s
}

// archivePages makes an archive of drawn pages of a few hosts that link to each other, and the lines of its index.
func archivePages(t *testing.T, n int) (archive []byte, rows []indexRow) {
	t.Helper()
	r := rand.New(rand.NewPCG(4, 2))
	hosts := []string{"a.example", "www.a.example", "b.a.example", "b.example", "c.example:8080"}
	address := func() string { return fmt.Sprintf("http://%s/p%d", hosts[r.IntN(len(hosts))], r.IntN(n)) }
	p, err := warc.NewPacker(warc.WriterOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	add := func(rec warc.NewRecord) warc.Placed {
		placed, err := p.Add(rec)
		if err != nil {
			t.Fatal(err)
		}
		return placed
	}
	add(warc.Warcinfo(time.Unix(0, 0), "x.warc.gz"))
	for i := range n {
		uri := fmt.Sprintf("http://%s/p%d", hosts[i%len(hosts)], i)
		body := strings.Repeat("<p>text</p>", r.IntN(500))
		for range r.IntN(8) {
			body += fmt.Sprintf("<a href=%q>x</a>", address())
		}
		add(warc.HTTPRequest(uri, time.Unix(int64(i), 0), "", []byte("GET / HTTP/1.1\r\n\r\n")))
		placed := add(warc.HTTPResponse(uri, time.Unix(int64(i), 0), []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+body)))
		rows = append(rows, indexRow{string(warc.AppendSURT(nil, []byte(uri))), uri, "crawl/one.warc.gz", placed.Offset, placed.Length, placed.PayloadDigest})
	}
	var packed warc.Packed
	p.Take(&packed)
	slices.SortFunc(rows, func(a, b indexRow) int { return strings.Compare(a.Key, b.Key) })
	return packed.Bytes, rows
}

type indexRow struct {
	Key    string `parquet:"url_surtkey"`
	URL    string `parquet:"url"`
	File   string `parquet:"warc_filename"`
	Offset int64  `parquet:"warc_record_offset"`
	Length int64  `parquet:"warc_record_length"`
	Digest string `parquet:"content_digest"`
}

func (r *indexRow) line() string {
	return fmt.Sprintf("%s 20260101000000 {\"url\": %q, \"mime\": \"text/html\", \"digest\": %q, \"length\": \"%d\", \"offset\": \"%d\", \"filename\": %q}\n",
		r.Key, r.URL, strings.TrimPrefix(r.Digest, "sha1:"), r.Length, r.Offset, r.File)
}

func packedText(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func write(t *testing.T, dir, name string, b []byte) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestRemoteInputs compares imports of remote files, over connections that are cut, with imports of the files.
func TestRemoteInputs(t *testing.T) {
	dir := t.TempDir()
	archive, rows := archivePages(t, 300)
	write(t, dir, "one.warc.gz", archive)
	var edges strings.Builder
	arcs := make([]struct {
		Source string `parquet:"source"`
		Target string `parquet:"target"`
	}, 5000)
	for i := range arcs {
		arcs[i].Source, arcs[i].Target = rows[i%len(rows)].URL, rows[i*i%len(rows)].URL
		fmt.Fprintf(&edges, "%s\t%s\n", arcs[i].Source, arcs[i].Target)
	}
	write(t, dir, "edges.tsv.gz", packedText(t, edges.String()))
	var table bytes.Buffer
	if err := parquet.Write(&table, arcs); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "arcs.parquet", table.Bytes())
	root := brittle(t, dir, 20_000)
	for _, name := range []string{"one.warc.gz", "edges.tsv.gz", "arcs.parquet"} {
		counts, files, _ := madeOf(t, ingest.Options{Inputs: []string{filepath.Join(dir, name)}})
		var last [3]int64
		o := ingest.Options{Inputs: []string{root + name}, Source: quickSource(t)}
		o.Progress = func(_ string, read, total int64) { last = [3]int64{max(last[0], read), max(last[1], total), 0} }
		gotCounts, gotFiles, s := madeOf(t, o)
		if !reflect.DeepEqual(counts, gotCounts) || !maps.Equal(files, gotFiles) {
			t.Errorf("%s: %+v, and %+v as a file", name, gotCounts, counts)
		}
		info, err := os.Stat(filepath.Join(dir, name))
		if in := s.Manifest.Steps[0].Inputs[0]; err != nil || in.Path != root+name || in.Bytes != info.Size() || last[0] != info.Size() || last[1] != info.Size() {
			t.Errorf("%s: %+v, progress %v", name, in, last)
		}
		o.Memory = 1 << 30
		if p, err := ingest.PlanImport(t.Context(), o); err != nil || p.Inputs[0].Bytes != info.Size() {
			t.Errorf("%s: plan %+v, %v", name, p, err)
		}
	}
}

// TestRemoteInputThatFails checks that a file fails the import if the server stops sending it, for any {max-bad}. A missing
// file is reported before any file is read.
func TestRemoteInputThatFails(t *testing.T) {
	archive, _ := archivePages(t, 300)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/none" {
			http.NotFound(w, r)
			return
		}
		if r.Header.Get("Range") == "bytes=0-0" {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes 0-0/%d", len(archive)))
			w.WriteHeader(http.StatusPartialContent)
			w.Write(archive[:1])
			return
		}
		if r.Header.Get("Range") != "" {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(archive)))
		w.Write(archive[:len(archive)/2])
	}))
	defer srv.Close()
	out := filepath.Join(t.TempDir(), "c")
	o := ingest.Options{Inputs: []string{srv.URL + "/x.warc.gz"}, Source: quickSource(t), MaxBad: 1}
	o.Output = out
	_, err := ingest.Import(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), "502") || !strings.Contains(err.Error(), fmt.Sprint("byte ", len(archive)/2)) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Lstat(out); !os.IsNotExist(err) {
		t.Error("something was written")
	}
	var read int64
	o.Inputs = append(o.Inputs, srv.URL+"/none")
	o.Progress = func(_ string, n, _ int64) { read = n }
	if _, err := ingest.Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "/none: the server answered 404") || read > 0 {
		t.Errorf("got %v after %d bytes", err, read)
	}
	o.SkipBad = true
	o.Inputs = []string{srv.URL + "/none", "../../README.md"}
	o.BaseURL = ""
	if s, err := ingest.Import(t.Context(), o); err == nil || len(s.Skipped) != 2 {
		t.Errorf("skipped %v, %v", s.Skipped, err)
	}
}

// TestIndexSelects compares the import of the records that an index selects with the import of an archive of just these
// records: for each form of the index, local and remote.
func TestIndexSelects(t *testing.T) {
	dir := t.TempDir()
	archive, rows := archivePages(t, 400)
	write(t, dir, "crawl/one.warc.gz", archive)
	var lines, cluster strings.Builder
	var blocks []byte
	for i := 0; i < len(rows); i += 30 {
		var block strings.Builder
		for _, row := range rows[i:min(i+30, len(rows))] {
			block.WriteString(row.line())
		}
		lines.WriteString(block.String())
		b := packedText(t, block.String())
		fmt.Fprintf(&cluster, "%s 20260101000000\tcdx-00000.gz\t%d\t%d\t%d\n", rows[i].Key, len(blocks), len(b), i)
		blocks = append(blocks, b...)
	}
	write(t, dir, "cc/lines.cdxj.gz", packedText(t, lines.String()))
	write(t, dir, "cc/cluster.idx", []byte(cluster.String()))
	write(t, dir, "cc/cdx-00000.gz", blocks)
	var table bytes.Buffer
	if err := parquet.Write(&table, rows, parquet.MaxRowsPerRowGroup(50)); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "cc/table.parquet", table.Bytes())

	var few []byte
	n := 0
	for _, row := range rows {
		if strings.Contains(row.URL, "://a.example/") || strings.Contains(row.URL, "://b.a.example/") || strings.Contains(row.URL, "://www.a.example/") || strings.Contains(row.URL, "://c.example:8080/p1") {
			few = append(few, archive[row.Offset:row.Offset+row.Length]...)
			n++
		}
	}
	write(t, dir, "few.warc.gz", few)
	counts, files, _ := madeOf(t, ingest.Options{Inputs: []string{filepath.Join(dir, "few.warc.gz")}})
	if counts.Fetched != n || n < 200 {
		t.Fatalf("%+v of %d", counts, n)
	}
	root := brittle(t, dir, 30_000)
	for _, index := range []string{"lines.cdxj.gz", "cluster.idx", "table.parquet"} {
		for _, base := range []string{dir + "/", root} {
			o := ingest.Options{Source: quickSource(t), Index: ingest.IndexOptions{
				Indexes: []string{base + "cc/" + index}, Root: base, Select: []string{"*.a.example", "http://c.example:8080/p1*"},
			}}
			got, gotFiles, s := madeOf(t, o)
			in := s.Manifest.Steps[0].Inputs[0]
			if !reflect.DeepEqual(got, counts) || !maps.Equal(files, gotFiles) || in.Records != int64(n) || in.Bad != 0 || in.Format != ingest.CCIndex {
				t.Errorf("%s%s: %+v, want %+v; %+v", base, index, got, counts, in)
			}
		}
	}
}

// TestIndexThatLies checks that a record other than the index means is counted as bad, with its place, and is not taken.
func TestIndexThatLies(t *testing.T) {
	archive, rows := archivePages(t, 200)
	damaged := bytes.Clone(archive)
	damaged[rows[3].Offset+rows[3].Length/2] ^= 0x55
	rows[5].Offset, rows[5].Length = rows[6].Offset, rows[6].Length
	rows[7].Digest = "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	rows[9].Offset += 3
	rows[11].Length -= 3
	rows[13].Offset = int64(len(archive)) + 5
	rows[15].File = "../../etc/passwd"
	rows[17].File = "none.warc.gz"
	rows[19].Length = 1 << 50
	rows[21].Length += rows[22].Length // two records
	rows[23].Length += 20              // and the begin of the next record
	dir := t.TempDir()
	write(t, dir, "crawl/one.warc.gz", damaged)
	var lines strings.Builder
	for _, row := range rows {
		lines.WriteString(row.line())
	}
	lines.WriteString("{broken\n")
	write(t, dir, "index", []byte(lines.String()))
	for _, root := range []string{dir, brittle(t, dir, 1<<30)} {
		o := ingest.Options{Source: quickSource(t), MaxBad: 0.2, Index: ingest.IndexOptions{
			Indexes: []string{filepath.Join(dir, "index")}, Root: root, Select: []string{"*.example"},
		}}
		counts, _, s := madeOf(t, o)
		if s.Bad != 12 || counts.Fetched != len(rows)-11 {
			log, _ := os.ReadFile(s.Log)
			t.Errorf("%s: %d bad, %+v\n%s", root, s.Bad, counts, log)
		}
		log, err := os.ReadFile(s.Log)
		for _, want := range []string{
			fmt.Sprintf("crawl/one.warc.gz\t%d\tskipped\tthe record of %s: ", rows[3].Offset, rows[3].URL), "the index is of other archives",
			fmt.Sprintf("the record of %s: it does not end where the index says", rows[21].URL), fmt.Sprintf("the record of %s: it does not end where the index says", rows[23].URL),
			"line or row 201", "none.warc.gz\t", "than the memory allows",
		} {
			if err != nil || !strings.Contains(string(log), want) {
				t.Errorf("%s: the log lacks %q:\n%s", root, want, log)
			}
		}
		o.MaxBad, o.Output = 0.01, filepath.Join(t.TempDir(), "c")
		if _, err := ingest.Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "12 of 201 records are bad") {
			t.Errorf("got %v", err)
		}
	}
}

// TestIndexEnds checks what ends an import by an index: no selection, nothing found, no server, no index.
func TestIndexEnds(t *testing.T) {
	archive, rows := archivePages(t, 100)
	dir := t.TempDir()
	write(t, dir, "crawl/one.warc.gz", archive)
	var lines strings.Builder
	for _, row := range rows {
		lines.WriteString(row.line())
	}
	write(t, dir, "index", []byte(lines.String()))
	write(t, dir, "cluster.idx", []byte("example,a)/ 2026\tcdx-00000.gz\t0\t10\t1\n"))
	index := filepath.Join(dir, "index")
	var table bytes.Buffer
	if err := parquet.Write(&table, rows); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "table.parquet", table.Bytes())
	whole := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Range")
		http.ServeFile(w, r, filepath.Join(dir, filepath.Base(r.URL.Path)))
	}))
	t.Cleanup(whole.Close)
	for want, o := range map[string]ingest.IndexOptions{
		"select hosts or URLs":                  {Indexes: []string{index}},
		"no capture of d.example":               {Indexes: []string{index}, Select: []string{"d.example"}, Root: dir},
		"20 records in a row cannot be fetched": {Indexes: []string{index}, Select: []string{"*.example"}, Root: "http://127.0.0.1:1/"},
		"nowhere":                               {Indexes: []string{filepath.Join(dir, "nowhere")}, Select: []string{"a.example"}, Root: dir},
		"cdx-00000.gz":                          {Indexes: []string{filepath.Join(dir, "cluster.idx")}, Select: []string{"a.example"}, Root: dir},
		// the whole error: it is the server's, and not of a damaged table
		whole.URL + "/table.parquet: the server does not send parts": {Indexes: []string{whole.URL + "/table.parquet"}, Select: []string{"a.example"}, Root: dir},
		"is no host": {Indexes: []string{index}, Select: []string{"a b"}, Root: dir},
	} {
		opts := ingest.Options{Index: o, Source: quickSource(t)}
		opts.Output = filepath.Join(t.TempDir(), "c")
		if _, err := ingest.Import(t.Context(), opts); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "damaged") {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// TestUnboundedFile checks that a note names files whose cut would look like their end: HTTP/1 responses without a length.
func TestUnboundedFile(t *testing.T) {
	const list = "https://a.example/ https://b.example/\nhttps://b.example/ https://c.example/\n"
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/length":
			w.Header().Set("Content-Length", strconv.Itoa(len(list)))
		case "/close":
			w.Header().Set("Connection", "close")
			w.Header().Set("Transfer-Encoding", "identity")
		case "/chunks":
			w.WriteHeader(http.StatusOK)
			http.NewResponseController(w).Flush()
		}
		io.WriteString(w, list)
	}))
	t.Cleanup(srv.Close)
	for name, want := range map[string]int64{"length": 0, "chunks": 0, "close": 1} {
		counts, _, s := madeOf(t, ingest.Options{Source: quickSource(t), Inputs: []string{srv.URL + "/" + name}})
		got := s.Manifest.Steps[0].Notes["files whose servers do not say where they end: weft cannot notice a cut"]
		if counts.Arcs != 2 || got != want {
			t.Errorf("%s: %d arcs, %d notes, want 2 and %d", name, counts.Arcs, got, want)
		}
	}
}
