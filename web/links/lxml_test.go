package links

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weft/internal/shared"
)

// A sample is a site of the shared data: a tar.xz of HTML files and the URL below which it was published.
type sample struct{ name, archive, root string }

var samples = []sample{
	{"httpd", "httpd-docs-2snap/httpd-manual-2018-01-01.tar.xz", "https://httpd.apache.org/docs/"},
	{"kafka", "kafka-site-2snap/kafka.apache.org-2017-06-30.tar.xz", "https://kafka.apache.org/"},
}

var htmlName = regexp.MustCompile(`\.html?(\.[\w.-]+)?$`)

// pages reads the HTML files of the archive, which xz unpacks.
func (s sample) pages(tb testing.TB) map[string]Document {
	tb.Helper()
	path := shared.File(tb, strings.Split(s.archive, "/")...)
	shared.Outside()
	if _, err := exec.LookPath("xz"); err != nil {
		tb.Skip("no xz to unpack the archive with")
	}
	plain, err := exec.Command("xz", "-dc", path).Output()
	if err != nil {
		tb.Fatal(err)
	}
	pages := map[string]Document{}
	for r := tar.NewReader(bytes.NewReader(plain)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return pages
		}
		if err != nil {
			tb.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg || !htmlName.MatchString(h.Name) {
			continue
		}
		body, err := io.ReadAll(r)
		if err != nil {
			tb.Fatal(err)
		}
		pages[h.Name] = Document{URL: []byte(s.root + h.Name), Body: body}
	}
}

// TestAgainstLxml compares with testdata/lxml_links.tsv: links, kinds and anchors by lxml 6.1.3 (libxml2 2.14.6) through
// testdata/lxml_links.py, which says the command.
func TestAgainstLxml(t *testing.T) {
	golden, err := os.ReadFile("testdata/lxml_links.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var x Extractor
	for _, s := range samples {
		pages, links := s.pages(t), 0
		for line := range strings.Lines(string(golden)) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			if f[0] != s.archive {
				continue
			}
			got := sortedLinks(t, &x, pages[f[1]])
			links += len(got)
			sum := sha256.Sum256([]byte(strings.Join(got, "")))
			if digest := hex.EncodeToString(sum[:8]); fmt.Sprint(len(got)) != f[2] || digest != f[3] {
				t.Errorf("%s: got %d links %s, lxml says %s links %s", f[1], len(got), digest, f[2], f[3])
			}
		}
		t.Logf("%s: %d links", s.name, links)
		if links < 1000 {
			t.Errorf("%s: only %d links", s.name, links)
		}
	}
}

func sortedLinks(t *testing.T, x *Extractor, p Document) []string {
	t.Helper()
	var out []string
	_, err := x.Extract(p, func(l Reference) {
		checkLink(t, l)
		out = append(out, fmt.Sprintf("%s\t%s\t%s\n", l.Kinds, l.URL, l.Anchor))
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}
