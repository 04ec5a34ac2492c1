package captures_test

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/making/ingest/captures"
	"weft/making/ingest/ingesttest"
)

// Files that are pages, by their names and by their first bytes.
func TestKindsOfFiles(t *testing.T) {
	const doctype = "<!doctype html><p>"
	kinds := map[string]string{}
	pages := files{}
	for name, c := range map[string]struct{ text, want string }{
		"a.HTML": {"x", "page"}, "a.xhtml": {"", "page"}, "b.html.en": {"x", "page"}, "c.html.ja.jis": {"x", "page"}, "d.html.utf8": {"x", "page"}, "e.shtml": {"x", "page"},
		"f.css": {doctype, "of another type by their names"}, "g.html.in": {doctype, "of another type by their names"}, "h.html.gz": {doctype, "of another type by their names"},
		"i.html~": {doctype, "backup copies by their names"}, "j.html.BAK": {doctype, "backup copies by their names"}, ".#k.html": {doctype, "backup copies by their names"}, "._l.html": {doctype, "backup copies by their names"},
		"~": {doctype, "page"}, ".bak": {doctype, "page"},
		"m.html": {"\x89PNG\r\n\x1a\n", "named as HTML, but binary"}, "n.html": {"\x00\x01\x02x", "named as HTML, but binary"}, "o.html": {"\x00\x01<P>x", "page"}, "o2.html": {"\x00\x01<A href=x>", "page"},
		"p.php": {"<?php echo 1", "scripts, not what they put out"}, "q.php": {"\xef\xbb\xbf \n<% x %>", "scripts, not what they put out"}, "r.php": {"<h1>x</h1>", "page"}, "s.php": {"text", "not HTML by their content"},
		"t": {"#!/bin/sh\n<html>", "scripts, not what they put out"}, "u": {"<h1>x</h1>", "not HTML by their content"}, "v": {" <!-- c --> <?xml?>\n<HTML>", "page"}, "w": {"<!-- c ", "not HTML by their content"},
		"x": {"<htmlx>", "not HTML by their content"}, "y": {"<html", "not HTML by their content"}, "z": {"<title>", "page"}, "a1": {"<head/>", "page"}, "b1": {"<meta x>", "page"}, "c1": {"<body\tx>", "page"}, "d1": {"<frameset\rx>", "page"},
		"e1.xyz": {doctype, "page"}, "f1.xyz": {"text", "not HTML by their content"}, "g1": {"\xff\xfe<\x00h\x00t\x00m\x00l\x00>\x00", "page"}, "h1": {"\xfe\xff\x00<\x00h\x00t\x00m\x00l\x00>", "page"}, "i1": {"\xff\xfe<\x00p\x00>\x00", "not HTML by their content"},
		"j1.": {doctype, "page"}, ".html": {"x", "not HTML by their content"}, "k1": {strings.Repeat(" ", 1<<14) + doctype, "not HTML by their content"}, "l1": {strings.Repeat(" ", 1<<14-20) + doctype, "page"},
		"m1.html.xx-yy": {"x", "not HTML by their content"}, "n1.html.pt-br": {"x", "page"}, "o1.html.en.fr": {"x", "not HTML by their content"}, "p1.html.utf8.jis": {"x", "not HTML by their content"}, "q1.html.x-u": {"x", "not HTML by their content"},
	} {
		pages = append(pages, name, c.text)
		kinds[name] = c.want
	}
	got := ingesttest.Tell(t, site(ingesttest.Options{}, folder(t, pages)))
	for name, want := range kinds {
		line := "log tree#" + name + " 0 left out " + want + "\n"
		if is := strings.Contains(got+"\n", line); want != "page" && !is || want == "page" && strings.Contains(got, "log tree#"+name+" 0 left out") {
			t.Errorf("%s is not told as %s", name, want)
		}
		if is := strings.Contains(got, "http://a.example/d/"+name+":fetched"); !strings.ContainsAny(name, "#") && is != (want == "page") {
			t.Errorf("%s: is a page %t", name, is)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}

// Links and devices are left out, and files that cannot be read are bad.
func TestOtherFiles(t *testing.T) {
	dir := folder(t, files{"a.html", "<a href=b.html>b</a>", "c/d.html", "x"})
	if err := os.Symlink("a.html", filepath.Join(dir, "b.html")); err != nil {
		t.Skip(err)
	}
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, h := range []*tar.Header{
		{Name: "c/", Typeflag: tar.TypeDir}, {Name: "b.html", Typeflag: tar.TypeSymlink, Linkname: "a.html"}, {Name: "a.html", Size: 3},
	} {
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
	}
	io.WriteString(w, "xyz")
	w.Close()
	whole := tarred(t, files{"a.html", strings.Repeat("x", 600), "b.html", strings.Repeat("y", 600)})
	inTar := func(text string) ingesttest.Options {
		return site(ingesttest.Options{}, ingesttest.File(t, "tree", text))
	}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "a symbolic link", Options: site(ingesttest.Options{}, dir), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b.html:ghost http://a.example/d/c/d.html:fetched
arcs http://a.example/d/a.html→http://a.example/d/b.html
text http://a.example/d/a.html→http://a.example/d/b.html b
facts http://a.example/d/a.html 20 bytes "text/html"
facts http://a.example/d/c/d.html 1 bytes "text/html"
note 2 files
note 1 files left out: links and devices, which are not followed
note 2 html
records 2+0
log tree#b.html 0 left out links and devices, which are not followed`},
		{Name: "a symbolic link in a tar archive", Options: inTar(b.String()), Want: `
as html
pages http://a.example/d/a.html:fetched
facts http://a.example/d/a.html 3 bytes "text/html"
note 1 files
note 1 files left out: links and devices, which are not followed
note 1 html
records 1+0
log tree#b.html 0 left out links and devices, which are not followed`},
		{Name: "a cut file", Options: inTar(whole[:512+300]), Want: `
records 0+1
log tree 812 skipped the archive breaks off: the file ends too early
break tree 812 (-1 bytes missing) the file ends too early
error bad input: there is no page in it: expected files named .html, .htm, .xhtml or .shtml, or others that begin as HTML does`},
		{Name: "a cut second file", Options: inTar(whole[:3*512+512+100]), Want: `
as html
pages http://a.example/d/a.html:fetched
facts http://a.example/d/a.html 600 bytes "text/html"
note 1 files
note 1 html
note 1 inputs that break off: the rest is missing
records 1+1
log tree 2148 skipped the archive breaks off: the file ends too early
break tree 2148 (-1 bytes missing) the file ends too early`},
		{Name: "a cut header", Options: inTar(whole[:3*512+100]), Want: `
as html
pages http://a.example/d/a.html:fetched
facts http://a.example/d/a.html 600 bytes "text/html"
note 1 files
note 1 html
note 1 inputs that break off: the rest is missing
records 1+1
log tree 1636 skipped the archive breaks off: the file ends too early
break tree 1636 (-1 bytes missing) the file ends too early`},
		{Name: "no end", Options: inTar(whole[:6*512]), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b.html:fetched
facts http://a.example/d/a.html 600 bytes "text/html"
facts http://a.example/d/b.html 600 bytes "text/html"
note 2 files
note 2 html
note 1 inputs that break off: the rest is missing
records 2+1
log tree 3072 skipped the archive breaks off: the blocks of zeros that a tar archive ends with are missing
break tree 3072 (-1 bytes missing) the blocks of zeros that a tar archive ends with are missing`},
		{Name: "one block of the end", Options: inTar(whole[:7*512]), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b.html:fetched
facts http://a.example/d/a.html 600 bytes "text/html"
facts http://a.example/d/b.html 600 bytes "text/html"
note 2 files
note 2 html
records 2+0`},
		{Name: "a packed archive that is cut after its end", Options: inTar(cut(packed(whole), 4)), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b.html:fetched
facts http://a.example/d/a.html 600 bytes "text/html"
facts http://a.example/d/b.html 600 bytes "text/html"
note 2 files
note 2 html
note 1 inputs that break off: the rest is missing
records 2+1
log tree 4096 skipped the archive breaks off: the file ends too early
break tree 4096 (-1 bytes missing) the file ends too early`},
		{Name: "a packed archive", Options: inTar(packed(whole)), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b.html:fetched
facts http://a.example/d/a.html 600 bytes "text/html"
facts http://a.example/d/b.html 600 bytes "text/html"
note 2 files
note 2 html
records 2+0`},
		{Name: "a cut file in a strict import", Options: site(ingesttest.Options{Strict: true}, ingesttest.File(t, "tree", whole[:512+300])), Want: `
records 0+1
break tree 812 (-1 bytes missing) the file ends too early
error bad input: tree, offset 812: the archive breaks off: the file ends too early`},
	})
	for text, want := range map[string]bool{whole: true, whole[:512]: true, whole[:511]: false, "\x00" + whole[1:]: false, strings.Repeat("x", 600): false} {
		if got := captures.IsTar([]byte(text)); got != want {
			t.Errorf("%.20q: a tar archive %t, want %t", text, got, want)
		}
	}
}

// Includes of other files, as Apache puts them into a page.
func TestIncludes(t *testing.T) {
	all := files{
		"a.html", `<!--#include virtual="inc/x.txt" --><!--#include file='inc/y' --><!--#include virtual="/d/inc/z.css?q" --><!--#include virtual="none" --><!--#if x --><a href=a>a</a><!--#include file="../q" --><!--#include virtual="inc" --><!--#include virtual="inc/long.css" --><!--#include virtual="inc/b.png" -->`,
		"inc/x.txt", "<a href=x>x</a><!--#include virtual= w -->", "inc/w", "<a href=w>w</a>", "inc/y", "<a href=y>y</a>", "inc/z.css", "<a href=z>z</a>",
		"inc/long.css", "<a href=long>l</a>" + strings.Repeat(" ", 1<<20), "inc/b.png", "\x00<a href=png>p</a>",
	}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "a folder", Options: site(ingesttest.Options{}, folder(t, all)), Want: `
as html
pages http://a.example/d/a:ghost http://a.example/d/a.html:fetched http://a.example/d/long:ghost http://a.example/d/w:ghost http://a.example/d/x:ghost http://a.example/d/y:ghost http://a.example/d/z:ghost
arcs http://a.example/d/a.html→http://a.example/d/a http://a.example/d/a.html→http://a.example/d/long http://a.example/d/a.html→http://a.example/d/w http://a.example/d/a.html→http://a.example/d/x http://a.example/d/a.html→http://a.example/d/y http://a.example/d/a.html→http://a.example/d/z
text http://a.example/d/a.html→http://a.example/d/a a
text http://a.example/d/a.html→http://a.example/d/long l
text http://a.example/d/a.html→http://a.example/d/w w
text http://a.example/d/a.html→http://a.example/d/x x
text http://a.example/d/a.html→http://a.example/d/y y
text http://a.example/d/a.html→http://a.example/d/z z
facts http://a.example/d/a.html 298 bytes "text/html"
note 1 files
note 5 files included
note 2 files left out: not HTML by their content
note 4 files left out: of another type by their names
note 1 html
note 4 includes that are not in the tree, or binary
records 1+0
log tree#a.html 0 include "none" is not in the tree, or binary
log tree#a.html 0 include "../q" is not in the tree, or binary
log tree#a.html 0 include "inc" is not in the tree, or binary
log tree#a.html 0 include "inc/b.png" is not in the tree, or binary
log tree#inc/b.png 0 left out of another type by their names
log tree#inc/long.css 0 left out of another type by their names
log tree#inc/w 0 left out not HTML by their content
log tree#inc/x.txt 0 left out of another type by their names
log tree#inc/y 0 left out not HTML by their content
log tree#inc/z.css 0 left out of another type by their names`},
		{Name: "a tar archive", Options: site(ingesttest.Options{}, ingesttest.File(t, "tree", tarred(t, all))), Want: `
as html
pages http://a.example/d/a:ghost http://a.example/d/a.html:fetched http://a.example/d/long:ghost http://a.example/d/w:ghost http://a.example/d/x:ghost http://a.example/d/y:ghost http://a.example/d/z:ghost
arcs http://a.example/d/a.html→http://a.example/d/a http://a.example/d/a.html→http://a.example/d/long http://a.example/d/a.html→http://a.example/d/w http://a.example/d/a.html→http://a.example/d/x http://a.example/d/a.html→http://a.example/d/y http://a.example/d/a.html→http://a.example/d/z
text http://a.example/d/a.html→http://a.example/d/a a
text http://a.example/d/a.html→http://a.example/d/long l
text http://a.example/d/a.html→http://a.example/d/w w
text http://a.example/d/a.html→http://a.example/d/x x
text http://a.example/d/a.html→http://a.example/d/y y
text http://a.example/d/a.html→http://a.example/d/z z
facts http://a.example/d/a.html 298 bytes "text/html"
note 1 files
note 5 files included
note 2 files left out: not HTML by their content
note 4 files left out: of another type by their names
note 1 html
note 4 includes that are not in the tree, or binary
records 1+0
log tree#inc/x.txt 0 left out of another type by their names
log tree#inc/w 0 left out not HTML by their content
log tree#inc/y 0 left out not HTML by their content
log tree#inc/z.css 0 left out of another type by their names
log tree#inc/long.css 0 left out of another type by their names
log tree#inc/b.png 0 left out of another type by their names
log tree#a.html 0 include "none" is not in the tree, or binary
log tree#a.html 0 include "../q" is not in the tree, or binary
log tree#a.html 0 include "inc" is not in the tree, or binary
log tree#a.html 0 include "inc/b.png" is not in the tree, or binary`},
		{Name: "a zip file", Options: site(ingesttest.Options{}, ingesttest.File(t, "tree", zippedFiles(t, all))), Want: `
as html
pages http://a.example/d/a:ghost http://a.example/d/a.html:fetched http://a.example/d/long:ghost http://a.example/d/w:ghost http://a.example/d/x:ghost http://a.example/d/y:ghost http://a.example/d/z:ghost
arcs http://a.example/d/a.html→http://a.example/d/a http://a.example/d/a.html→http://a.example/d/long http://a.example/d/a.html→http://a.example/d/w http://a.example/d/a.html→http://a.example/d/x http://a.example/d/a.html→http://a.example/d/y http://a.example/d/a.html→http://a.example/d/z
text http://a.example/d/a.html→http://a.example/d/a a
text http://a.example/d/a.html→http://a.example/d/long l
text http://a.example/d/a.html→http://a.example/d/w w
text http://a.example/d/a.html→http://a.example/d/x x
text http://a.example/d/a.html→http://a.example/d/y y
text http://a.example/d/a.html→http://a.example/d/z z
facts http://a.example/d/a.html 298 bytes "text/html"
note 1 files
note 5 files included
note 2 files left out: not HTML by their content
note 4 files left out: of another type by their names
note 1 html
note 4 includes that are not in the tree, or binary
records 1+0
log tree#a.html 0 include "none" is not in the tree, or binary
log tree#a.html 0 include "../q" is not in the tree, or binary
log tree#a.html 0 include "inc" is not in the tree, or binary
log tree#a.html 0 include "inc/b.png" is not in the tree, or binary
log tree#inc/x.txt 0 left out of another type by their names
log tree#inc/w 0 left out not HTML by their content
log tree#inc/y 0 left out not HTML by their content
log tree#inc/z.css 0 left out of another type by their names
log tree#inc/long.css 0 left out of another type by their names
log tree#inc/b.png 0 left out of another type by their names`},
	})
}
