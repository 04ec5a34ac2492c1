package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A class is a kind of input: how one of about n bytes is written to a path, and further arguments of the import.
type class struct {
	name  string
	write func(path string, n int) error
	args  []string
}

var classes = []class{
	{"list of numbers", toFile(func(w io.Writer, n int) { shuffled(w, n/14, n/140, false) }), nil},
	{"list of URLs", toFile(func(w io.Writer, n int) { shuffled(w, n/95, n/60, true) }), nil},
	{"JSONL", toFile(jsonl), nil},
	{"CDX", toFile(cdx), nil},
	{"GraphML", toFile(graphml), nil},
	{"zip of a list", zipOf, nil},
	{"WARC, usual pages", toFile(func(w io.Writer, n int) { archive(w, n, usual) }), nil},
	{"WARC, gzip", toFile(func(w io.Writer, n int) {
		z := gzip.NewWriter(w)
		archive(z, n, usual)
		z.Close() //nolint:errcheck // the import tells
	}), nil},
	{"WARC, pages with a long base", toFile(func(w io.Writer, n int) { archive(w, n/40, longBase) }), nil},
	{"WARC, bodies that unpack to 4 MB", toFile(func(w io.Writer, n int) { archive(w, n/100, packed) }), nil},
	{"WARC, pages of 2 MB", toFile(func(w io.Writer, n int) { archive(w, n, large(2<<20)) }), nil},
	{"HTML files of 14 MB", site, []string{"--base-url", "http://a.example/"}},
}

// runClasses imports an input of each class and prints what the plan states beside what was taken, as a table.
func runClasses(weft string, size int, budgets []string) error {
	dir, err := os.MkdirTemp("", "weft-memory-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // scratch
	fmt.Printf("| input, about %d MB | `--memory` | stated, MiB | taken, MiB |\n|---|---|---|---|\n", size/1_000_000)
	for i, c := range classes {
		path := filepath.Join(dir, fmt.Sprint(i))
		if err := c.write(path, size); err != nil {
			return err
		}
		for _, budget := range budgets {
			crawl := filepath.Join(dir, "crawl")
			args := append([]string{"import", path, "-o", crawl, "--memory", budget, "--force"}, c.args...)
			stated, refused := planned(weft, args)
			if refused == "" {
				peak, err := peakOf(nil, weft, append(args, "--quiet")...)
				if err == nil {
					fmt.Printf("| %s | %s | %.0f | %.0f |\n", c.name, budget, stated, float64(peak)/1024)
					continue
				}
				refused = err.Error()
			}
			fmt.Printf("| %s | %s | %.0f | refused: %s |\n", c.name, budget, stated, firstLine(refused))
		}
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}

func firstLine(text string) string {
	_, after, _ := strings.Cut(text, "weft: error: ")
	line, _, _ := strings.Cut(after, "\n")
	if i := strings.LastIndex(line, "needs "); i >= 0 {
		line = line[i:]
	}
	return line
}

// planned returns what the plan of an import states, in MiB, or why it is refused.
func planned(weft string, args []string) (mib float64, refused string) {
	var out, stderr bytes.Buffer
	cmd := exec.Command(weft, append(args, "--plan", "--json")...)
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		return 0, stderr.String()
	}
	var plan struct{ Need int64 }
	if err := json.Unmarshal(out.Bytes(), &plan); err != nil {
		return 0, err.Error()
	}
	return float64(plan.Need) / (1 << 20), ""
}

// toFile returns a function that writes a file with write.
func toFile(write func(w io.Writer, n int)) func(string, int) error {
	return func(path string, n int) error {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		w := bufio.NewWriterSize(f, 1<<20)
		write(w, n)
		if err := w.Flush(); err != nil {
			return err
		}
		return f.Close()
	}
}

func zipOf(path string, n int) error {
	return toFile(func(w io.Writer, n int) {
		z := zip.NewWriter(w)
		f, err := z.Create("list.tsv")
		if err == nil {
			shuffled(f, n/95, n/950, true)
		}
		z.Close() //nolint:errcheck // the import tells
	})(path, n)
}

func url(i int) string {
	return fmt.Sprintf("http://host%d.example/section%d/page-%d.html", i/1000, i/50%20, i)
}

func jsonl(w io.Writer, n int) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n / 110 {
		fmt.Fprintf(w, "{\"via\": %q, \"url\": %q}\n", url(r.IntN(n/80)), url(r.IntN(n/80))) //nolint:errcheck // see toFile
	}
}

func cdx(w io.Writer, n int) {
	for i := range n / 130 {
		fmt.Fprintf(w, "example,host%d)/section%d/page-%d.html 20140103030321 %s text/html 200 AAAABBBBCCCCDDDD 1043\n", i/1000, i/50%20, i, url(i)) //nolint:errcheck // see toFile
	}
}

func graphml(w io.Writer, n int) {
	r := rand.New(rand.NewPCG(1, 2))
	nodes := n / 500
	fmt.Fprint(w, "<graphml><graph edgedefault=\"directed\">\n") //nolint:errcheck // see toFile
	for i := range nodes {
		fmt.Fprintf(w, "<node id=\"%s\"/>\n", url(i)) //nolint:errcheck // see toFile
	}
	for range (n - 70*nodes) / 120 {
		fmt.Fprintf(w, "<edge source=\"%s\" target=\"%s\"/>\n", url(r.IntN(nodes)), url(r.IntN(nodes))) //nolint:errcheck // see toFile
	}
	fmt.Fprint(w, "</graph></graphml>\n") //nolint:errcheck // see toFile
}

// archive writes WARC records up to n bytes.
func archive(w io.Writer, n int, page func(r *rand.Rand, i int) (header, body string)) {
	r := rand.New(rand.NewPCG(1, 2))
	for i, done := 0, 0; done < n || i < 4; i++ {
		header, body := page(r, i)
		block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + header + "\r\n" + body
		//nolint:errcheck // see toFile
		fmt.Fprintf(w, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:%d>\r\n"+
			"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", url(i), i, len(block), block)
		done += len(block) + 200
	}
}

// links returns the HTML of links, up to n bytes.
func links(r *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		fmt.Fprintf(&b, "<p><a href=\"%s\">a link to page %d</a> and some text\n", url(r.IntN(100_000)), b.Len())
	}
	return b.String()
}

func usual(r *rand.Rand, _ int) (header, body string) { return "", links(r, 20_000) }

func large(n int) func(*rand.Rand, int) (string, string) {
	return func(r *rand.Rand, _ int) (string, string) { return "", links(r, n) }
}

func longBase(_ *rand.Rand, _ int) (header, body string) {
	var b strings.Builder
	b.WriteString("<base href=\"http://b.example/" + strings.Repeat("x/", 4000) + "\">")
	for i := range 8000 {
		fmt.Fprintf(&b, "<a href=%d>", i)
	}
	return "", b.String()
}

func packed(r *rand.Rand, _ int) (header, body string) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, strings.Repeat(links(r, 4000), 1000)) //nolint:errcheck // in memory
	z.Close()                                               //nolint:errcheck // in memory
	return "Content-Encoding: gzip\r\n", b.String()
}

// site makes a folder of two large files.
func site(path string, _ int) error {
	if err := os.Mkdir(path, 0o755); err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 2 {
		if err := os.WriteFile(filepath.Join(path, fmt.Sprint(i, ".html")), []byte(links(r, 14_000_000)), 0o644); err != nil {
			return err
		}
	}
	return nil
}
