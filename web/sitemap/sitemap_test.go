package sitemap

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func read(doc string, o Options) ([]Entry, Summary, error) {
	var got []Entry
	sum, err := Read(strings.NewReader(doc), o, func(e Entry) error {
		got = append(got, e)
		return nil
	})
	return got, sum, err
}

func locs(entries []Entry) string {
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintln(&b, e.Loc)
	}
	return b.String()
}

const urlset = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`

func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		doc  string
		kind Kind
		want string // URLs
	}{
		"none":              {urlset + "</urlset>", URLSet, ""},
		"no namespace":      {"<urlset><url><loc>http://a/</loc></url></urlset>", URLSet, "http://a/\n"},
		"prefix":            {`<s:urlset xmlns:s="x"><s:url><s:loc>http://a/</s:loc><loc>http://b/</loc></s:url></s:urlset>`, URLSet, "http://a/\n"},
		"extension":         {`<urlset><url><image:loc>http://b/</image:loc><image:image><loc>http://c/</loc></image:image><loc>http://a/</loc></url></urlset>`, URLSet, "http://a/\n"},
		"entities":          {urlset + "<url><loc>http://a/?x=1&amp;y=&#50;&#x26;&eacute;&lt;</loc></url></urlset>", URLSet, "http://a/?x=1&y=2&é<\n"},
		"bare ampersand":    {urlset + "<url><loc>http://a/?x=1&y=2</loc></url></urlset>", URLSet, "http://a/?x=1&y=2\n"},
		"CDATA":             {urlset + "<url><loc>\n<![CDATA[ http://a/]]><![CDATA[?b&c]]> </loc></url></urlset>", URLSet, "http://a/?b&c\n"},
		"comment":           {urlset + "<!-- <url><loc>http://no/</loc></url> --><url><loc>http://a/<!-- x -->b</loc></url></urlset>", URLSet, "http://a/b\n"},
		"text of the entry": {"<sitemapindex><sitemap>\n http://a/s.xml?a&amp;b\n</sitemap></sitemapindex>", Index, "http://a/s.xml?a&b\n"},
		"two locs":          {"<sitemapindex><sitemap><loc>http://a/</loc><lastmod>2004</lastmod><loc>http://b/</loc></sitemap></sitemapindex>", Index, "http://a/\nhttp://b/\n"},
		"nested":            {urlset + "<url><loc><url><![CDATA[http://a/]]></url></loc></url></urlset>", URLSet, "http://a/\n"},
		"not absolute":      {urlset + "<url><loc>/a</loc></url><url><loc>mailto:x@y</loc></url><url/><url><loc>HTTPS://b</loc></url></urlset>", URLSet, "HTTPS://b\n"},
		"invalid UTF-8":     {urlset + "<url><loc>http://a/\xff</loc></url></urlset>", URLSet, "http://a/\uFFFD\n"},
		"latin-1":           {"<?xml version='1.0' encoding='ISO-8859-1'?><urlset><url><loc>http://a/\xe9</loc></url></urlset>", URLSet, "http://a/é\n"},
		"UTF-16 unmarked":   {"<?xml version='1.0' encoding='UTF-16'?><urlset><url><loc>http://a/é</loc></url></urlset>", URLSet, "http://a/é\n"},
		"UTF-16LE":          {utf16("<urlset><url><loc>http://a/é</loc></url></urlset>", 1, 0), URLSet, "http://a/é\n"},
		"UTF-16BE":          {utf16("<urlset><url><loc>http://a/é</loc></url></urlset>", 0, 1), URLSet, "http://a/é\n"},
		"mark and space":    {"\ufeff\n \t\r\n" + urlset + "<url><loc>http://a/</loc></url></urlset>", URLSet, "http://a/\n"},
		"entity of its own": {`<!DOCTYPE urlset [ <!ENTITY t SYSTEM "file:///etc/passwd"> <!ENTITY u "http://b/"> ]><urlset><url><loc>&t;</loc></url><url><loc>&u;</loc></url><url><loc>http://a/&t;</loc></url></urlset>`, URLSet, "http://a/&t;\n"},
		"include":           {`<urlset><url><loc><xi:include href="file:///etc/passwd" parse="text"/></loc></url></urlset>`, URLSet, ""},
		"RSS 1.0":           {`<rdf:RDF xmlns="x"><channel><link>http://no/</link></channel><image><link>http://no/</link></image><item rdf:about="http://a/"><link>http://a/</link></item></rdf:RDF>`, RSS, "http://a/\n"},
		"RSS, Atom's link":  {`<rss><channel><item><atom:link href="http://no/"/><link>http://a/</link><guid>http://g/</guid></item></channel></rss>`, RSS, "http://a/\n"},
		"text":              {"http://a/\r\n\r\n  https://b/c d \nnonsense\nftp://c/\nhttp://d/", Text, "http://a/\nhttps://b/c d\nhttp://d/\n"},
		"text with mark":    {"\xef\xbb\xbfhttp://a/\n", Text, "http://a/\n"},
		"self-closing root": {"<urlset/>", URLSet, ""},
	} {
		got, sum, err := read(c.doc, Options{})
		if err != nil || sum.Kind != c.kind || locs(got) != c.want {
			t.Errorf("%s: got %v\n%swant %v\n%s(%v)", name, sum.Kind, locs(got), c.kind, c.want, err)
		}
		if sum.Entries != len(got) || sum.Bytes != int64(len(c.doc)) || sum.Cut {
			t.Errorf("%s: summary %+v of %d entries, %d bytes", name, sum, len(got), len(c.doc))
		}
		var slow []Entry
		if _, err := Read(iotest.OneByteReader(strings.NewReader(c.doc)), Options{}, func(e Entry) error { slow = append(slow, e); return nil }); err != nil || locs(slow) != c.want {
			t.Errorf("%s, byte by byte: got\n%s(%v)", name, locs(slow), err)
		}
	}
}

// utf16 writes characters below 256 with the low byte at lo.
func utf16(s string, hi, lo int) string {
	var b bytes.Buffer
	for _, r := range "\ufeff" + s {
		pair := [2]byte{}
		pair[hi], pair[lo] = byte(r>>8), byte(r)
		b.Write(pair[:])
	}
	return b.String()
}

func TestFields(t *testing.T) {
	for doc, want := range map[string]string{
		urlset + `<url><loc>http://a/</loc></url></urlset>`: "http://a/",
		urlset + `<url><priority> 0.8 </priority><changefreq>
			Daily</changefreq><lastmod>2004-10-01T18:23:17&#43;00:00</lastmod><loc>http://a/</loc></url></urlset>`: "http://a/",
		urlset + `<url><loc>http://a/</loc><xhtml:link rel="alternate" hreflang="de" href="http://d/"/><link rel="canonical" href="http://no/"/>
			<news:news><news:loc>http://n/</news:loc></news:news></url></urlset>`: "http://a/",
		`<feed><link href="http://no/"/><entry><link rel="self" href="http://no/"/><link rel="alternate" href="http://a/"/>
			<link rel="alternate" hreflang="fr" href="/f"/><published>2003</published><updated>2004</updated></entry></feed>`: "http://a/",
		`<rss><item><guid isPermaLink="false">http://g/</guid><dc:date>2001</dc:date></item></rss>`: "http://g/",
	} {
		got, _, err := read(doc, Options{})
		if err != nil || len(got) != 1 || got[0].Loc != want {
			t.Errorf("%s:\ngot %+v, want %s (%v)", doc, got, want, err)
		}
	}
}

func TestBadDocuments(t *testing.T) {
	one := "<urlset><url><loc>http://a/</loc></url>"
	for doc, want := range map[string]struct{ locs, err string }{
		"":                                     {"", "not a sitemap: the document is empty"},
		" \n":                                  {"", "not a sitemap: the document is empty"},
		"this is a bogus sitemap":              {"", "not a sitemap: a text without a line that is a URL"},
		"<html><a href='http://'>":             {"", "not a sitemap: the document is <html>"},
		"<!-- -->":                             {"", "byte 8: the document ends too early"},
		one:                                    {"http://a/\n", "byte 39: the document ends too early"},
		one + "</url></urlset>":                {"http://a/\n", "byte 45: bad XML: </url> closes no element that is open"},
		one + "<url></loc>":                    {"http://a/\n", "byte 50: bad XML: </loc> closes no element that is open"},
		one + "<url><loc>http://b/</loc><last": {"http://a/\nhttp://b/\n", "byte 69: the document ends too early"},
		one + "<url><loc>http://b/</lo":        {"http://a/\n", "byte 62: the document ends too early"},
		one + "<url><loc>http://b/c":           {"http://a/\n", "byte 59: the document ends too early"},
		one + "<\x01>":                         {"http://a/\n", "byte 40: bad XML: expected element name after <"},
		"\ufeff " + one + "<\x01>":             {"http://a/\n", "byte 44: bad XML: expected element name after <"},
		one + strings.Repeat("<a>", 300):       {"http://a/\n", "byte 807: elements are nested more than 256 deep"},
	} {
		got, _, err := read(doc, Options{})
		if err == nil || err.Error() != want.err || locs(got) != want.locs {
			t.Errorf("%.80q: got %q, %v, want %q, %v", doc, locs(got), err, want.locs, want.err)
		}
		if errors.Is(err, ErrNotSitemap) != strings.HasPrefix(want.err, "not a") {
			t.Errorf("%.80q: %v is marked wrongly", doc, err)
		}
	}
}

func TestLimits(t *testing.T) {
	line := "http://a/12345\n"
	doc := urlset + strings.Repeat("<url><loc>http://a/</loc></url>", 10) + "</urlset>"
	text := strings.Repeat(line, 10)
	for _, c := range []struct {
		doc             string
		o               Options
		entries, beyond int
		cut             bool
	}{
		{doc, Options{MaxURLs: 4}, 4, 6, false},
		{doc, Options{MaxURLs: 10}, 10, 0, false},
		{doc, Options{MaxBytes: int64(len(doc))}, 10, 0, false},
		{doc, Options{MaxBytes: int64(len(doc)) - 1}, 10, 0, true},
		{doc, Options{MaxBytes: int64(len(urlset)) + 31*3 + 17}, 3, 0, true},
		{doc, Options{MaxBytes: int64(len(urlset)) + 31*3 + 25}, 4, 0, true},
		{text, Options{MaxURLs: 4}, 4, 6, false},
		{text, Options{MaxBytes: int64(len(line)*3 + 12)}, 3, 0, true},
		{text, Options{MaxBytes: int64(len(text))}, 10, 0, false},
	} {
		got, sum, err := read(c.doc, c.o)
		if err != nil || len(got) != c.entries || sum.Entries != c.entries || sum.Beyond != c.beyond || sum.Cut != c.cut {
			t.Errorf("%+v of %d bytes: got %d entries, %+v, %v", c, len(c.doc), len(got), sum, err)
		}
	}
}

// Bombs end by a limit, in little memory.
func TestBombs(t *testing.T) {
	laughs := `<!DOCTYPE u [<!ENTITY a "http://a/">` + strings.Repeat(`<!ENTITY b "&a;&a;&a;&a;">`, 100) + `]><urlset><url><loc>&b;&b;</loc></url></urlset>`
	if got, sum, err := read(laughs, Options{}); err != nil || len(got) != 0 || sum.Skipped != 1 {
		t.Errorf("entities: got %v, %+v, %v", got, sum, err)
	}
	for _, c := range []struct{ head, rest, want string }{
		{urlset + "<url><loc>http://a/", "x", "a tag or text of more than"},
		{urlset + "<a b='", "x", "a tag or text of more than"},
		{urlset + "<!--", "x", "a tag or text of more than"},
		{urlset, "<", "bad XML"},
		{urlset, "<a>", "nested more than"},
		{"http://a/\n", "x", ""},
		{urlset + "<url><loc>http://a/</loc>", "<xhtml:link rel='alternate' href='http://a/'/>", ""},
	} {
		r := io.MultiReader(strings.NewReader(c.head), &endless{text: c.rest})
		sum, err := Read(r, Options{MaxBytes: 8 << 20}, func(Entry) error { return nil })
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, %q: got %+v, %v", c.head, c.rest, sum, err)
		}
		if sum.Bytes > 8<<20 {
			t.Errorf("%q, %q: %d bytes", c.head, c.rest, sum.Bytes)
		}
	}
}

// endless repeats a text.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.text[e.at%len(e.text)]
		e.at++
	}
	return len(p), nil
}

func TestErrorsOfOthers(t *testing.T) {
	mine := errors.New("mine")
	doc := urlset + strings.Repeat("<url><loc>http://a/</loc></url>", 3)
	for _, doc := range []string{doc, "http://a/\nhttp://b/\n"} {
		n := 0
		if _, err := Read(strings.NewReader(doc), Options{}, func(Entry) error { n++; return mine }); !errors.Is(err, mine) || n != 1 {
			t.Errorf("%.20q: got %v after %d calls", doc, err, n)
		}
		r := io.MultiReader(strings.NewReader(doc), iotest.ErrReader(mine))
		if _, err := Read(r, Options{}, func(Entry) error { return nil }); !errors.Is(err, mine) {
			t.Errorf("%.20q: a reader that fails: got %v", doc, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(urlset+"<url><loc>http://a/</loc><lastmod>2004-10-01</lastmod></url></urlset>"), "")
	f.Add([]byte("<?xml version='1.0' encoding='shift_jis'?><rss><item><link>http://a/</link></item></rss>"), "")
	f.Add([]byte("<feed><entry><link href='http://a/'/></entry>"), "utf-8")
	f.Add([]byte("http://a/\nhttp://b/"), "utf-16be")
	f.Fuzz(func(t *testing.T, doc []byte, charset string) {
		var all []Entry
		sum, err := Read(bytes.NewReader(doc), Options{Charset: charset}, func(e Entry) error {
			if !isAbsolute(e.Loc) {
				t.Errorf("entry %+v", e)
			}
			all = append(all, e)
			return nil
		})
		if sum.Entries != len(all) || sum.Bytes > int64(len(doc)) || errors.Is(err, ErrNotSitemap) && len(all) > 0 {
			t.Errorf("%d entries, %+v, %v", len(all), sum, err)
		}
		// What is read of a beginning is the beginning of what is read.
		n := 0
		_, _ = Read(bytes.NewReader(doc), Options{Charset: charset, MaxBytes: int64(len(doc)/2 + 1)}, func(e Entry) error {
			if n < len(all) && e.Loc != all[n].Loc && sum.Kind == URLSet {
				t.Errorf("entry %d of a half is %+v, of the whole %+v", n, e, all[n])
			}
			n++
			return nil
		})
	})
}
