package similar

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/internal/splitmix"
)

// readTokens reads a page with a new Tokenizer.
func readTokens(url, page string, html bool) *Tokens {
	var z Tokenizer
	var out Tokens
	z.Read(&out, []byte(url), []byte(page), html)
	return &out
}

// wanted reads the notation of the tests: rows between bars; in them words, whole numbers, #3.14 for other numbers, =a1
// for Mixed, @x for a Resource; with * behind for what is Own.
func wanted(tb testing.TB, text string) (rows [][]Token) {
	tb.Helper()
	for row := range strings.SplitSeq(text, "|") {
		var list []Token
		for f := range strings.FieldsSeq(row) {
			var x Token
			f, x.Own = strings.CutSuffix(f, "*")
			switch v, err := strconv.ParseInt(f, 10, 64); {
			case err == nil:
				x.Kind, x.Hash, x.Value, x.Whole = Number, hashOf(v), v, true
			case f[0] == '#':
				x.Kind, x.Hash = Number, splitmix.Mix(fnv(f[1:]))
			case f[0] == '=':
				x.Kind, x.Hash = Mixed, splitmix.Mix(fnv(f[1:]))
			case f[0] == '@':
				x.Kind, x.Hash = Resource, splitmix.Mix(fnv(f[1:]))
			default:
				x.Kind, x.Hash = Word, splitmix.Mix(fnv(f))
			}
			list = append(list, x)
		}
		if len(list) > 0 {
			rows = append(rows, list)
		}
	}
	return rows
}

// describe writes rows so that a difference can be read, with hashes for words.
func describe(rows [][]Token) string {
	var b strings.Builder
	for _, row := range rows {
		for _, x := range row {
			fmt.Fprintf(&b, "%c", "w#=@"[x.Kind])
			if x.Whole {
				fmt.Fprint(&b, x.Value)
			} else {
				fmt.Fprintf(&b, "%04x", uint16(x.Hash))
			}
			if x.Own {
				b.WriteByte('*')
			}
			b.WriteByte(' ')
		}
		b.WriteString("| ")
	}
	return b.String()
}

func rowsOf(t *Tokens) (rows [][]Token) {
	for i := range t.Ends {
		var row []Token
		for _, x := range t.Row(i) {
			x.Place, x.Before = 0, 0
			row = append(row, x)
		}
		rows = append(rows, row)
	}
	return rows
}

func TestTokens(t *testing.T) {
	const url = "http://site.example/item57/red_fox/2031?q=caf%C3%A9+%E7%BD%91&id=00a1b2c3d4e5f6&s01e06"
	for _, c := range []struct{ page, want string }{
		// words and numbers
		{"<p>One TWO, three", "one two three"},
		{"3.14 1,5 1,234,567 007", "#3.14 #1,5 1234567 7"},
		{"12:30 41-60 3/4 192.168.0.1", "#12:30 #41-60 #3/4 #192.168.0.1"},
		{"a1 B2C 11st 22nd 3rd 4TH 123th 5stx", "=a1 =b2c 11 22 3 4 =123th =5stx"},
		{"0x00ff 00ff", "=ff =ff"},
		{"123456789012345678 1234567890123456789", "123456789012345678 #1234567890123456789"},
		{"12. 13, end", "12 13 end"},
		{"x &amp; y &nbsp;z&#65;w & v", "x y z w v"},
		{"地页 日x", "地 页 x"},
		{"ä Ü-Ö", "ä Ü Ö"},

		// dates
		{"on 2031-06-05, 05.06.2031, 6/5/31, 2031/06 and 06/2031", "on and"},
		{"5 June 2030; June 5, 2030; June 5th, 2030; 5th June; June 2030", ""},
		{"Monday 5. Juni 2030, 3 août 2030, 4 märz", ""},
		{"2030年6月5日 3월 4일 5日", "월 일"},
		{"2030-06-05T12:30:00Z 2030-06-05t12:30", "=12:30:00z #12:30"},
		{"40 June 32 1.2.3 1.6.31 45.67.2030 13/13", "40 32 #1.2.3 #1.6.31 #45.67.2030 #13/13"},
		{"seen June x 5 2030", "seen x 5 2030*"},
		{"2029 2030 2031 2032 2033", "2029 2030* 2031* 2032* 2033"},
		{"99月 1200年", "99 1200"},

		// the page's own URL
		{"site item57 item 57 057 58 red Fox_ Café caf 网 页", "site* =item57* item* 57* 57* 58 red* fox* café* caf 网* 页"},
		{"a1b2c3d4 a1b2c3d4e5f6 0a1b2c3d4e5f6 a1b2c a1b2c3d5", "=a1b2c3d4* =a1b2c3d4e5f6* =a1b2c3d4e5f6* =a1b2c =a1b2c3d5"},
		{"season 1 episode 6 of 2 b", "season 1* episode 6* of 2 b"}, // s01e06, and no digits of the identifier

		// rows
		{"<table><tr><td>5<td>3</td><td>x<tr><td>9</table>", "5 3 x | 9"},
		{"<div>5</div><div>3</div><div>8</div><div>7</div>", "5 3 8 7"},
		{"<div><div>5</div><div>3</div></div><div>8 9</div>7", "5 3 8 9 | 7"},
		{"<div>a b</div><div>c</div><div>d</div>", "a b | c d"},
		{"<ul><li>a b<li>c <b>d</b></ul>k<p>f<br>g", "a b | c d | k | f | g"},
		{"<pre>a b\nc d\n</pre>k\nf", "a b | c d | k f"},
		{"<span>a</span><em>b</em><td>c</td>d", "a b c d"},
		{"<p>a<!-- b --><!c><?d?>k</ p>f<>g< h", "a k | f g h"},
		{"<p>a <b title='x > y' class=\">\">b</b> c", "a x y b c"},
		{"<p>a<b title='", "a"},

		// links
		{"<a href=/x>page 5 of 1.5 r2</a> 7", "page of #1.5 =r2 7"},
		{"<a href=/x>1<a href=/y>2</a> 3", "3"},
		{"<a name=top>chapter 5<p>7", "chapter 5 | 7"},
		{"<ul><li><a href=/x>1<li>2</ul>3", "3"}, // as browsers do,

		// addresses and attributes
		{"<img src='i.php?id=8' alt='a cat'><img SRC=b.png srcset='b.png 1x, c.png 2x'>", "@i.php?id=8 a cat @b.png @b.png 1x, c.png 2x"},
		{"<video poster=p.jpg><source src=v.mp4></video><object data=o.pdf></object>", "@p.jpg @v.mp4 | @o.pdf"},
		{"<p style=\"background:url('bg.png')\"><style>a{b:url( x.png )} .c{color:red}</style>", "@bg.png | @x.png"},
		{"<iframe src=/f?x=1></iframe><script src=s.js></script><a href=/h>h</a><link href=l.css>", "h"},
		{"<p data-price='12.50' data-name=bolt title=no>", "#12.50 bolt no"},

		// carriers of content that is no text
		{"<p aria-label='a b' placeholder=c title=d lang=e>", "a b c d"},
		{"<p style='height:37%;color:#12ab' data-x=3,17,22 data-y='1,234 3,17'>", "37 3 17 22 1234 #3,17"},
		{"<a href=http://site.example/x><a href=/x.pdf><a href=javascript:x()>a", "a"},

		{"<input type=hidden value=secret><input TYPE=HIDDEN value=s2><input value='shown 9'>", "shown 9"},
		{"<meta name=description content='of bees'><meta name=viewport content='width=3'><title>T</title>", "of bees | t"},
		{"<script>var x = 12; f('y')</script>z", "var x 12 f y | z"},
		{"<template><p>no</template><noscript>yes</noscript>", "yes"},
		{"<script>never ends", "never ends"},

		// XML
		{"<item><title><![CDATA[Bolt M8]]></title><price>12</price></item>", "bolt =m8 | 12"},
	} {
		got, want := rowsOf(readTokens(url, c.page, true)), wanted(t, c.want)
		if strings.Contains(c.want, "1x,") { // the one with blanks in an address
			want[0] = append(want[0][:4:4], Token{Kind: Resource, Hash: splitmix.Mix(fnv("b.png 1x, c.png 2x")), Relative: true})
		}
		if !slices.EqualFunc(got, want, slices.Equal[[]Token]) {
			t.Errorf("%s\n got %s\nwant %s", c.page, describe(got), describe(want))
		}
	}
}

// An address of a numbered file beside the page depends on its folder.
func TestRelativeAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		"IMG_1047.jpg": true, "../scans/p12.png": true, "/img/1047.jpg": false, "http://h/1047.jpg": false, "data:image/png;base64,A12": false, "logo.png": false, "v2.png": false,
	} {
		if got := readTokens("http://h/a/1", "<img src='"+address+"'>", true).List[0].Relative; got != want {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
}

func TestTokensOfText(t *testing.T) {
	got := rowsOf(readTokens("http://h/1", "id,price\n7,<b>\n\n8,3.5", false))
	if want := wanted(t, "id price | 7 b | #8,3.5"); !slices.EqualFunc(got, want, slices.Equal[[]Token]) {
		t.Errorf("got %s, want %s", describe(got), describe(want))
	}
}

// The place of a token is its element and the one around, without digits; the context is the word before.
func TestPlaces(t *testing.T) {
	first := func(page string) Token { return readTokens("http://h/", page, true).List[0] }
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"<div id=post-57><b>x", "<div id=post-58><b>x", true},
		{"<div class=a><b>x", "<div class=b><b>x", false},
		{"<div><b>x", "<div><i>x", false},
		{"<p><br>x", "<p>x", true},
		{"<p><img src><p>x", "<p><p>x", false}, // the image comes first
		{"<ul><li></li><li>x", "<ul><li>x", true},
		{"<ul><li><li>x", "<ul><li>x", true},
		{strings.Repeat("<p class=q><b>", 100) + "x", strings.Repeat("<p class=q><b>", 200) + "x", true},
		{"<DIV CLASS=a>x", "<div class=a>x", true},
	} {
		a, b := first(strings.Replace(c.a, "<img src>", "<img src=i>", 1)), first(c.b)
		if (a.Place == b.Place) != c.same {
			t.Errorf("%.40s and %.40s: places %x and %x, want the same: %v", c.a, c.b, a.Place, b.Place, c.same)
		}
	}
	list := readTokens("http://h/", "<p>visitor 5 6<p>7", true).List
	if list[0].Before != 0 || list[1].Before == 0 || list[2].Before != list[1].Before || list[3].Before != 0 {
		t.Errorf("words before: %+v", list)
	}
}

// Each shape of a drawing is a token, whatever its class and id.
func TestShapesOfDrawings(t *testing.T) {
	hashes := func(page string) (list []uint64) {
		for _, x := range readTokens("http://h/", page, true).List {
			list = append(list, x.Hash)
		}
		return list
	}
	a := hashes("<svg viewBox='0 0 9 9'><path d='M 1 2'/><circle r=3 /></svg>")
	b := hashes("<svg viewBox='0 0 9 9' id=x><path class=c d='M 1 2'/><circle id=i5 r=3 /></svg>")
	c := hashes("<svg viewBox='0 0 9 9'><path d='M 1 3'/><circle r=3 /></svg>")
	if len(a) < 2 || !slices.Equal(a, b) || slices.Equal(a, c) {
		t.Errorf("%x, with ids %x, another path %x", a, b, c)
	}
	// An empty drawing does not turn the rest of the page into one.
	for _, page := range []string{"<svg/><a href=/x>y</a>", "<svg class=i /><a href=/x>y</a>"} {
		if got := rowsOf(readTokens("http://h/", page, true)); len(got) != 1 || len(got[0]) != 1 || got[0][0].Kind != Word {
			t.Errorf("%s: %s, want one word", page, describe(got))
		}
	}
}

// Two grids of the same rows in another order differ, in cells of tables and of div, and lists of rows do not.
func TestOrderWithinRows(t *testing.T) {
	grid := [][]int{{1, 2, 3, 4}, {3, 4, 1, 2}, {2, 1, 4, 3}, {4, 3, 2, 1}}
	write := func(order []int, cell, row string) string {
		var b strings.Builder
		for _, i := range order {
			var cells strings.Builder
			for _, v := range grid[i] {
				fmt.Fprintf(&cells, cell, v)
			}
			fmt.Fprintf(&b, row, cells.String())
		}
		return b.String()
	}
	sum := func(page string) (sum uint64) {
		for _, row := range rowsOf(readTokens("http://h/", page, true)) {
			h := uint64(0)
			for _, x := range row {
				h = splitmix.Mix(h + x.Hash)
			}
			sum += splitmix.Mix(h)
		}
		return sum
	}
	for _, c := range []struct {
		cell, row string
		same      bool
	}{
		{"<div>%d</div>", "<div>%s</div>", false},
		{"<div>%d</div>", "%s", false},
		{"<span>%d</span>", "%s", false},
		{"<td>%d", "%s", false},
		{"<td>%d", "<tr>%s", true}, // rows of a table may be sorted
		{"<b>%d</b> ", "<li>%s", true},
	} {
		a, b := sum(write([]int{0, 1, 2, 3}, c.cell, c.row)), sum(write([]int{2, 3, 0, 1}, c.cell, c.row))
		if (a == b) != c.same {
			t.Errorf("%s in %s: the same sum: %v, want %v", c.cell, c.row, a == b, c.same)
		}
	}
}

// No page makes more tokens than the limit, and what is beyond it counts.
func TestLongPages(t *testing.T) {
	words := func(n int, last string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "<p>%d", i+10)
		}
		return b.String() + "<p>" + last
	}
	for _, n := range []int{maxTokens - 2, maxTokens - 1, maxTokens, 3 * maxTokens} {
		a, b := readTokens("http://h/", words(n, "end"), true), readTokens("http://h/", words(n, "other"), true)
		if want := min(n+1, maxTokens+1); len(a.List) != want {
			t.Errorf("%d words: %d tokens, want %d", n+1, len(a.List), want)
		}
		if x, y := a.List[len(a.List)-1], b.List[len(b.List)-1]; x.Hash == y.Hash {
			t.Errorf("%d words: what differs at the end is lost", n+1)
		}
		checkTokens(t, a)
	}
	long := strings.Repeat("f(x); ", maxScript/6)
	a, b := readTokens("http://h/", "<script>"+long+"tail</script>", true), readTokens("http://h/", "<script>"+long+"liat</script>", true)
	if x, y := a.List[len(a.List)-1], b.List[len(b.List)-1]; x.Kind != Resource || x.Hash == y.Hash {
		t.Errorf("what differs at the end of a long script is lost: %+v, %+v", x, y)
	}
	if n := len(readTokens("http://h/"+strings.Repeat("a1-", 500), "x", true).List); n != 1 {
		t.Errorf("%d tokens under a long URL, want 1", n)
	}
	// Depth costs neither memory nor numbers of links around.
	deep := readTokens("http://h/", strings.Repeat("<a href=x><div>", 1000)+"<p>5"+strings.Repeat("</div></a>", 1000)+"<p>6", true)
	checkTokens(t, deep)
	if last := deep.List[len(deep.List)-1]; last.Value != 6 {
		t.Errorf("after deep links the last token is %+v, want 6", last)
	}
}

// checkTokens checks what holds of all tokens.
func checkTokens(tb testing.TB, x *Tokens) {
	tb.Helper()
	before := 0
	for i, end := range x.Ends {
		if end <= before || end > len(x.List) {
			tb.Fatalf("row %d ends at %d, after %d, of %d tokens", i, end, before, len(x.List))
		}
		before = end
	}
	if before != len(x.List) || len(x.List) > maxTokens+1 {
		tb.Fatalf("the last row ends at %d of %d tokens, want at most %d", before, len(x.List), maxTokens+1)
	}
	for i, t := range x.List {
		if t.Whole != (t.Kind == Number && t.Hash == hashOf(t.Value)) && (t.Whole || t.Value != 0) || t.Value < 0 || t.Value >= 1e18 {
			tb.Fatalf("token %d: %+v", i, t)
		}
	}
}

// A Tokenizer that has read other pages reads a page as a new one does.
func TestTokenizerForgets(t *testing.T) {
	seed := drawn.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 1))
	pieces := strings.Fields("<a href=x> </a> <svg> <pre> </pre> <p> June 5 2031 w1 <td> <div> </div> <script> 12:30 &amp; <img src=i> <input value=z")
	draw := func() string {
		var b strings.Builder
		for range rng.IntN(60) {
			b.WriteString(pieces[rng.IntN(len(pieces))] + " ")
		}
		return b.String()
	}
	var z Tokenizer
	var out Tokens
	for range 500 {
		url, page := fmt.Sprintf("http://h/%d/w%d", rng.IntN(20), rng.IntN(3)), draw()
		z.Read(&out, []byte(url), []byte(page), true)
		fresh := readTokens(url, page, true)
		if !slices.Equal(out.List, fresh.List) || !slices.Equal(out.Ends, fresh.Ends) {
			t.Fatalf("seed %d: %s: %s, a new one reads %s", seed, page, describe(rowsOf(&out)), describe(rowsOf(fresh)))
		}
		checkTokens(t, &out)
	}
}

func FuzzTokenizer(f *testing.F) {
	for _, s := range []string{
		"<p>a 1,234 5.6 12:30 2031-06-05T12:00 5th June<a href=x>7</a>", "<svg><path d='M1'/></svg><img src=i srcset='a 1x'>", "<script>x</script><style>url(a)</style>",
		"<pre>a\nb</pre><![CDATA[c]]><!-- d", "<div>1</div><div>2</div><input type=hidden value=x>", "<a b='>", "网页 2031年6月", "&#x41;&amp",
	} {
		f.Add("http://h/item57/2031?q=%C3%A9", []byte(s), true)
	}
	f.Add("no URL", []byte("a\n\nb 1"), false)
	f.Fuzz(func(t *testing.T, url string, page []byte, html bool) {
		before := bytes.Clone(page)
		out := readTokens(url, string(page), html)
		checkTokens(t, out)
		if len(out.List) > len(page)+1 {
			t.Errorf("%d tokens of %d bytes", len(out.List), len(page))
		}
		var z Tokenizer
		var again Tokens
		z.Read(&again, []byte("http://other/5"), page[:len(page)/2], !html)
		z.Read(&again, []byte(url), page, html)
		if !slices.Equal(again.List, out.List) || !slices.Equal(again.Ends, out.Ends) || !bytes.Equal(before, page) {
			t.Error("read again it differs")
		}
	})
}

// BenchmarkTokenizer reads real pages.
func BenchmarkTokenizer(b *testing.B) {
	var pages [][]byte
	size := 0
	site := readSite(b, 100, "httpd-docs-2snap", "httpd-manual-2026-01-01.tar.xz")
	for _, name := range slices.Sorted(maps.Keys(site)) {
		pages = append(pages, site[name])
		size += len(site[name])
	}
	var z Tokenizer
	var out Tokens
	url := []byte("http://httpd.apache.org/docs/2.4/mod/core.html")
	b.SetBytes(int64(size))
	b.ReportAllocs()
	tokens := 0
	for b.Loop() {
		tokens = 0
		for _, p := range pages {
			z.Read(&out, url, p, true)
			tokens += len(out.List)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/byte")
	b.ReportMetric(float64(tokens), "tokens")
}
