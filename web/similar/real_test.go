package similar

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
	"golang.org/x/net/html"

	"weft/internal/shared"
)

// readSite returns the first HTML pages of a tar.xz of the shared data, by path; to unpack all of them takes seconds.
func readSite(tb testing.TB, most int, elem ...string) map[string][]byte {
	tb.Helper()
	f, err := os.Open(shared.File(tb, elem...))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	in, err := xz.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	pages := map[string][]byte{}
	for r := tar.NewReader(in); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) || len(pages) == most {
			return pages
		}
		if err != nil {
			tb.Fatal(err)
		}
		if name := path.Base(h.Name); strings.Contains(name, ".html") {
			if pages[h.Name], err = io.ReadAll(r); err != nil {
				tb.Fatal(err)
			}
		}
	}
}

func printOf(o Options, page []byte) Print {
	h := NewHasher(o)
	h.Write(page)
	p := h.Print()
	p.Title, p.Data = bytes.Clone(p.Title), slices.Clone(p.Data)
	return p
}

// Of the pages of httpd's documentation at two dates, those whose words changed little are near duplicates, and
// different pages are not.
func TestVersionsOfPages(t *testing.T) {
	before := readSite(t, 200, "httpd-docs-2snap", "httpd-manual-2018-01-01.tar.xz")
	after := readSite(t, 200, "httpd-docs-2snap", "httpd-manual-2026-01-01.tar.xz")
	var kept, kin, near, nearKin int
	others := map[uint64]int{}
	var x Index
	for _, name := range slices.Sorted(maps.Keys(before)) {
		a, b := before[name], after[name]
		if b == nil {
			continue
		}
		kept++
		pa, pb := printOf(Options{}, a), printOf(Options{}, b)
		d := Distance(pa.Hash, pb.Hash)
		if d <= Near {
			near++
		}
		if overlap(a, b) >= 0.97 {
			kin++
			if d <= Near {
				nearKin++
			}
		}
		if others[pa.Hash]++; others[pa.Hash] == 1 {
			x.Add(pa.Hash)
		}
	}
	pairs := 0
	for i := range x.Len() {
		pairs += len(x.AppendNear(nil, x.Hash(uint32(i)))) - 1
	}
	t.Logf("%d pages kept, %d changed little, %d of them near; %d near in all; %d near pairs among %d pages of one date", kept, kin, nearKin, near, pairs/2, x.Len())
	if kin < 20 || nearKin*4 < kin*3 {
		t.Errorf("%d of %d pages that changed little are near duplicates", nearKin, kin)
	}
	if pairs/2 > 3 {
		t.Errorf("%d pairs of different pages are near duplicates", pairs/2)
	}
}

// slowWords returns the words of a page by another tokenizer.
func slowWords(page []byte) []string {
	var out []string
	z := html.NewTokenizer(bytes.NewReader(page))
	var text strings.Builder
	skip := ""
	for {
		kind := z.Next()
		switch kind {
		case html.ErrorToken:
			return append(out, cut(text.String())...)
		case html.TextToken:
			if skip == "" {
				text.Write(z.Raw())
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			if kind == html.StartTagToken && hidden(name) {
				skip = string(name)
			} else if kind == html.EndTagToken && string(name) == skip {
				skip = ""
			}
			if !within(name) {
				text.WriteByte(' ')
			}
		default:
		}
	}
}

func cut(text string) []string {
	var plain strings.Builder
	for {
		before, after, ok := strings.Cut(text, "&")
		plain.WriteString(before)
		if !ok {
			break
		}
		plain.WriteByte(' ')
		i := strings.IndexFunc(after, func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '#'
		})
		if i >= 0 && after[i] == ';' {
			i++
		}
		text = after[max(i, 0):]
	}
	return strings.FieldsFunc(strings.ToLower(plain.String()), func(r rune) bool {
		return r < 0x80 && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}

// overlap is the share of shingles of three words that two pages have in common.
func overlap(a, b []byte) float64 {
	set := func(page []byte) map[[3]string]bool {
		words, m := slowWords(page), map[[3]string]bool{}
		for i := range max(len(words)-2, 0) {
			m[[3]string(words[i:i+3])] = true
		}
		return m
	}
	x, y := set(a), set(b)
	common := 0
	for s := range x {
		if y[s] {
			common++
		}
	}
	return float64(common) / float64(max(len(x)+len(y)-common, 1))
}

func TestWordsOfRealPages(t *testing.T) {
	for name, page := range readSite(t, 200, "httpd-docs-2snap", "httpd-manual-2018-01-01.tar.xz") {
		words := slowWords(page)
		if !strings.HasSuffix(name, ".en") || slices.ContainsFunc(words, func(w string) bool { return len(w) > maxWord || slices.Max([]byte(w)) >= 0xe3 }) {
			continue // of other scripts each character is a word, and long ones are cut
		}
		if got := printOf(Options{}, page).Words; got != len(words) {
			t.Errorf("%s: %d words, want %d", name, got, len(words))
		}
		text := printOf(Options{Plain: true}, []byte(strings.Join(words, " ")))
		if p := printOf(Options{}, page); p.Hash != text.Hash {
			t.Errorf("%s: hash %x, of its words %x", name, p.Hash, text.Hash)
		}
	}
}
