package links

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"weft/internal/drawn"
)

// dump lists the tags that matter, with the attributes that matter, as the scanner sees them.
func dump(src []byte) []string {
	var s scanner
	var out []string
	s.reset(normalNewlines(src))
	var buf []byte
	for {
		switch tok := s.next(); tok {
		case endOfInput:
			return out
		case endTag:
			out = append(out, fmt.Sprint("/", s.elem))
		case startTag:
			line := fmt.Sprint(s.elem)
			for a := range numAttrs {
				if v, ok := s.attr(a); ok {
					line += fmt.Sprintf(" %d=%q", a, unescape(&buf, v, true))
				}
			}
			out = append(out, line)
			if s.elem == elemTitle || s.elem == elemTextarea {
				out = append(out, fmt.Sprintf("text %q", unescape(&buf, s.text, false)))
			}
		}
	}
}

// normalNewlines does what the standard does before tokenizing, and x/net/html after; NUL is U+FFFD in both.
func normalNewlines(s []byte) []byte {
	t := bytes.ReplaceAll(s, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(bytes.ReplaceAll(t, []byte("\r"), []byte("\n")), []byte("\x00"), []byte("\ufffd"))
}

// dumpOracle is dump by the tokenizer of golang.org/x/net/html (v0.62.0).
func dumpOracle(src []byte) []string {
	z := html.NewTokenizer(bytes.NewReader(src))
	var out []string
	raw := false
	for {
		tok := z.Next()
		if raw && tok != html.TextToken {
			out = append(out, `text ""`)
		}
		switch tok {
		case html.ErrorToken:
			return out
		case html.TextToken:
			if text := z.Text(); raw {
				out = append(out, fmt.Sprintf("text %q", text))
			}
			raw = false
		case html.EndTagToken:
			raw = false
			if name, _ := z.TagName(); elements.find(name, other) != other {
				out = append(out, fmt.Sprint("/", elements.find(name, other)))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			e := elements.find(name, other)
			raw = e == elemTitle || e == elemTextarea
			if e < elemPlaintext {
				z.NextIsNotRawText() // noscript: we look inside
			}
			line := oracleAttrs(z, more)
			if e != other {
				out = append(out, fmt.Sprint(e)+line)
			}
		default:
			raw = false
		}
	}
}

func oracleAttrs(z *html.Tokenizer, more bool) string {
	var values [numAttrs]*string
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if a := attributes.find(key, numAttrs); a < numAttrs && values[a] == nil {
			v := strings.ReplaceAll(string(value), "\x00", "\ufffd")
			values[a] = &v
		}
	}
	line := ""
	for a, v := range values {
		if v != nil {
			line += fmt.Sprintf(" %d=%q", a, *v)
		}
	}
	return line
}

var htmlPieces = []string{
	"<a", "<A", "<a href=x>", "</a", "</a>", "<area ", "<base href='", "<img alt=", "<link rel=next href=y", "<meta name=robots content=", "<div", "<p>", "<b ", "<iframe src=", "<frame",
	"<noscript>", "</noscript>", "<script>", "<SCRIPT", "</script>", "</scrip", "<style>", "</style ", "</style>", "<textarea>", "</textarea>", "<title>", "</TITLE/", "</title>",
	"<xmp>", "</xmp>", "<!", "<!--", "-->", "--!>", "--", "-", "!", ">", "<", "</", "</>", "<?", "/", "/>", "=", "'", "\"", " ", "\n", "\t", "\f", "\r", "href", "src", "rel", "HREF", "title",
	"x", "&amp;", "&amp", "&copy", "&notit;", "&not", "&#65;", "&#x", "&#x80", "&semi;", "&;", "&", "&nbsp;=", "é", "\xff", "<!doctype html>", "a", "<noembed>", "</noframes>", "<noframes>", "</iframe>", "alt", "content",
}

func randomHTML(r *rand.Rand) []byte {
	var b []byte
	for range 1 + r.IntN(25) {
		b = append(b, htmlPieces[r.IntN(len(htmlPieces))]...)
	}
	return b
}

// differs reports input on which x/net/html leaves the standard: within an escaped script it forgets the escape at a '<' that
// begins no tag; it reports a "<!" at the end of input and text in its own way, which does not matter here.
func differs(src []byte) bool {
	low := bytes.ToLower(src)
	return bytes.Contains(low, []byte("<script")) && bytes.Contains(low, []byte("<!--"))
}

func TestScannerAgainstTokenizer(t *testing.T) {
	seed := drawn.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	tags := 0
	for range 200_000 {
		src := randomHTML(r)
		if differs(src) {
			continue
		}
		got, want := dump(src), dumpOracle(src)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("seed %d: %q\ngot  %q\nwant %q", seed, src, got, want)
		}
		tags += len(got)
	}
	if tags < 100_000 {
		t.Errorf("only %d tags", tags)
	}
}

func TestScriptStates(t *testing.T) {
	for _, c := range []struct {
		src  string
		want int // links
	}{
		{"<script><a href=x></script><a href=y>", 1},
		{"<script><!-- <a href=x></script><a href=y>", 1},
		{"<script><!-- <script></script> <a href=x> --></script><a href=y>", 1},
		{"<script><!-- <script> <a href=x> </script><a href=y>", 0},
		{"<script><!--> <script></script><a href=y>", 1},
		{"<script><!-- <scripty></script><a href=y>", 1},
		{"<script><!-- < <script></script><a href=y></script><a href=z>", 1},
		{"<script>'</scripty>'<a href=x></SCRIPT\n><a href=y>", 1},
		{"<script src=x><a href=y>", 0},
	} {
		if got := len(dump([]byte(c.src))) - strings.Count(strings.Join(dump([]byte(c.src)), " "), fmt.Sprint(elemScript)); got != c.want {
			t.Errorf("%s: got %d tags besides scripts %q, want %d", c.src, got, dump([]byte(c.src)), c.want)
		}
	}
}

func FuzzScanner(f *testing.F) {
	for _, p := range htmlPieces {
		f.Add([]byte("<p>" + p + ">"))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if differs(src) {
			return
		}
		if got, want := dump(src), dumpOracle(src); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("%q\ngot  %q\nwant %q", src, got, want)
		}
	})
}
