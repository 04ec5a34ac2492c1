package captures

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Extensions of languages and charsets are no part of the plain name. Their case does not matter.
func TestNamesOfVariants(t *testing.T) {
	for name, want := range map[string][2]string{
		"i.html": {"i.html", ""}, "i.html.en": {"i.html", ""}, "i.html.EN": {"i.html", ""}, "i.html.pt-BR": {"i.html", ""}, "i.html.zh-Hant": {"i.html", ""},
		"i.html.utf8": {"i.html", "utf8"}, "i.html.UTF-8": {"i.html", "utf-8"}, "i.html.JIS": {"i.html", "iso-2022-jp"}, "i.html.Latin1": {"i.html", "iso-8859-1"},
		"i.html.ja.jis": {"i.html", "iso-2022-jp"}, "i.html.koi8-r.ru": {"i.html", "koi8-r"}, "i.en.html": {"i.en.html", ""},
		"i.html.en.fr": {"i.html.en", ""}, "i.html.utf8.jis": {"i.html.utf8", "iso-2022-jp"}, "i.html.in": {"i.html.in", ""}, "i.html.IN": {"i.html.IN", ""},
		"i.html.eng": {"i.html.eng", ""}, "i.html.q1": {"i.html.q1", ""}, "i.html.x": {"i.html.x", ""}, "i.html.": {"i.html.", ""}, "i": {"i", ""}, "": {"", ""}, "i.html.en-??": {"i.html.en-??", ""},
	} {
		if plain, set := splitVariant(name); plain != want[0] || set != want[1] {
			t.Errorf("%q: got %q and %q, want %q and %q", name, plain, set, want[0], want[1])
		}
	}
}

// Which texts begin as type maps do.
func TestTypeMapsByContent(t *testing.T) {
	for text, want := range map[string]bool{
		"URI: a\n": true, " uri : a": true, "Body:x\n": true, "# c\n\nURI: a\n": true, "\xef\xbb\xbfURI: a": true, "\r\nURI: a\r\n": true,
		"Content-Type: text/html\nURI: a": true, "content-language: en\nContent-Encoding: gzip\nContent-Length: 5\nDescription: d\nURI: a": true,
		"URI a\n": false, "body\n": false, "Content-Type\nURI: a": false, "Content-Type: x\n": false, "x: y\nURI: a": false, "<html>\nURI: a": false, "": false, "#URI: a": false,
	} {
		if got := looksLikeTypeMap([]byte(text)); got != want {
			t.Errorf("%q: got %t, want %t", text, got, want)
		}
	}
}

// The variants of a type map, with what is usual for each.
func TestVariantsOfTypeMaps(t *testing.T) {
	usual := func(v variant) variant {
		if v.quality == 0 {
			v.quality = 1
		}
		return v
	}
	for text, want := range map[string][]variant{
		"":                          nil,
		"# c\n\n":                   nil,
		"Content-Type: text/html\n": nil,
		"URI: a\n":                  {{uri: "a"}},
		"\xef\xbb\xbfURI: a":        {{uri: "a"}},
		"URI: a (b)\n":              {{uri: "a (b)"}},
		"URI: a\n\n\nURI: b\n":      {{uri: "a"}, {uri: "b"}},
		"URI: a\n# c\nContent-language: DE , En(x)\n":                           {{uri: "a", languages: []string{"de", "en"}}},
		"URI: a\nContent-Type: Text/HTML (c); qs=0.5\n":                         {{uri: "a", kind: "text/html"}},
		"URI: a\nContent-Type: Text/HTML; Charset=\"KOI8-R\" ; QS = 0.25\n":     {{uri: "a", kind: "text/html", charset: "KOI8-R", quality: 0.25}},
		"URI: a\nContent-Type: text/html; qs=x; level=2\n":                      {{uri: "a", kind: "text/html"}},
		"URI: a\nContent-Encoding: gzip\n":                                      {{uri: "a", encoded: true}},
		"URI: a\nContent-Encoding: (none)\n":                                    {{uri: "a"}},
		"Content-Type: text/html; qs=0.5\n\nURI: b\n":                           {{uri: "b"}},
		"Body:----x----\n<p>\n\n<q>\n----x----\nContent-language: en\n\nURI: b": {{inline: true, body: []byte("<p>\n\n<q>\n"), languages: []string{"en"}}, {uri: "b"}},
		"Body: x\n<p>\nx and more\nURI: b":                                      {{inline: true, body: []byte("<p>\n"), uri: "b"}},
		"Body: x\n<p>\ny":                                                       {{inline: true, body: []byte("<p>\ny")}},
		"Body:\n<p>\n\n":                                                        {{inline: true, body: []byte("<p>\n\n")}},
	} {
		for i := range want {
			want[i] = usual(want[i])
		}
		if got := parseTypeMap([]byte(text)); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}

// A server chooses by language, then by quality, then by the order of the map.
func TestOrderOfVariants(t *testing.T) {
	all := parseTypeMap([]byte(strings.Join([]string{
		"URI: en\nContent-Language: en", "URI: de-at\nContent-Language: de-AT", "URI: none", "URI: none2\nContent-Type: application/xhtml+xml; qs=2", "URI: den\nContent-Language: den",
		"URI: gz\nContent-Encoding: gzip", "URI: png\nContent-Type: image/png", "URI: better\nContent-Language: en\nContent-Type: text/html; qs=1.5", "URI: both\nContent-Language: fr, de",
	}, "\n\n")))
	for wanted, want := range map[string]string{
		"en":       "better en none2 none de-at den both",
		"":         "better en none2 none de-at den both", // English is the default
		"de,en":    "de-at both better en none2 none den",
		" FR ,,de": "both de-at none2 none better en den",
		"de-at":    "de-at none2 none better en den both",
		"it":       "none2 none better en de-at den both",
	} {
		var got []string
		for _, v := range orderVariants(all, languagesWanted(wanted)) {
			got = append(got, v.uri)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: got %q, want %q", wanted, strings.Join(got, " "), want)
		}
	}
}

// The files that an include names. A file has a mark before its name here.
func TestTargetsOfIncludes(t *testing.T) {
	for attrs, want := range map[string][]string{
		` virtual="a b" `: {"a b"}, ` file='a"b'`: {"file:a\"b"}, " virtual=`a`": {"a"}, ` VIRTUAL = a `: {"a"}, ` virtual=a file=b`: {"a", "file:b"},
		` virtual="a" file="b"`: {"a", "file:b"}, ` virtual="a" virtual="b"`: {"a", "b"}, ` other="x" virtual="y"`: {"y"}, ` virtual="a`: {"a"},
		"\tvirtual=\r\n\"a\"\n": {"a"}, ` virtual=`: nil, ` virtual`: nil, ``: nil, ` virtual="" file=x`: {"", "file:x"},
	} {
		var got []string
		for _, target := range includeTargets(attrs) {
			got = append(got, strings.TrimPrefix(target, "\x00"))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", attrs, got, want)
		}
	}
}

// The page is copied only if it includes something. Its parts stand in the order of the page.
func TestExpandedPages(t *testing.T) {
	tr := &tree{path: "/", files: fewFiles{"x": "X", "y": `(<!--#include file="x"-->)`, "z": "\x00"}}
	for body, want := range map[string]string{
		"": "", "<p>": "<p>", `a<!--#include file="x"-->b`: "aXb", `<!--#include file="y"--><!--#include virtual="x" -->`: "(X)X", `a<!--#include file="x"`: "a", `a<!--#include -->b`: "ab",
		`a<!--#if -->b`: "a<!--#if -->b", `a<!--#include file="z"-->b`: "ab", `a<!--#include file="none"-->b<!--#include file="x"-->`: "abX",
	} {
		buf := []byte("old")
		got, e := tr.expandIncludes(buf, "i.html", []byte(body))
		if string(got) != want {
			t.Errorf("%q: got %q, want %q", body, got, want)
		}
		if includes := bytes.Contains([]byte(body), includeMark); (e != nil) != includes {
			t.Errorf("%q: expanded %t, want %t", body, e != nil, includes)
		}
	}
}
