// Command text makes pages of drawn words for comparisons of searches in texts: an archive, and the same texts as
// JSON lines.
//
//	go run ./bench/text PAGES FOLDER
//
// The rank of a word follows Zipf's law with exponent 1.07 in a vocabulary of a million words. A page has about 2 kB
// of text, and a title of two to six words. The first word of a text stands on one page or a few. Equal arguments
// make equal bytes.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: text PAGES FOLDER")
		os.Exit(2)
	}
	pages, err := strconv.Atoi(os.Args[1])
	if err == nil {
		err = write(pages, os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "text:", err)
		os.Exit(1)
	}
}

// write writes pages.warc and pages.jsonl.
func write(pages int, dir string) error {
	archive, err := os.Create(filepath.Join(dir, "pages.warc"))
	if err != nil {
		return err
	}
	lines, err := os.Create(filepath.Join(dir, "pages.jsonl"))
	if err != nil {
		return err
	}
	a, l := bufio.NewWriterSize(archive, 1<<20), bufio.NewWriterSize(lines, 1<<20)
	d := &drawer{rand.New(rand.NewPCG(1, 2)), nil}
	d.zipf = rand.NewZipf(d.random, 1.07, 2, 1_000_000)
	for i := range pages {
		if err := d.page(i, pages, a, l); err != nil {
			return err
		}
	}
	return cmp.Or(a.Flush(), l.Flush(), archive.Close(), lines.Close())
}

// A drawer draws words.
type drawer struct {
	random *rand.Rand
	zipf   *rand.Zipf
}

// syllables are the parts of words, some with letters beyond ASCII.
var syllables = strings.Split("ba,be,bi,bo,bu,da,de,di,do,du,ka,ke,ki,ko,ku,la,le,li,lo,lu,ma,me,mi,mo,mu,na,ne,ni,no,nu,ra,re,ri,ro,ru,sa,se,si,so,su,ta,te,ti,to,tu,é,ö", ",")

// append appends the word of a rank.
func (d *drawer) append(to []byte, rank uint64) []byte {
	for first := true; first || rank > 0; first = false {
		to = append(to, syllables[rank%uint64(len(syllables))]...)
		rank /= uint64(len(syllables))
	}
	return to
}

func (d *drawer) words(to []byte, n int) []byte {
	for range n {
		to = append(d.append(to, d.zipf.Uint64()), ' ')
	}
	return to
}

// page writes a page.
func (d *drawer) page(i, pages int, archive, lines io.Writer) error {
	url := fmt.Sprintf("http://h%03d.example/%08d", i*1000/pages, i)
	title := strings.TrimSpace(string(d.words(nil, 2+d.random.IntN(5))))
	size := 1000 + d.random.IntN(2000)
	text := fmt.Appendf(nil, "rare%d ", d.random.IntN(pages))
	for len(text) < size {
		text = d.words(text, 10)
	}
	head := "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
	body := "<!DOCTYPE html><html><head><title>" + title + "</title></head><body><p>" + string(text) + "</p></body></html>"
	_, err := fmt.Fprintf(archive, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:%08d-0000-0000-0000-000000000000>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s%s\r\n\r\n", url, i, len(head)+len(body), head, body)
	if err != nil {
		return err
	}
	line, err := json.Marshal([]string{url, title, strings.TrimSpace(string(text))})
	if err == nil {
		_, err = lines.Write(append(line, '\n'))
	}
	return err
}
