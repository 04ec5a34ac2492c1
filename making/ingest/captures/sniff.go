package captures

import (
	"bytes"
	"net/http"
	"path"
	"strings"
	"sync"

	"weft/making/ingest/scan"
)

// sniffSize is the number of bytes of a file of a tree that decide its kind: licences in comments may precede the
// first tag.
const sniffSize = 1 << 14

// A verdict reports whether a file of a tree is a page, or why not.
type verdict uint8

// Verdicts.
const (
	isPage verdict = iota
	otherByName
	otherByContent
	binaryPage
	scriptSource
	backupCopy
	emptyMap
	NotRegular // it is a link, a device or the like
)

// String says it as it stands in the notes of an import, after "files left out: ".
func (v verdict) String() string {
	return [...]string{
		"pages", "of another type by their names", "not HTML by their content", "named as HTML, but binary",
		"scripts, not what they put out", "backup copies by their names", "type maps without a page in the tree",
		"links and devices, which are not followed",
	}[v]
}

// judgeFile decides whether a file of a tree is a page, by its name and its first bytes:
//
//   - A file named as HTML is a page, because a server says so, unless it is binary. So is a type map of Apache.
//   - A file named as the output of a script is a page if it begins as the MIME Sniffing Standard requires of
//     HTML.
//   - A file with no or an unknown extension is a page if it is a document. It begins with a doctype of HTML or a
//     usual first element, after any white space, comments and processing instructions.
func judgeFile(name string, head []byte) verdict {
	head = head[:min(len(head), sniffSize)]
	class := ClassOf(name)
	switch {
	case class == otherName:
		return otherByName
	case class == backupName:
		return backupCopy
	case looksLikeTypeMap(head):
		return isPage
	case class == PageName && isBinary(head):
		return binaryPage
	case class == PageName:
		return isPage
	case isScript(head):
		return scriptSource
	case isDocument(head), class == scriptName && isHTML(head):
		return isPage
	}
	return otherByContent
}

// A nameClass is the kind of a file by its name.
type nameClass uint8

// Kinds of files by their names.
const (
	unknownName nameClass = iota
	PageName              // a name that pages have, such as a.html
	scriptName
	otherName
	backupName
)

// ClassOf tells by the last extension that is neither a language nor a charset, such as html in index.html.ja.jis.
func ClassOf(name string) nameClass {
	name = path.Base(name)
	if isBackup(name) {
		return backupName
	}
	name, _ = splitVariant(name)
	ext := path.Ext(name)
	if len(ext) < 2 || len(ext) == len(name) {
		return unknownName
	}
	return classes()[strings.ToLower(ext[1:])]
}

func isBackup(name string) bool {
	lower := strings.ToLower(name)
	for _, end := range []string{"~", ".bak", ".orig", ".old", ".save", ".swp", ".rej", "#"} {
		if strings.HasSuffix(lower, end) && len(lower) > len(end) {
			return true
		}
	}
	return strings.HasPrefix(name, ".#") || strings.HasPrefix(name, "._")
}

var classes = sync.OnceValue(func() map[string]nameClass {
	m := map[string]nameClass{}
	for class, words := range map[nameClass]string{
		PageName:   `html htm xhtml xht shtml shtm`,
		scriptName: `php php3 php4 php5 php7 phtml asp aspx jsp jspx cgi cfm do`,
		otherName: `css js mjs json jsonld map ts xsl xslt dtd ent mod svg rss atom rdf ics vcf
			txt text md markdown rst adoc tex sty log diff patch csv tsv sql conf cfg ini yaml yml toml properties
			c h cc cpp cxx hpp cs go rs java class jar war py pyc rb pl pm sh bash bat ps1 m4 mk lua scala kt swift
			png gif jpg jpeg jpe webp avif ico bmp tif tiff psd xcf
			pdf ps eps dvi djvu doc docx xls xlsx ppt pptx odt ods odp rtf epub
			gz tgz bz2 tbz xz txz zst lz4 lzma z zip 7z rar tar iso deb rpm dmg exe dll so o a bin wasm warc arc wacz
			mp3 mp4 m4a m4v ogg ogv oga wav flac avi mov mpg mpeg webm swf
			woff woff2 ttf otf eot
			inc tmpl tpl in template meta db sqlite`,
	} {
		for w := range strings.FieldsSeq(words) {
			m[w] = class
		}
	}
	return m
})

// isBinary reports whether a file named as HTML is something else. It has the signature of a known format, or no tag
// and bytes that no text has. The Standard does not check this, but an image is not a page, whatever its
// name.
func isBinary(head []byte) bool {
	what := http.DetectContentType(head)
	if strings.HasPrefix(what, "text/") {
		return false
	}
	return what != "application/octet-stream" || !hasTag(head)
}

// hasTag searches for a common tag of HTML.
func hasTag(head []byte) bool {
	lower := bytes.ToLower(head)
	for _, tag := range []string{"<html", "<!doctype", "<head", "<body", "<title", "<a ", "<p>"} {
		if bytes.Contains(lower, []byte(tag)) {
			return true
		}
	}
	return false
}

// isHTML says whether the MIME Sniffing Standard takes it for HTML.
func isHTML(head []byte) bool {
	return strings.HasPrefix(http.DetectContentType(bytes.TrimPrefix(head, scan.BOM)), "text/html")
}

// isScript says whether a file is the source of a script.
func isScript(head []byte) bool {
	start := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(head, scan.BOM), " \t\r\n"))
	for _, mark := range []string{"#!", "<?php", "<?=", "<? ", "<?\n", "<%"} {
		if bytes.HasPrefix(start, []byte(mark)) {
			return true
		}
	}
	return false
}

// isDocument says whether a text begins as an HTML document does.
func isDocument(head []byte) bool {
	text := bytes.TrimPrefix(narrow(head), scan.BOM)
	for {
		text = bytes.TrimLeft(text, " \t\r\n\f")
		end := ""
		switch {
		case bytes.HasPrefix(text, []byte("<!--")):
			end = "-->"
		case bytes.HasPrefix(text, []byte("<?")):
			end = "?>"
		default:
			return beginsDocument(text)
		}
		var ok bool
		if _, text, ok = bytes.Cut(text, []byte(end)); !ok {
			return false
		}
	}
}

// beginsDocument knows the tags that documents begin with, and that nothing else does.
func beginsDocument(text []byte) bool {
	for _, tag := range []string{"<!doctype html", "<html", "<head", "<body", "<title", "<frameset", "<meta"} {
		if len(text) <= len(tag) || !bytes.EqualFold(text[:len(tag)], []byte(tag)) {
			continue
		}
		if c := text[len(tag)]; c == '>' || c == '/' || c == ' ' || c >= '\t' && c <= '\r' {
			return true
		}
	}
	return false
}

// narrow returns the low bytes of a text in UTF-16 that begins with its mark; other texts as they are.
func narrow(text []byte) []byte {
	low := 0
	switch {
	case bytes.HasPrefix(text, []byte("\xfe\xff")):
		low = 1
	case !bytes.HasPrefix(text, []byte("\xff\xfe")):
		return text
	}
	var out []byte
	for i := 2; i+1 < len(text); i += 2 {
		out = append(out, text[i+low])
	}
	return out
}
