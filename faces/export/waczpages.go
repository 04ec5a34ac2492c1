package export

import (
	"archive/zip"
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"weft/graph/page"
	"weft/internal/atomicfile"
	"weft/web/capture"
	"weft/web/warc"
)

// A waczPage is a line of a list of pages.
type waczPage struct {
	ID    string `json:"id"`
	URL   string `json:"url"`
	TS    string `json:"ts"`
	Title string `json:"title,omitempty"`
	Seed  bool   `json:"seed,omitempty"`
}

// A waczList is a list of pages.
type waczList struct {
	Format string `json:"format"`
	ID     string `json:"id"`
	Title  string `json:"title"`
}

const pagesFormat = "json-pages-1.0"

// pages writes the seeds, and all other pages of HTML in the order in which they were fetched.
func (p *waczWriter) pages() error {
	rest, err := atomicfile.Scratch(p.scratch())
	if err != nil {
		return err
	}
	defer rest.Close() //nolint:errcheck // it has no name
	out := bufio.NewWriter(rest)
	r := pageLister{p: p, seeds: map[string]bool{}, others: json.NewEncoder(out)}
	r.others.SetEscapeHTML(false)
	for _, s := range p.Kept.Seeds {
		r.seeds[s] = true
	}
	for _, f := range p.Kept.Files {
		if err := r.file(f); err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	var seeds strings.Builder
	enc := json.NewEncoder(&seeds)
	enc.SetEscapeHTML(false)
	for _, s := range r.found {
		if err := enc.Encode(s); err != nil {
			return err
		}
	}
	if err := p.list("pages/pages.jsonl", waczList{pagesFormat, "pages", "Seeds"}, strings.NewReader(seeds.String())); err != nil {
		return err
	}
	if _, err := rest.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return p.list("pages/extraPages.jsonl", waczList{pagesFormat, "extraPages", "All other pages"}, rest)
}

func (p *waczWriter) scratch() string {
	if p.Scratch != "" {
		return p.Scratch
	}
	return os.TempDir()
}

// list writes a list of pages.
func (p *waczWriter) list(name string, head waczList, lines io.Reader) error {
	return p.file(name, zip.Deflate, true, func(m *member) error {
		if err := json.NewEncoder(m).Encode(head); err != nil {
			return err
		}
		_, err := io.Copy(m, lines)
		return err
	})
}

// A pageLister finds the pages of an archive.
type pageLister struct {
	p      *waczWriter
	seeds  map[string]bool
	found  []waczPage // seeds
	others *json.Encoder
	read   capture.Reader
	page   capture.Reading
}

func (l *pageLister) file(path string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was only read
	rd := warc.NewReader(in, warc.Options{Want: func(rec *warc.Record, head []byte) bool { return isAnswer(rec) && l.read.NeedsBody(head) }})
	at := int64(0)
	for {
		if err := l.p.ctx.Err(); err != nil {
			return err
		}
		rec, err := rd.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		l.p.tell(rec.Offset - at)
		at = rec.Offset
		if err := l.record(rec); err != nil {
			return err
		}
	}
}

// isAnswer says of a record that it may be a page. A revisit has the header alone.
func isAnswer(rec *warc.Record) bool {
	return (rec.Type == warc.TypeResponse || rec.Type == warc.TypeRevisit) && rec.IsHTTP() && rec.Header.Bytes(capture.PurposeField) == nil
}

func (l *pageLister) record(rec *warc.Record) error {
	if !isAnswer(rec) {
		return nil
	}
	if l.read.Response(rec.TargetURIBytes(), rec.Body, &l.page) != nil || l.page.State != page.Fetched {
		return nil
	}
	if !l.page.HTML && !(rec.Type == warc.TypeRevisit && capture.MayBeHTML(l.page.ContentType)) {
		return nil
	}
	url := rec.TargetURI()
	sum := sha256.Sum256([]byte(url))
	line := waczPage{
		ID: hex.EncodeToString(sum[:12]), URL: url, TS: rec.Date().UTC().Format("2006-01-02T15:04:05.000Z"), Title: title(l.page.Title), Seed: l.seeds[url],
	}
	l.p.sum.Pages++
	if line.Seed {
		l.p.sum.Seeds++
		l.found = append(l.found, line)
		return nil
	}
	return l.others.Encode(line)
}

// title is the title of a page on one line.
func title(raw []byte) string {
	const most = 1000
	text := strings.Join(strings.Fields(strings.ToValidUTF8(string(raw), "\ufffd")), " ")
	for len(text) > most {
		_, n := utf8.DecodeLastRuneInString(text[:most+1])
		text = text[:most+1-n]
	}
	return text
}
