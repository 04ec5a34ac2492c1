package contents

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// find counts the contents of an import.
func find(t *testing.T, inputs ...string) (*Contents, *store.Crawl) {
	t.Helper()
	c := ingesttest.Import(t, ingest.Options{Inputs: inputs})
	r, err := (&asked{top: usualTop}).find(context.Background(), c, &answer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r, c
}

// gathered writes the rows of archives, each read by a worker of its own.
func gathered(t *testing.T, paths ...string) (rows []string) {
	t.Helper()
	for _, path := range paths {
		var out bytes.Buffer
		w := ingest.NewArrowRows(&out, nil)
		o := ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "rows"), Memory: 1 << 30}}
		if _, err := ingest.Gather(t.Context(), o, w); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, written(t, fmt.Sprintf("%d.arrow", len(rows)), out.String()))
	}
	return rows
}

func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The rows of workers carry the counts of their archives: an import of the rows counts what an import of the archives counts.
func TestCapturesOfRows(t *testing.T) {
	dir := shared.File(t, "warc-samples")
	var paths []string
	for _, name := range []string{"iana.warc.gz", "IAH-20080430204825-00000-blackbook.arc.gz", "BL-20140325122341434-00000-32090~opera~8443.warc.gz"} {
		paths = append(paths, filepath.Join(dir, name))
	}
	want, c := find(t, paths...)
	got, again := find(t, gathered(t, paths...)...)
	if want.Responses != 48+123+261+7+55 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d responses: %+v\nwant %d responses: %+v", got.Responses, got, want.Responses, want)
	}
	if !reflect.DeepEqual(again.Manifest.Responses, c.Manifest.Responses) {
		t.Errorf("%+v\nwant\n%+v", again.Manifest.Responses, c.Manifest.Responses)
	}
	rows := gathered(t, paths[:1]...)
	if mixed, _ := find(t, append(rows, paths[1:]...)...); !reflect.DeepEqual(mixed, want) {
		t.Errorf("rows beside archives: %+v\nwant %+v", mixed, want)
	}
}

// Counts of indexes are the lines that name a response of the Web; their sizes are unknown.
func TestCapturesOfIndexes(t *testing.T) {
	dir := shared.File(t, "warc-samples")
	for _, name := range []string{"iana.cdx", "IAH-20080430204825-00000-blackbook.warc.gz.cdx"} {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines, revisits, statuses, types := int64(0), int64(0), map[string]int64{}, map[string]int64{}
		for line := range strings.Lines(string(text)) {
			f := strings.Fields(line)
			if len(f) < 9 || f[0] == "CDX" || !strings.HasPrefix(f[2], "http") || f[3] == "warc/request" || f[3] == "warc/metadata" {
				continue
			}
			lines++
			if f[3] == "warc/revisit" {
				revisits++
			}
			statuses[strings.Replace(f[4], "-", "no", 1)]++
			types[f[3]]++
		}
		r, _ := find(t, path)
		if lines == 0 || r.Counted != CountedIndex || r.Responses != lines || r.Repeated != revisits || r.Bytes != 0 || len(r.Sizes) > 0 {
			t.Errorf("%s: %s: %d responses, %d repeated, %d bytes; the lines have %d and %d", name, r.Counted, r.Responses, r.Repeated, r.Bytes, lines, revisits)
		}
		for _, c := range r.Statuses {
			if word, _, _ := strings.Cut(c.Name, " "); statuses[word] != c.Responses {
				t.Errorf("%s: status %s: %d, the lines have %v", name, c.Name, c.Responses, statuses)
			}
		}
		for _, c := range r.Types {
			if types[c.Name] != c.Responses && !strings.HasSuffix(c.Name, " others") {
				t.Errorf("%s: type %s: %d, the lines have %v", name, c.Name, c.Responses, types)
			}
		}
		for _, b := range r.Blocks() {
			if x, ok := b.(*answer.Table); ok && strings.Contains(fmt.Sprint(x.Columns, x.Rows), "0 B") {
				t.Errorf("%s: the table %q has bytes", name, x.Title)
			}
		}
	}
}

// An index beside its archive counts nothing twice, and a note tells of its entries.
func TestCapturesWithIndex(t *testing.T) {
	dir := shared.File(t, "warc-samples")
	want, _ := find(t, filepath.Join(dir, "iana.warc.gz"))
	got, c := find(t, filepath.Join(dir, "iana.warc.gz"), filepath.Join(dir, "iana.cdx"))
	if got.Counted != CountedCaptures || !reflect.DeepEqual(got.Statuses, want.Statuses) || got.Responses != want.Responses {
		t.Errorf("%s: %d responses, want %d", got.Counted, got.Responses, want.Responses)
	}
	noted := int64(0)
	for note, n := range c.Manifest.Steps[0].Notes {
		if strings.HasPrefix(note, "responses that WAT files, indexes or crawl logs describe") {
			noted = n
		}
	}
	if noted != 171 {
		t.Errorf("%v", c.Manifest.Steps[0].Notes)
	}
}

// watRecord writes a WAT record about a record of an archive. Its own date and digest are others.
func watRecord(t *testing.T, kind, uri string, header map[string]string, length int) string {
	t.Helper()
	payload := map[string]any{"Actual-Content-Type": "application/http; msgtype=" + kind}
	if header != nil {
		of := map[string]any{"Response-Message": map[string]string{"Status": header["status"]}, "Headers": map[string]string{"Content-Type": header["type"]}}
		if strings.HasPrefix(header["type"], "text/html") {
			of["HTML-Metadata"] = map[string]any{}
		}
		payload["HTTP-Response-Metadata"] = of
	}
	text, err := json.Marshal(map[string]any{"Envelope": map[string]any{
		"Payload-Metadata":     payload,
		"WARC-Header-Metadata": map[string]string{"WARC-Type": kind, "WARC-Target-URI": uri, "WARC-Date": "2020-02-03T04:05:06Z", "Content-Length": strconv.Itoa(length), "WARC-Payload-Digest": "sha1:OF" + uri, "Content-Type": "text/css"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return warcRecord("metadata", uri, "application/json", "WARC-Payload-Digest: sha1:JSON\r\n", string(text))
}

// WAT files describe responses: their statuses, types, sizes and dates count, and not those of the WAT records.
func TestCapturesOfWAT(t *testing.T) {
	page := map[string]string{"status": "200", "type": "text/html; charset=utf-8"}
	path := written(t, "a.warc.wat", watRecord(t, "response", "http://a.example/", page, 1000)+
		watRecord(t, "request", "http://a.example/", nil, 77)+
		watRecord(t, "response", "http://a.example/gone", map[string]string{"status": "404", "type": "text/html"}, 300)+
		watRecord(t, "response", "http://a.example/x.png", map[string]string{"status": "200", "type": "image/png"}, 20000)+
		watRecord(t, "revisit", "http://a.example/again", page, 200)+
		watRecord(t, "resource", "http://a.example/style", nil, 50)+
		watRecord(t, "resource", "metadata://x", nil, 50)+
		watRecord(t, "response", "dns:a.example", nil, 50))
	r, c := find(t, path)
	facts, err := c.OpenFacts()
	if err != nil {
		t.Fatal(err)
	}
	defer facts.Close()
	err = facts.Each(t.Context(), func(p graph.Node, f *store.Facts) error {
		if url := c.Label(p); string(f.Digest) != "sha1:OF"+url || f.Time.Format(time.RFC3339) != "2020-02-03T04:05:06Z" || url == "http://a.example/" && f.Size != 1000 {
			t.Errorf("%s: %+v", url, f)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if r.Counted != CountedWAT || r.Responses != 5 || r.Bytes != 1000+300+20000+200+50 || r.Repeated != 1 || r.Headless != 1 || r.From != "2020-02-03T04:05:06Z" || r.To != r.From {
		t.Errorf("%+v", r)
	}
	if want := []Count{{"no status", 1, 50}, {"200 OK", 3, 21200}, {"404 Not Found", 1, 300}}; !reflect.DeepEqual(r.Statuses, want) {
		t.Errorf("%v, want %v", r.Statuses, want)
	}
	if want := []Count{{"text/html", 3, 1500}, {"image/png", 1, 20000}, {"text/css", 1, 50}}; !reflect.DeepEqual(r.Types, want) {
		t.Errorf("%v, want %v", r.Types, want)
	}
}

// The lines of a crawl log with a status of HTTP are responses, also of robots.txt and images.
func TestResponsesOfLogs(t *testing.T) {
	path := shared.File(t, "warc-samples", "heritrix-idna-crawl.log")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, size := int64(0), int64(0)
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) < 8 || !strings.HasPrefix(f[3], "http") {
			continue
		}
		if status, err := strconv.Atoi(f[1]); err == nil && status >= 100 {
			n, _ := strconv.ParseInt(f[2], 10, 64)
			lines, size = lines+1, size+n
		}
	}
	r, _ := find(t, path)
	if lines == 0 || r.Counted != CountedImportedLog || r.Responses != lines || r.Bytes != size {
		t.Errorf("%s: %d responses, %d bytes; the lines have %d and %d", r.Counted, r.Responses, r.Bytes, lines, size)
	}
}
