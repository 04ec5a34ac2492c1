package captures_test

import (
	"testing"

	"weft/making/ingest/ingesttest"
)

// Type maps of Apache, and variants in other languages and charsets.
func TestTypeMaps(t *testing.T) {
	const english = "URI: m.html.en\nContent-Language: en\nContent-Type: text/html; charset=utf-8; qs=0.5\n\n"
	const german = "URI: m.html.de\nContent-language: de-AT\nContent-type: text/html\n\n"
	variants := files{"m.html.en", "<a href=en>en</a>", "m.html.de", "<a href=de>de</a>", "m.html.ru.koi8-r", "<a href=ru>\xf2</a>", "z.html", "<a href=z>z</a>"}
	mapped := func(text string) string { return folder(t, append(files{"m.html", text}, variants...)) }
	languages := func(list string) ingesttest.Options { return ingesttest.Options{Languages: list} }
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "English", Options: site(ingesttest.Options{}, mapped(german+english)), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/en http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html→http://a.example/d/en en
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 17 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 1 type maps, read as the variant that a server would choose
records 5+0
log tree#m.html 0 type map read as m.html.en`},
		{Name: "German", Options: site(languages("fr, DE,en"), mapped(english+german)), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/de http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html→http://a.example/d/de de
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 17 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 1 type maps, read as the variant that a server would choose
records 5+0
log tree#m.html 0 type map read as m.html.de`},
		{Name: "another language", Options: site(languages("fr"), mapped(english+german)), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/de http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html→http://a.example/d/de de
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 17 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 1 type maps without a variant in the languages wanted, read as another
note 1 type maps, read as the variant that a server would choose
records 5+0
log tree#m.html 0 type map read as m.html.de`},
		{Name: "no language before others", Options: site(languages("fr"), mapped(german+"URI: z.html\n\n")), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/z http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/m.html→http://a.example/d/z z
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 15 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 1 type maps, read as the variant that a server would choose
records 5+0
log tree#m.html 0 type map read as z.html`},
		{Name: "quality", Options: site(ingesttest.Options{}, mapped("URI: m.html.en\nContent-Type: text/html;qs=0.4\n\nURI: z.html\nContent-Type: text/html;QS=\"0.6\"\n")), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/z http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/m.html→http://a.example/d/z z
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 15 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 1 type maps, read as the variant that a server would choose
records 5+0
log tree#m.html 0 type map read as z.html`},
		{Name: "quality in quotes", Options: site(ingesttest.Options{}, mapped("\xef\xbb\xbfURI: m.html.en\nContent-Type: text/html; qs=\"0.4\"\n\nURI: z.html\nContent-Type: text/html; qs=0.6\n")), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/z http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/m.html→http://a.example/d/z z
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 15 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 1 type maps, read as the variant that a server would choose
records 5+0
log tree#m.html 0 type map read as z.html`},
		{Name: "a map with a mark", Options: site(ingesttest.Options{}, mapped("\xef\xbb\xbfURI: m.html.en\n\nURI: z.html\n")), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/en http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html→http://a.example/d/en en
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 17 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 1 type maps, read as the variant that a server would choose
records 5+0
log tree#m.html 0 type map read as m.html.en`},
		{Name: "a charset", Options: site(languages("ru"), mapped("# a comment\nDescription: \"x\"\nURI: m.html.ru.koi8-r\nContent-Language: ru (Russian)\n")), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/ru http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html→http://a.example/d/ru Р
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 16 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 1 type maps, read as the variant that a server would choose
records 5+0
log tree#m.html 0 type map read as m.html.ru.koi8-r`},
		{Name: "a body", Options: site(ingesttest.Options{}, mapped("Content-Language: en\nBody:----x----\n<a href=body>b</a>\n----x----\n\n"+german)), Want: `
as html
pages http://a.example/d/body:ghost http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/body http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html→http://a.example/d/body b
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 19 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 1 type maps, read as the variant that a server would choose
records 5+0
log tree#m.html 0 type map read as a body in it`},
		{Name: "a body without an end", Options: site(ingesttest.Options{}, mapped("Body:\n<a href=body>b</a>\n\n"+german)), Want: `
as html
pages http://a.example/d/body:ghost http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/body http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html→http://a.example/d/body b
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 84 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 1 type maps, read as the variant that a server would choose
records 5+0
log tree#m.html 0 type map read as a body in it`},
		{Name: "packed and other variants", Options: site(ingesttest.Options{}, mapped("URI: m.html.en\nContent-Encoding: gzip\n\nURI: z.html\nContent-Type: text/plain\n\nURI: m.html.de\nContent-Type: Application/xhtml+xml\n")), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/de http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html→http://a.example/d/de de
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 17 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 1 type maps, read as the variant that a server would choose
records 5+0
log tree#m.html 0 type map read as m.html.de`},
		{Name: "variants that are not there", Options: site(ingesttest.Options{}, mapped("URI: none.html\n\nURI: /else\n\nURI: m.html\n\n"+german)), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/de http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html→http://a.example/d/de de
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 17 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 1 type maps without a variant in the languages wanted, read as another
note 1 type maps, read as the variant that a server would choose
records 5+0
log tree#m.html 0 type map read as m.html.de`},
		{Name: "no variant", Options: site(ingesttest.Options{}, mapped("\xef\xbb\xbfURI: none.html\n")), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 4 files
note 1 files left out: type maps without a page in the tree
note 4 html
records 4+0
log tree#m.html 0 left out type maps without a page in the tree`},
		{Name: "a page that is no map", Options: site(ingesttest.Options{}, mapped("Content-Type: x\nFrom: y\nURI: z.html\n")), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 36 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
records 5+0`},
		{Name: "a word without a colon", Options: site(ingesttest.Options{}, mapped("uri\n")), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html.de→http://a.example/d/de de
text http://a.example/d/m.html.en→http://a.example/d/en en
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 4 bytes "text/html"
facts http://a.example/d/m.html.de 17 bytes "text/html"
facts http://a.example/d/m.html.en 17 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 16 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
records 5+0`},
		{Name: "a variant above the limit", Options: site(ingesttest.Options{MaxPage: 15}, mapped("URI: z.html\n\n")), Want: `
as html
pages http://a.example/d/de:ghost http://a.example/d/en:ghost http://a.example/d/m.html:fetched http://a.example/d/m.html.de:fetched http://a.example/d/m.html.en:fetched http://a.example/d/m.html.ru.koi8-r:fetched http://a.example/d/ru:ghost http://a.example/d/z:ghost http://a.example/d/z.html:fetched
arcs http://a.example/d/m.html→http://a.example/d/z http://a.example/d/m.html.de→http://a.example/d/de http://a.example/d/m.html.en→http://a.example/d/en http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru http://a.example/d/z.html→http://a.example/d/z
text http://a.example/d/m.html.de→http://a.example/d/de de</
text http://a.example/d/m.html.en→http://a.example/d/en en</
text http://a.example/d/m.html.ru.koi8-r→http://a.example/d/ru Р
text http://a.example/d/m.html→http://a.example/d/z z
text http://a.example/d/z.html→http://a.example/d/z z
facts http://a.example/d/m.html 15 bytes "text/html"
facts http://a.example/d/m.html.de 15 bytes "text/html"
facts http://a.example/d/m.html.en 15 bytes "text/html"
facts http://a.example/d/m.html.ru.koi8-r 15 bytes "text/html"
facts http://a.example/d/z.html 15 bytes "text/html"
note 5 files
note 5 html
note 3 incomplete captures, read as far as they go
note 3 pages larger than the option max-page allows, read up to there
note 1 type maps, read as the variant that a server would choose
records 5+0, 3 incomplete captures
log tree#m.html 0 type map read as z.html
log tree#m.html.de 0 cut the file is longer than 15 bytes, and is read up to there
log tree#m.html.en 0 cut the file is longer than 15 bytes, and is read up to there
log tree#m.html.ru.koi8-r 0 cut the file is longer than 15 bytes, and is read up to there`},
	})
}
