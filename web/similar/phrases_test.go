package similar_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/web/similar"
)

// said reads a page as a crawl does.
func said(url, page string) []uint64 {
	h := similar.NewHasher(similar.Options{Loose: true, Phrases: true})
	h.Echo([]byte(url))
	fmt.Fprint(h, page)
	h.Hidden([]byte(page))
	return slices.Clone(h.Said())
}

// unheard counts what the second page says that the first does not.
func unheard(a, b []uint64) (n int) {
	for _, x := range b {
		if !slices.Contains(a, x) {
			n++
		}
	}
	return n
}

func TestSaysNothingNew(t *testing.T) {
	list := strings.Fields("apple pear plum cherry quince medlar fig grape")
	items := func(order []int, item, sep string) string {
		var b strings.Builder
		for i, o := range order {
			if i > 0 {
				b.WriteString(sep)
			}
			fmt.Fprintf(&b, item, list[o])
		}
		return b.String()
	}
	const seed = 5
	r := rand.New(rand.NewPCG(seed, 1))
	for _, form := range [][2]string{{"<li>%s</li>", ""}, {"%s", ", "}, {"%s", " "}, {"<a href=/x?s=1>%s</a>", " "}, {"<td>%s", "<br>"}} {
		a := said("http://h/l?sort=1", items(r.Perm(len(list)), form[0], form[1]))
		b := said("http://h/l?sort=2", items(r.Perm(len(list)), form[0], form[1]))
		if n := unheard(a, b); n > 0 || len(a) == 0 {
			t.Errorf("seed %d: %q: %d of %d phrases are new in another order", seed, form, n, len(b))
		}
	}
	for _, c := range [][4]string{
		{"http://h/cal/2026/01", "<h1>January 2026</h1><td>1<td>31", "http://h/cal/2026/02", "<h1>February 2026</h1><td>1<td>28<b>Sunday</b>"},
		{"http://h/k?m=1", "<h1>Termine: Montag, 5. Januar</h1>", "http://h/k?m=2", "<h1>Termine: Dienstag, 7. März</h1>"},
		{"http://h/a/b/", "<h1>Index of /a/b</h1>", "http://h/a/b/c/zebra", "<h1>Index of /a/b/c/zebra</h1>"},
		{"http://h/s?q=caf%C3%A9", "You asked for café", "http://h/s?q=th%C3%A9", "You asked for thé"},
		{"http://h/p?sid=1", "hello there, dear guest of ours", "http://h/p?sid=2", "hello there, dear guest of ours"},
		{"http://h/1", "2026年1月 星期一 日程", "http://h/2", "2026年2月 星期二 日程"},
		{"http://h/1", "<title>page 1</title>now it is 17:03:11", "http://h/2", "<title>page 2</title>now it is 18:22:01"},
		{"http://h/1", "<img src='/pixel.gif?123'>", "http://h/2", "<img src=/pixel.gif?124>"},
	} {
		a, b := said(c[0], c[1]), said(c[2], c[3])
		if n := unheard(a, b); n > 0 {
			t.Errorf("%q: %d phrases are new in %q", c[1], n, c[3])
		}
	}
}

func TestSaysSomethingNew(t *testing.T) {
	for _, c := range [][2]string{
		{"<p>the old text of a page", "<p>the old text of a page</p><p>and one sentence more"},
		{"<title>one</title>same text here now", "<title>two</title>same text here now"},
		{"<h1>ten words of one article that is short but new</h1>", "<h1>ten other words of one article that is not long</h1>"},
		{"<p>今天天气很好我们去公园", "<p>昨天下雨所以我在家看书"},
		{"<img src=/photo/123.jpg>", "<img src=/photo/124.jpg>"},
		{"<img alt='a cat' src=x>", "<img alt='a dog' src=x>"},
		{"<div id=app></div><script type='application/json'>{\"text\":\"first of all\"}</script>", "<div id=app></div><script type='application/json'>{\"text\":\"second one\"}</script>"},
		{"<meta name=description content='of bees'>", "<meta name=description content='of wasps'>"},
		{"<a href=/x>red fox</a>", "red fox"}, // a title in a list, and its page
	} {
		if unheard(said("http://h/a/1", c[0]), said("http://h/a/2", c[1])) == 0 {
			t.Errorf("%q says nothing that %q does not", c[1], c[0])
		}
	}
}

// Numbers are no phrases: pages that differ in numbers alone say the same, and have other tokens.
func TestPhrasesWithoutNumbers(t *testing.T) {
	const one, other = "<td>1023<td>4711<td>90123", "<td>1024<td>4712<td>90124<td>2026<td>31"
	if a, b := said("http://h/1", one), said("http://h/2", other); len(a)+len(b) > 0 {
		t.Errorf("%d and %d phrases, want none", len(a), len(b))
	}
	var z similar.Tokenizer
	var a, b similar.Tokens
	z.Read(&a, []byte("http://h/1"), []byte(one), true)
	z.Read(&b, []byte("http://h/2"), []byte(other), true)
	if len(a.List) != 3 || len(b.List) != 5 {
		t.Errorf("%d and %d tokens, want 3 and 5", len(a.List), len(b.List))
	}
}

// Phrases change nothing of a Print, but that links end words.
func TestPhrasesAndPrint(t *testing.T) {
	a, b := similar.NewHasher(similar.Options{Loose: true}), similar.NewHasher(similar.Options{Loose: true, Phrases: true})
	for _, page := range []string{"<title>t</title><p>one <a href=x>two</a> 345, six", "word", ""} {
		a.Reset()
		b.Reset()
		fmt.Fprint(a, page)
		fmt.Fprint(b, page)
		b.Said()
		if x, y := a.Print(), b.Print(); x.Hash != y.Hash || x.Words != y.Words {
			t.Errorf("%q: %x of %d words, and %x of %d", page, x.Hash, x.Words, y.Hash, y.Words)
		}
	}
}
