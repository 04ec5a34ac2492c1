package contents

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
)

// A tallied counts the responses of an archive by a reader of its own, which shares no code with package warc.
type tallied struct {
	responses, bytes, revisits, files int64
	statuses, types                   map[string]int64
}

// tallyArchive counts the records of a WARC or ARC file, packed or not. It understands well-formed files only.
func tallyArchive(data []byte) (*tallied, error) {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		if data, err = io.ReadAll(z); err != nil {
			return nil, err
		}
	}
	t := &tallied{statuses: map[string]int64{}, types: map[string]int64{}}
	in := bufio.NewReader(bytes.NewReader(data))
	for {
		first, err := in.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if first = strings.TrimRight(first, "\r\n"); first == "" {
			continue
		}
		fields := map[string]string{}
		if strings.HasPrefix(first, "WARC/") {
			for {
				line, err := in.ReadString('\n')
				if line = strings.TrimRight(line, "\r\n"); line == "" || err != nil {
					break
				}
				name, value, _ := strings.Cut(line, ":")
				fields[strings.ToLower(name)] = strings.TrimSpace(value)
			}
		} else { // ARC: URL, address, time, media type, length
			words := strings.Fields(first)
			fields = map[string]string{"warc-type": "response", "content-type": "application/http", "warc-target-uri": words[0], "content-length": words[len(words)-1]}
		}
		n, err := strconv.Atoi(fields["content-length"])
		if err != nil {
			return nil, fmt.Errorf("%q: %w", first, err)
		}
		block := make([]byte, n)
		if _, err := io.ReadFull(in, block); err != nil {
			return nil, err
		}
		t.record(fields, block)
	}
}

func (w *tallied) record(fields map[string]string, block []byte) {
	kind, uri := fields["warc-type"], strings.Trim(fields["warc-target-uri"], "<>")
	web := strings.HasPrefix(uri, "http:") || strings.HasPrefix(uri, "https:")
	status, media := "none", ""
	switch {
	case !web || kind != "response" && kind != "revisit" && kind != "resource" || kind == "response" && !strings.HasPrefix(fields["content-type"], "application/http"):
		return
	case kind == "resource":
		w.files++
		media = fields["content-type"]
	default:
		if kind == "revisit" {
			w.revisits++
		}
		lines := strings.Split(strings.ReplaceAll(string(block), "\r\n", "\n"), "\n")
		if words := strings.Fields(lines[0]); len(words) > 1 {
			status = words[1]
		}
		for _, line := range lines[1:] {
			if line == "" {
				break
			}
			if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(strings.TrimSpace(name), "content-type") && media == "" {
				media = value
			}
		}
	}
	media, _, _ = strings.Cut(strings.ToLower(media), ";")
	w.responses++
	w.bytes += int64(len(block))
	w.statuses[status]++
	w.types[strings.TrimSpace(media)]++
}

// agree compares the counts of the import with the counts of the reader.
func (w *tallied) agree(t *testing.T, r *Contents) {
	t.Helper()
	if r.Counted != CountedCaptures || r.Responses != w.responses || r.Bytes != w.bytes || r.Repeated != w.revisits || r.Headless != w.files {
		t.Errorf("%s: %d responses with %d bytes, %d repeated, %d files; the records have %+v", r.Counted, r.Responses, r.Bytes, r.Repeated, r.Headless, w)
	}
	for _, c := range r.Statuses {
		word, _, _ := strings.Cut(c.Name, " ")
		if word == "no" {
			word = "none"
		}
		if w.statuses[word] != c.Responses {
			t.Errorf("status %s: %d, the records have %v", c.Name, c.Responses, w.statuses)
		}
	}
	sum := int64(0)
	for _, c := range r.Types {
		sum += c.Responses
		if strings.HasSuffix(c.Name, " others") {
			continue
		}
		name := c.Name
		if name == "no media type" {
			name = ""
		}
		if w.types[name] != c.Responses {
			t.Errorf("type %s: %d, the records have %v", c.Name, c.Responses, w.types)
		}
	}
	if sum != w.responses {
		t.Errorf("the types count %d of %d responses", sum, w.responses)
	}
}

// capturesOf imports an archive, and returns its contents.
func capturesOf(t *testing.T, path string) *Contents {
	t.Helper()
	r, err := (&asked{top: usualTop}).find(context.Background(), ingesttest.Import(t, ingest.Options{Inputs: []string{path}}), &answer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The responses of published archives are those that another reader counts.
func TestCapturesOfSamples(t *testing.T) {
	dir := shared.File(t, "warc-samples")
	for _, pattern := range []string{"*.warc", "*.warc.gz", "*.arc.gz"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			t.Run(filepath.Base(path), func(t *testing.T) {
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				want, err := tallyArchive(data)
				if err != nil {
					t.Fatal(err)
				}
				r := capturesOf(t, path)
				want.agree(t, r)
				t.Logf("%d responses, %d bytes, %d revisits, %d of text/html", r.Responses, r.Bytes, r.Repeated, want.types["text/html"])
			})
		}
	}
}

// warcRecord writes a record.
func warcRecord(kind, uri, contentType, more, block string) string {
	return fmt.Sprintf("WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2024-01-02T03:04:05Z\r\nWARC-Target-URI: %s\r\nContent-Type: %s\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, uri, contentType, more, len(block), block)
}

func webResponse(url, status, media, more string) string {
	return warcRecord("response", url, "application/http; msgtype=response", more, "HTTP/1.1 "+status+"\r\nContent-Type: "+media+"\r\n\r\n<a href=/next>next</a>")
}

// Images, robots.txt, repetitions, repeated captures and files count as responses, although few of them are pages of the graph.
// Requests and DNS do not count.
func TestCaptures(t *testing.T) {
	text := webResponse("http://a.example/", "200 OK", "text/html", "") +
		webResponse("http://a.example/", "200 OK", "text/html", "") +
		webResponse("http://a.example/robots.txt", "404 Not Found", "text/html", "") +
		webResponse("http://b.example/robots.txt", "200 OK", "text/plain", "WARC-Weft-Purpose: robots\r\n") +
		webResponse("http://a.example/x.png", "200 OK", "image/png", "") +
		webResponse("http://a.example/y.png", "200 OK", "image/png", "WARC-Weft-Purpose: requisite\r\n") +
		warcRecord("revisit", "http://a.example/z", "application/http; msgtype=response", "", "HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n") +
		warcRecord("resource", "http://a.example/w", "text/html", "", "<a href=/>x</a>") +
		warcRecord("request", "http://a.example/", "application/http; msgtype=request", "", "GET / HTTP/1.1\r\n\r\n") +
		warcRecord("response", "dns:a.example", "text/dns", "", "a.example 1.2.3.4")
	path := filepath.Join(t.TempDir(), "made.warc")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want, err := tallyArchive([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r := capturesOf(t, path)
	want.agree(t, r)
	if want.responses != 8 || want.files != 1 || want.revisits != 1 || want.types["image/png"] != 2 {
		t.Errorf("the reader of the test counts %+v", want)
	}
	if r.From != "2024-01-02T03:04:05Z" || r.To != r.From {
		t.Errorf("from %q to %q", r.From, r.To)
	}
}
