package export_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha1"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/web/live"
	"weft/web/warc"
)

// A tagged site answers 304 to who has the page, but for every fourth page, which has no tag. Every seventh changes.
func taggedSite(t *testing.T) (url string, version *atomic.Int32) {
	t.Helper()
	version = new(atomic.Int32)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := 0
		if fmt.Sscanf(r.URL.Path, "/p%d", &n); r.URL.Path != "/" && !strings.HasPrefix(r.URL.Path, "/p") || n >= 40 {
			http.NotFound(w, r)
			return
		}
		text := fmt.Sprintf("<title>%d</title>%s", n, strings.Repeat("text ", 400))
		for i := 3*n + 1; i <= 3*n+3; i++ {
			text += fmt.Sprintf("<a href=/p%d>x</a>", i)
		}
		if n%7 == 3 {
			text += fmt.Sprint("version ", version.Load())
		}
		tag := fmt.Sprintf("\"%x\"", sha1.Sum([]byte(text)))
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("X-Version", fmt.Sprint(version.Load()))
		if n%4 > 0 {
			w.Header().Set("ETag", tag)
			if r.Header.Get("If-None-Match") == tag {
				w.WriteHeader(http.StatusNotModified)
				return
			}
		}
		if n%5 == 2 {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			fmt.Fprint(z, text)
			z.Close()
			return
		}
		fmt.Fprint(w, text)
	}))
	t.Cleanup(s.Close)
	return s.URL, version
}

func crawlSince(t *testing.T, url, since string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "c")
	o := livecrawl.Options{Dir: dir, Version: "test", Net: live.Options{UserAgent: "weft-test/1.0", AllowPrivate: true, Workers: 4}}
	j, err := livecrawl.Create(folder.Config{Seeds: []string{url + "/"}, Scope: folder.Scope{Depth: -1}, RandomSeed: 1, Since: since}, o)
	if err != nil {
		t.Fatal(err)
	}
	_, err = j.Run(t.Context())
	if err := errors.Join(err, j.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A player can replay the package of a crawl with --since without the earlier crawl. Each revisit leads, by URL, date and
// digest, to a record in the package with the payload of the page; the header of the revisit describes how to read it.
// This also holds for a third crawl since the second.
func TestPackageOfACrawlSince(t *testing.T) {
	url, version := taggedSite(t)
	first := crawlSince(t, url, "")
	version.Store(1)
	second := crawlSince(t, url, first)
	version.Store(2)
	third := crawlSince(t, url, second)
	for n, dir := range []string{second, third} {
		name, s := packed(t, dir)
		if s.Copied == 0 || s.Lacking != 0 {
			t.Errorf("crawl %d: %+v", n+2, s)
		}
		p := openPackage(t, name)
		revisits, fresh := 0, 0
		for _, l := range p.lines {
			if l.Mime != "warc/revisit" {
				continue
			}
			revisits++
			fresh += p.replay(t, l, int(version.Load())-1+n)
		}
		if revisits < 30 || fresh < 15 {
			t.Errorf("crawl %d: %d revisits, %d of them with the header of the answer 304", n+2, revisits, fresh)
		}
	}
	if err := os.RemoveAll(first); err != nil {
		t.Fatal(err)
	}
	if _, s := packed(t, third); s.Lacking == 0 {
		t.Errorf("without the first crawl nothing is said to be lacking: %+v", s)
	}
}

// A replayed package is its archives, by name, and the lines of its index.
type replayedPackage struct {
	files map[string][]byte
	lines []warc.Line
}

func openPackage(t *testing.T, name string) *replayedPackage {
	t.Helper()
	z, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	p := &replayedPackage{files: map[string][]byte{}}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if p.files[path.Base(f.Name)] = data; f.Name == "indexes/index.cdx.gz" {
			p.read(t, data)
		}
	}
	return p
}

// read reads the index, which must be sorted.
func (p *replayedPackage) read(t *testing.T, data []byte) {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for in := bufio.NewScanner(r); in.Scan(); {
		texts = append(texts, in.Text())
		l, ok := warc.ParseLine(in.Bytes())
		if !ok || !json.Valid(in.Bytes()[bytes.IndexByte(in.Bytes(), '{'):]) {
			t.Fatalf("no line of CDXJ: %s", in.Text())
		}
		p.lines = append(p.lines, l)
	}
	if !slices.IsSorted(texts) {
		t.Error("the index is not sorted")
	}
}

// record returns the record that a line leads to.
func (p *replayedPackage) record(t *testing.T, l warc.Line) *warc.Record {
	t.Helper()
	rec, err := warc.NewReader(bytes.NewReader(p.files[l.Filename][l.Offset:l.Offset+l.Length]), warc.Options{}).Next()
	if err != nil {
		t.Fatalf("%+v: %v", l, err)
	}
	return rec
}

// replay resolves a revisit as a player does. It returns 1 if its header is that of an answer 304.
func (p *replayedPackage) replay(t *testing.T, l warc.Line, version int) (fresh int) {
	t.Helper()
	rec := p.record(t, l)
	for _, field := range []string{"WARC-Profile", "WARC-Refers-To-Target-URI", "WARC-Refers-To-Date", "WARC-Payload-Digest"} {
		if rec.Header.Get(field) == "" {
			t.Errorf("%s has no %s", l.URL, field)
		}
	}
	at := slices.IndexFunc(p.lines, func(o warc.Line) bool {
		return o.Mime != "warc/revisit" && o.URL == rec.Header.Get("WARC-Refers-To-Target-URI") && o.Digest == l.Digest
	})
	if at < 0 {
		t.Errorf("%s refers to %s, which the package does not have", l.URL, rec.Header.Get("WARC-Refers-To-Target-URI"))
		return 0
	}
	original := p.record(t, p.lines[at])
	if date := original.Header.Get("WARC-Date"); date != rec.Header.Get("WARC-Refers-To-Date") {
		t.Errorf("%s refers to a record of %s, and there is one of %s", l.URL, rec.Header.Get("WARC-Refers-To-Date"), date)
	}
	var its, own warc.Response
	if err := errors.Join(its.Parse(original.Body)); err != nil {
		t.Fatal(err)
	}
	if err := own.Parse(append(bytes.Clone(rec.Body), its.Raw...)); err != nil || own.Status != 200 || l.Status != "200" {
		t.Errorf("%s: status %d, in the index %s: %v", l.URL, own.Status, l.Status, err)
	}
	if !bytes.Equal(own.Body, its.Body) || !bytes.Contains(own.Body, []byte("text text")) {
		t.Errorf("%s: read by the header of the revisit the page is %.60q, want %.60q", l.URL, own.Body, its.Body)
	}
	if strings.HasSuffix(rec.Header.Get("WARC-Profile"), "server-not-modified") {
		if own.Header.Get("X-Version") != fmt.Sprint(version) {
			t.Errorf("%s: the header is of version %s, want %d", l.URL, own.Header.Get("X-Version"), version)
		}
		return 1
	}
	return 0
}
