package texts_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ulikunitz/xz"

	"weft/answers/texts"
	"weft/internal/corrupt"
	"weft/internal/drawn"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
	"weft/store/lookup"
	"weft/store/textindex"
	"weft/web/warc"
)

// A reply is a page of a made archive.
type reply struct{ url, media, body string }

// archived writes an archive, and imports it.
func archived(t testing.TB, pages []reply) *store.Crawl {
	t.Helper()
	w, err := warc.NewPacker(warc.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range pages {
		block := "HTTP/1.1 200 OK\r\nContent-Type: " + p.media + "\r\n\r\n" + p.body
		if _, err := w.Add(warc.HTTPResponse(p.url, time.Unix(1e9+int64(i), 0), []byte(block))); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "a.warc.gz")
	var packed warc.Packed
	w.Take(&packed)
	if err := os.WriteFile(path, packed.Bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	return ingesttest.Import(t, ingest.Options{Inputs: []string{path}})
}

// index builds the index of a crawl and opens it.
func index(t testing.TB, c *store.Crawl, o texts.Options) (textindex.Stats, *textindex.Index) {
	t.Helper()
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	s, err := texts.Index(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	x, err := textindex.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return s, x
}

// found returns the URLs of the best pages of a query.
func found(t testing.TB, c *store.Crawl, x *textindex.Index, text string) (urls []string) {
	t.Helper()
	q, err := textindex.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	got, err := x.Best(t.Context(), q, textindex.Filter{Hi: c.NumPages()}, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range got.Hits {
		name, err := c.AppendName(nil, c.AtKey(h.Position))
		if err != nil {
			t.Fatal(err)
		}
		urls = append(urls, strings.TrimPrefix(string(name), "http://a.example"))
	}
	return urls
}

const home = `<a href=/u>1</a><a href=/k>2</a><a href=/j>3</a><a href=/p>4</a><a href=/i>5</a><a href=/e>6</a><a href=/l>7</a><a href=/t>8</a>`

// TestIndex finds texts in several encodings, and counts the pages that are left out.
func TestIndex(t *testing.T) {
	c := archived(t, []reply{
		{"http://a.example/", "text/html", "<title>home</title>" + home},
		{"http://a.example/u", "text/html; charset=utf-8", "<p>caf\u00e9 <b>W</b>eb &amp; un<i>believ</i>able soft\u00adhyphen<p>one<br>two<li>three"},
		{"http://a.example/k", "text/html; charset=koi8-r", "<p>\xd7\xcf\xca\xce\xc1"},
		{"http://a.example/j", "text/html", "<meta charset=shift_jis><p>\x93\xfa\x96{\x8c\xea"},
		{"http://a.example/p", "text/plain", "plain web"},
		{"http://a.example/i", "image/png", "web"},
		{"http://a.example/e", "text/html", "<title> </title><script>web</script><style>web</style><noscript>web</noscript><!-- web -->"},
		{"http://a.example/l", "text/html", "<p>first " + strings.Repeat("word and ", textindex.MaxText/9+100) + "last"},
		{"http://a.example/t", "text/html", "<title>Café web</title><svg><title>drawn</title></svg><p>text"},
	})
	s, x := index(t, c, texts.Options{})
	if want := (textindex.Left{NotHTML: 2, Empty: 1, Cut: 1}); s.Left != want || x.Left != want || s.Pages != 6 || x.Pages() != 6 {
		t.Errorf("got %+v, then %+v, want %+v of 6 pages left", s, x.Left, want)
	}
	for query, want := range map[string]string{
		"web": "/t /u", "café": "/t /u", "cafe": "", "unbelievable": "/u", "believ*": "", "softhyphen": "/u", `"one two three"`: "/u", "война": "/k", "日本語": "/j",
		"plain": "", "first": "/l", "last": "", "title:web": "/t", "title:text": "", "drawn": "/t", "home": "/", "word and café": "",
	} {
		if got := strings.Join(found(t, c, x, query), " "); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}

// TestArchiveOfCrawl names the archive of a crawl, and says what to do without one.
func TestArchiveOfCrawl(t *testing.T) {
	list := ingesttest.Text(t, "http://a.example/ http://a.example/b\n")
	if _, err := texts.Index(t.Context(), list, texts.Options{Memory: 1 << 30}); err == nil || !strings.Contains(err.Error(), "no archive with the texts") {
		t.Errorf("a list: %v", err)
	}
	c := archived(t, []reply{{"http://a.example/", "text/html", "<p>web <a href=/b>b</a>"}, {"http://a.example/b", "text/html", "<p>other"}})
	paths, err := texts.Archives(c)
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	s, _ := index(t, list, texts.Options{Archive: paths})
	if s.Pages != 2 {
		t.Errorf("a list with an archive: %+v", s)
	}
	small := archived(t, []reply{{"http://a.example/c", "text/html", "<p>web"}})
	if s, _ := index(t, c, texts.Options{Archive: mustArchives(t, small)}); s.Pages != 0 || s.Left.Missing != 2 {
		t.Errorf("another archive: %+v", s)
	}
	if err := os.Truncate(paths[0], 10); err != nil {
		t.Fatal(err)
	}
	if _, err := texts.Archives(c); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("a changed archive: %v", err)
	}
}

func mustArchives(t *testing.T, c *store.Crawl) []string {
	t.Helper()
	paths, err := texts.Archives(c)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// drawnSite is a site of drawn pages.
func drawnSite(random *rand.Rand, n int) (all []reply) {
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "<title>page %d</title><a href=/%d>next</a><p>", i, i+1)
		for range random.IntN(200) {
			fmt.Fprintf(&b, "w%d ", random.IntN(1+random.IntN(2000)))
		}
		all = append(all, reply{fmt.Sprintf("http://a.example/%d", i), "text/html", b.String()})
	}
	return all
}

// TestSameIndex builds the same bytes with any memory and workers, leaves nothing when it is stopped, and refuses the index of
// another crawl and a damaged one.
func TestSameIndex(t *testing.T) {
	random := drawn.Rand(t)
	c := archived(t, drawnSite(random, 400))
	least := int64(0)
	for _, p := range texts.Needs(c) {
		least += p.Bytes
	}
	if _, err := texts.Index(t.Context(), c, texts.Options{Memory: least - 1}); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("too little memory: %v", err)
	}
	path := filepath.Join(c.Path, store.IndexPath(textindex.Name)+".npy")
	for _, step := range []string{"reading texts", "sorting words", "writing the index"} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := texts.Index(ctx, c, texts.Options{Memory: 1 << 30, Note: func(what string, done, _ int64) {
			if what == step && (done > 0 || step != "reading texts") {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("stopped at %s: %v", step, err)
		}
		if _, err := textindex.Open(c); !errors.Is(err, textindex.ErrNone) {
			t.Errorf("stopped at %s: then %v", step, err)
		}
	}
	var want []byte
	for _, o := range []texts.Options{{Memory: least, Workers: 1}, {Memory: 1 << 30, Workers: 4}, {Memory: 128 << 20, Workers: 2}} {
		index(t, c, o)
		got, err := os.ReadFile(path)
		if err != nil || want != nil && !bytes.Equal(got, want) {
			t.Errorf("%+v: another index, %v", o, err)
		}
		want = got
	}
	other := archived(t, drawnSite(random, 400))
	for _, ext := range []string{".npy", ".json"} {
		from, to := filepath.Join(c.Path, store.IndexPath(textindex.Name)+ext), filepath.Join(other.Path, store.IndexPath(textindex.Name)+ext)
		text, err := os.ReadFile(from)
		if err == nil {
			err = errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, text, 0o600))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := textindex.Open(other); !errors.Is(err, textindex.ErrOld) {
		t.Errorf("an index of another crawl: %v", err)
	}
	want[len(want)-1-random.IntN(len(want)/2)] ^= 1
	if err := os.WriteFile(path, want, 0o600); err != nil {
		t.Fatal(err)
	}
	x, err := textindex.Open(c)
	if err == nil {
		defer x.Close()
		for i := 0; i < c.NumPages() && err == nil; i++ {
			_, _, _, err = x.Text(nil, i)
		}
		q, _ := textindex.Parse("w1")
		if err == nil {
			_, err = x.Best(t.Context(), q, textindex.Filter{Hi: c.NumPages()}, 3)
		}
	}
	if !errors.Is(err, corrupt.Err) || !strings.Contains(err.Error(), path) {
		t.Errorf("a damaged index: %v", err)
	}
}

// sites returns real sites as archives: samples, and folders of HTML.
func sites(t *testing.T) map[string]*store.Crawl {
	t.Helper()
	all := map[string]*store.Crawl{}
	for _, name := range []string{"iana.warc.gz", "IAH-20080430204825-00000-blackbook.warc.gz", "IAH-20080430204825-00000-blackbook.arc.gz", "quotes.wacz", "books.toscrape.warc", "whirlwind.warc.gz"} {
		all[name] = ingesttest.Import(t, ingest.Options{Inputs: []string{shared.File(t, "warc-samples", name)}})
	}
	for _, set := range [][2]string{{"httpd-docs-2snap", "httpd-manual-2013-01-01.tar.xz"}, {"kafka-site-2snap", "kafka.apache.org-2017-06-30.tar.xz"}} {
		f, err := os.Open(shared.File(t, set[0], set[1]))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		x, err := xz.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		var pages []reply
		for r := tar.NewReader(x); ; {
			h, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if h.Typeflag == tar.TypeReg && strings.Contains(h.Name, ".htm") && len(pages) < 600 {
				body, err := io.ReadAll(r)
				if err != nil {
					t.Fatal(err)
				}
				pages = append(pages, reply{"http://a.example/" + h.Name, "text/html", string(body)})
			}
		}
		all[set[1]] = archived(t, pages)
	}
	return all
}

// TestRealTexts compares searches in real pages with scans of the texts: words, phrases and beginnings of words.
func TestRealTexts(t *testing.T) {
	random := drawn.Rand(t)
	for name, c := range sites(t) {
		_, x := index(t, c, texts.Options{})
		words := map[int][]string{} // title, an empty word, text
		size, titles := map[int]int{}, map[int]int{}
		sum := 0
		for i := range c.NumPages() {
			title, text, ok, err := x.Text(nil, i)
			if err != nil {
				t.Fatal(name, err)
			}
			if !ok {
				continue
			}
			add := func(w []byte, _ bool) { words[i] = append(words[i], string(w)) }
			words[i] = []string{}
			lookup.Split(title, add)
			titles[i] = len(words[i])
			words[i] = append(words[i], "")
			lookup.Split(text, add)
			size[i] = len(words[i]) - 1 + 2*titles[i]
			sum += size[i]
		}
		if len(words) == 0 {
			t.Errorf("%s: no texts", name)
			continue
		}
		count := func(i int, phrase []string, prefix bool) (n int) {
			all := words[i]
			for k := range all {
				if !(prefix && strings.HasPrefix(all[k], phrase[0]) || !prefix && k+len(phrase) <= len(all) && slices.Equal(all[k:k+len(phrase)], phrase)) {
					continue
				}
				if n++; k < titles[i] {
					n += 2
				}
			}
			return n
		}
		keys := make([]int, 0, len(words))
		for i := range words {
			keys = append(keys, i)
		}
		slices.Sort(keys)
		for range 60 {
			all := words[keys[random.IntN(len(keys))]]
			at, n := random.IntN(len(all)), 1+random.IntN(3)
			phrase := all[at:min(at+n, len(all))]
			prefix := random.IntN(3) == 0
			if slices.Contains(phrase, "") || len(phrase[0]) >= lookup.MaxWord-4 {
				continue
			}
			query := `"` + strings.Join(phrase, " ") + `"`
			if prefix {
				phrase = []string{string([]rune(phrase[0])[:1+random.IntN(len([]rune(phrase[0])))])}
				query = phrase[0] + "*"
			}
			q, err := textindex.Parse(query)
			if err != nil || len(q.Parts) != 1 || !slices.Equal(q.Parts[0].Words, phrase) || q.Parts[0].Prefix != prefix {
				continue // a letter of a pair, or a word that is normalized once more
			}
			idf := 0.0
			for _, w := range phrase {
				has := 0
				for i := range words {
					if count(i, []string{w}, prefix) > 0 {
						has++
					}
				}
				idf += math.Log(1 + (float64(len(words)-has)+0.5)/(float64(has)+0.5))
			}
			want := map[int]float64{}
			for i := range words {
				if n := float64(count(i, phrase, prefix)); n > 0 {
					want[i] = idf * 2.2 * n / (n + 1.2*(0.25+0.75*float64(size[i])*float64(len(words))/float64(sum)))
				}
			}
			got, err := x.Best(t.Context(), q, textindex.Filter{Hi: c.NumPages()}, len(words))
			if err != nil || got.Count != len(want) || len(got.Hits) != len(want) {
				t.Fatalf("%s, %s: got %d pages, %v; want %d", name, query, got.Count, err, len(want))
			}
			for k, h := range got.Hits {
				if math.Abs(h.Score-want[h.Position]) > 1e-6 || k > 0 && h.Score > got.Hits[k-1].Score {
					t.Fatalf("%s, %s: page %d has score %v, want %v", name, query, h.Position, h.Score, want[h.Position])
				}
			}
		}
	}
}
