package archive_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/crawl/archive"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/shared"
	"weft/web/capture"
	"weft/web/warc"
)

func open(t testing.TB, paths ...string) *archive.Archive {
	t.Helper()
	a, err := archive.Open(context.Background(), paths)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// show lists what matters of a page.
func show(p *capture.Reading) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %v html=%v", p.URL, p.State, p.HTML)
	for _, l := range p.Links {
		fmt.Fprintf(&b, "\n%s %v %q", l.URL, l.Kinds, l.Anchor)
	}
	return b.String()
}

// scanned is what a pass over an archive tells of each page: the last response or file.
func scanned(t *testing.T, r io.Reader, into map[string]string) {
	t.Helper()
	rd := warc.NewReader(r, warc.Options{})
	var c capture.Reader
	var p capture.Reading
	for {
		rec, err := rd.Next()
		if errors.Is(err, warc.ErrBadRecord) {
			continue
		}
		if err == io.EOF { //nolint:errorlint // what a reader returns at its end
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case rec.IsHTTP() && rec.Type == warc.TypeResponse:
			err = c.Response(rec.TargetURIBytes(), rec.Body, &p)
		case rec.Type == warc.TypeResource:
			err = c.Resource(rec.TargetURIBytes(), rec.ContentType(), rec.Body, &p)
		default:
			continue
		}
		if err == nil {
			into[string(p.URL)] = show(&p)
		}
	}
}

func TestSamples(t *testing.T) {
	for _, c := range []struct{ name, seed string }{
		{"iana.warc.gz", "http://www.iana.org/"},
		{"IAH-20080430204825-00000-blackbook.warc.gz", "http://www.archive.org/"},
		{"IAH-20080430204825-00000-blackbook.arc.gz", "http://www.archive.org/"},
		{"whirlwind.warc", "https://an.wikipedia.org/wiki/Escopete"},
	} {
		path := shared.File(t, "warc-samples", c.name)
		a := open(t, path)
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		want := map[string]string{}
		scanned(t, f, want)
		r := a.NewReader()
		var p capture.Reading
		differ := 0
		for url, text := range want {
			if found, err := r.Read([]byte(url), &p); err != nil || !found || show(&p) != text && p.State != page.Fetched {
				differ++
				t.Errorf("%s: %s: got %v, %v\n%s\nwant\n%s", c.name, url, found, err, show(&p), text)
			} else if show(&p) != text {
				differ++ // a revisit came after it
			}
		}
		if differ > len(want)/20 || a.Pages() < len(want) || len(want) == 0 {
			t.Errorf("%s: %d of %d pages differ from the last response, %d pages in all", c.name, differ, len(want), a.Pages())
		}
		if got := a.Seeds(); len(got) != 1 || got[0] != c.seed {
			t.Errorf("%s: got seeds %q, want %s", c.name, got, c.seed)
		}
	}
}

// The archive of a package, which is stored in it or compressed, reads as the file does.
func TestPackages(t *testing.T) {
	dir := t.TempDir()
	data := madeArchive(t, false)
	plain := filepath.Join(dir, "a.warc.gz")
	if err := os.WriteFile(plain, data, 0o644); err != nil {
		t.Fatal(err)
	}
	paths := []string{plain}
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		w, err := z.CreateHeader(&zip.FileHeader{Name: "archive/data.warc.gz", Method: method})
		if err == nil {
			_, err = w.Write(data)
		}
		if err := errors.Join(err, z.Close()); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, fmt.Sprintf("%d.wacz", method))
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	for _, path := range paths {
		checkMade(t, open(t, path))
	}
	checkMade(t, open(t, paths...))
	letsGo(t, paths...)
	file := filepath.Join(dir, "plain.warc")
	if err := os.WriteFile(file, madeArchive(t, true), 0o644); err != nil {
		t.Fatal(err)
	}
	checkMade(t, open(t, file))
}

// letsGo tests that archives that are closed leave no file open.
func letsGo(t *testing.T, paths ...string) {
	t.Helper()
	count := func() int {
		fds, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("this system does not say which files are open")
		}
		return len(fds)
	}
	before := count()
	for range 2 {
		a, err := archive.Open(t.Context(), paths)
		if err != nil {
			t.Fatal(err)
		}
		if during := count(); during <= before {
			t.Errorf("%d files are open before and %d while archives are", before, during)
		}
		if err := errors.Join(a.Close(), a.Close()); err != nil {
			t.Error(err)
		}
	}
	if after := count(); after > before {
		t.Errorf("%d files were open, now %d", before, after)
	}
}

// madeArchive has records of all kinds.
func madeArchive(t *testing.T, plain bool) []byte {
	t.Helper()
	w, err := warc.NewPacker(warc.WriterOptions{Plain: plain})
	if err != nil {
		t.Fatal(err)
	}
	date := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	html := func(text string) []byte {
		return []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + text)
	}
	ok, same := []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"), []byte("HTTP/1.1 304 Not Modified\r\n\r\n")
	robots := warc.HTTPResponse("http://a.example/robots.txt", date, html("<a href=/not-a-page>"))
	robots.Extra = []string{capture.PurposeField, "robots"}
	notes := func(n capture.Notes) []byte { return n.Append(nil) }
	out := []capture.Outlink{{URL: []byte("http://a.example/noted"), Kinds: kinds.Link}}
	for _, rec := range []warc.NewRecord{
		warc.Warcinfo(date, "", "software", "test"),
		robots,
		warc.HTTPResponse("http://a.example/image", date, []byte("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx")),
		warc.HTTPResponse("http://a.example/", date, html("<a href=old>old</a>")),
		warc.HTTPResponse("http://a.example/", date, html("<a href=b>b</a><a href=b rel=nofollow>again</a><iframe src=c>")),
		warc.HTTPResponse("http://a.example/moved", date, []byte("HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n")),
		warc.Revisit("http://a.example/b", date, ok, warc.Earlier{Digest: "sha1:X", URI: "http://a.example/", Date: date}),
		warc.Revisit("http://a.example/lost", date, ok, warc.Earlier{Digest: "sha1:X", URI: "http://elsewhere.example/", Date: date}),
		warc.Metadata("http://a.example/lost", date, "", notes(capture.Notes{Outlinks: out})),
		warc.HTTPResponse("http://a.example/c", date, html("<a href=d>d</a>")),
		warc.NotModified("http://a.example/c", date, same, warc.Earlier{Digest: "", URI: "http://a.example/c", Date: date}),
		warc.Metadata("http://a.example/gone", date, "", notes(capture.Notes{State: page.Failed, Reason: "timeout"})),
		warc.Metadata("http://a.example/private", date, "", notes(capture.Notes{State: page.Excluded, Reason: "robots"})),
		warc.HTTPResponse("http://a.example/odd", date, []byte("SSH-2.0")),
		{Type: warc.TypeResource, Date: date, TargetURI: "https://a.example/file", ContentType: "text/html", Block: []byte("<a href=x>x</a>")},
		warc.HTTPResponse("dns:a.example", date, []byte("x")),
	} {
		if _, err := w.Add(rec); err != nil {
			t.Fatal(err)
		}
	}
	var packed warc.Packed
	w.Take(&packed)
	return packed.Bytes
}

func checkMade(t *testing.T, a *archive.Archive) {
	t.Helper()
	r := a.NewReader()
	var p capture.Reading
	for _, c := range []struct {
		url, want string
		absent    bool
	}{
		{"http://a.example/image", "http://a.example/image fetched html=false", false},
		{"http://a.example/", "http://a.example/ fetched html=true\nhttp://a.example/b link \"b\"\nhttp://a.example/b link+nofollow \"again\"\nhttp://a.example/c embed \"\"", false},
		{"http://a.example/moved", "http://a.example/moved redirected html=false\nhttp://a.example/b redirect \"\"", false},
		{"http://a.example/b", "http://a.example/b fetched html=true\nhttp://a.example/b link \"b\"\nhttp://a.example/b link+nofollow \"again\"\nhttp://a.example/c embed \"\"", false},
		{"http://a.example/lost", "http://a.example/lost fetched html=false\nhttp://a.example/noted link \"\"", false},
		{"http://a.example/c", "http://a.example/c fetched html=true\nhttp://a.example/d link \"d\"", false},
		{"http://a.example/gone", "http://a.example/gone failed html=false", false},
		{"http://a.example/private", "http://a.example/private excluded html=false", false},
		{"http://a.example/odd", "http://a.example/odd failed html=false", false},
		{"https://a.example/file", "https://a.example/file fetched html=true\nhttps://a.example/x link \"x\"", false},
		{"http://a.example/robots.txt", "http://a.example/robots.txt failed html=false", true},
		{"http://b.example/", "http://b.example/ failed html=false", true},
	} {
		if found, err := r.Read([]byte(c.url), &p); err != nil || found == c.absent || show(&p) != c.want {
			t.Errorf("%s: got %v, %v\n%s\nwant\n%s", c.url, found, err, show(&p), c.want)
		}
	}
	if got := a.Seeds(); len(got) != 1 || got[0] != "http://a.example/" || a.Pages() != 10 || a.Bad() != 0 {
		t.Errorf("got seeds %q, %d pages, %d bad records", got, a.Pages(), a.Bad())
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var member bytes.Buffer
	z := gzip.NewWriter(&member)
	z.Write(madeArchive(t, true))
	z.Close()
	for _, c := range []struct {
		name string
		path []string
		want error
		says string
	}{
		{"nothing", nil, archive.ErrUnfit, "name WARC"},
		{"a folder", []string{dir}, archive.ErrUnfit, "folder"},
		{"missing", []string{filepath.Join(dir, "missing")}, os.ErrNotExist, "missing"},
		{"text", []string{write("text", []byte("some text\n"))}, archive.ErrUnfit, "no WARC"},
		{"empty", []string{write("empty", nil)}, archive.ErrUnfit, "no WARC"},
		{"one member", []string{write("one.warc.gz", member.Bytes())}, archive.ErrUnfit, "recompress"},
		{"a dictionary", []string{write("x.warc.zst", []byte("\x5d\x2a\x4d\x18\x00\x00\x00\x00"))}, archive.ErrUnfit, "dictionary"},
		{"a bad package", []string{write("x.wacz", []byte("PK\x03\x04 nothing"))}, warc.ErrBadRecord, "x.wacz"},
	} {
		_, err := archive.Open(context.Background(), c.path)
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %v that says %q", c.name, err, c.want, c.says)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := archive.Open(ctx, []string{write("ok.warc", madeArchive(t, true))}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

// Damage costs the record that it hits, and no error.
func TestDamage(t *testing.T) {
	data := madeArchive(t, false)
	path := filepath.Join(t.TempDir(), "a.warc.gz")
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		bad := bytes.Clone(data)
		bad[r.IntN(len(bad))] ^= byte(1 + r.IntN(255))
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		a, err := archive.Open(context.Background(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		if a.Pages() < 8 {
			t.Errorf("%d pages left", a.Pages())
		}
		// The file is damaged further while it is open.
		if err := os.Truncate(path, int64(r.IntN(len(bad)))); err != nil {
			t.Fatal(err)
		}
		reader := a.NewReader()
		var p capture.Reading
		for _, url := range []string{"http://a.example/", "http://a.example/b", "http://a.example/lost"} {
			if _, err := reader.Read([]byte(url), &p); err != nil {
				t.Errorf("%s: %v", url, err)
			}
		}
		a.Close()
	}
}

// BenchmarkRead reads the pages of blackbook in random order.
func BenchmarkRead(b *testing.B) {
	path := shared.File(b, "warc-samples", "IAH-20080430204825-00000-blackbook.warc.gz")
	a := open(b, path)
	var urls []string
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	rd := warc.NewReader(f, warc.Options{})
	for {
		rec, err := rd.Next()
		if err != nil {
			break
		}
		if rec.IsHTTP() && rec.Type == warc.TypeResponse {
			urls = append(urls, rec.TargetURI())
		}
	}
	r := a.NewReader()
	var p capture.Reading
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := r.Read([]byte(urls[i*37%len(urls)]), &p); err != nil {
			b.Fatal(err)
		}
	}
}
