package captures_test

import (
	"fmt"
	"testing"

	"weft/making/ingest/ingesttest"
)

// small is a site of a few files.
var small = files{
	"index.html", "<title>Home</title><a href=b/c.htm>c</a><a href=b/>b</a><a href=x%20y.html?q>x</a><a href=/>up</a>", "b/c.htm", "<a href=../index.html#e>home</a><a href=index.html>i</a>",
	"b/index.html", "<a href=./>self</a><a href=index.html?q>q</a>", "x y.html", "<a href=b>b</a>", "a%b#c?d.html", "x", "style.css", "p {}", "notes", "text", "doc", "<!DOCTYPE html><a href=index.html>i</a>",
}

// The same site as a folder, a tar archive and a zip file.
func TestTrees(t *testing.T) {
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "a folder", Options: site(ingesttest.Options{}, folder(t, small)), Want: `
as html
pages http://a.example/:ghost http://a.example/d/a%25b%23c%3Fd.html:fetched http://a.example/d/b:ghost http://a.example/d/b/:ghost http://a.example/d/b/c.htm:fetched http://a.example/d/b/index.html:fetched http://a.example/d/b/index.html?q:ghost http://a.example/d/doc:fetched http://a.example/d/index.html:fetched http://a.example/d/x%20y.html:fetched http://a.example/d/x%20y.html?q:ghost
arcs http://a.example/d/b/c.htm→http://a.example/d/b/index.html http://a.example/d/b/c.htm→http://a.example/d/index.html http://a.example/d/b/index.html→http://a.example/d/b/ http://a.example/d/b/index.html→http://a.example/d/b/index.html?q http://a.example/d/doc→http://a.example/d/index.html http://a.example/d/index.html→http://a.example/ http://a.example/d/index.html→http://a.example/d/b/ http://a.example/d/index.html→http://a.example/d/b/c.htm http://a.example/d/index.html→http://a.example/d/x%20y.html?q http://a.example/d/x%20y.html→http://a.example/d/b
text http://a.example/d/index.html→http://a.example/ up
text http://a.example/d/x%20y.html→http://a.example/d/b b
text http://a.example/d/b/index.html→http://a.example/d/b/ self
text http://a.example/d/index.html→http://a.example/d/b/ b
text http://a.example/d/index.html→http://a.example/d/b/c.htm c
text http://a.example/d/b/c.htm→http://a.example/d/b/index.html i
text http://a.example/d/b/index.html→http://a.example/d/b/index.html?q q
text http://a.example/d/b/c.htm→http://a.example/d/index.html home
text http://a.example/d/doc→http://a.example/d/index.html i
text http://a.example/d/index.html→http://a.example/d/x%20y.html?q x
facts http://a.example/d/a%25b%23c%3Fd.html 1 bytes "text/html"
facts http://a.example/d/b/c.htm 56 bytes "text/html"
facts http://a.example/d/b/index.html 45 bytes "text/html"
facts http://a.example/d/doc 39 bytes "text/html"
facts http://a.example/d/index.html 98 bytes "text/html" "Home"
facts http://a.example/d/x%20y.html 15 bytes "text/html"
note 6 files
note 1 files left out: not HTML by their content
note 1 files left out: of another type by their names
note 6 html
note 2 links to a folder whose index file is in the tree as a page of its own (--index-files makes them one)
records 6+0
log tree#notes 0 left out not HTML by their content
log tree#style.css 0 left out of another type by their names`},
		{Name: "a tar archive", Options: site(ingesttest.Options{}, ingesttest.File(t, "tree", tarred(t, small))), Want: `
as html
pages http://a.example/:ghost http://a.example/d/a%25b%23c%3Fd.html:fetched http://a.example/d/b:ghost http://a.example/d/b/:ghost http://a.example/d/b/c.htm:fetched http://a.example/d/b/index.html:fetched http://a.example/d/b/index.html?q:ghost http://a.example/d/doc:fetched http://a.example/d/index.html:fetched http://a.example/d/x%20y.html:fetched http://a.example/d/x%20y.html?q:ghost
arcs http://a.example/d/b/c.htm→http://a.example/d/b/index.html http://a.example/d/b/c.htm→http://a.example/d/index.html http://a.example/d/b/index.html→http://a.example/d/b/ http://a.example/d/b/index.html→http://a.example/d/b/index.html?q http://a.example/d/doc→http://a.example/d/index.html http://a.example/d/index.html→http://a.example/ http://a.example/d/index.html→http://a.example/d/b/ http://a.example/d/index.html→http://a.example/d/b/c.htm http://a.example/d/index.html→http://a.example/d/x%20y.html?q http://a.example/d/x%20y.html→http://a.example/d/b
text http://a.example/d/index.html→http://a.example/ up
text http://a.example/d/x%20y.html→http://a.example/d/b b
text http://a.example/d/b/index.html→http://a.example/d/b/ self
text http://a.example/d/index.html→http://a.example/d/b/ b
text http://a.example/d/index.html→http://a.example/d/b/c.htm c
text http://a.example/d/b/c.htm→http://a.example/d/b/index.html i
text http://a.example/d/b/index.html→http://a.example/d/b/index.html?q q
text http://a.example/d/b/c.htm→http://a.example/d/index.html home
text http://a.example/d/doc→http://a.example/d/index.html i
text http://a.example/d/index.html→http://a.example/d/x%20y.html?q x
facts http://a.example/d/a%25b%23c%3Fd.html 1 bytes "text/html"
facts http://a.example/d/b/c.htm 56 bytes "text/html"
facts http://a.example/d/b/index.html 45 bytes "text/html"
facts http://a.example/d/doc 39 bytes "text/html"
facts http://a.example/d/index.html 98 bytes "text/html" "Home"
facts http://a.example/d/x%20y.html 15 bytes "text/html"
note 6 files
note 1 files left out: not HTML by their content
note 1 files left out: of another type by their names
note 6 html
note 2 links to a folder whose index file is in the tree as a page of its own (--index-files makes them one)
records 6+0
log tree#style.css 0 left out of another type by their names
log tree#notes 0 left out not HTML by their content`},
		{Name: "a zip file", Options: site(ingesttest.Options{}, ingesttest.File(t, "tree", zippedFiles(t, small))), Want: `
as html
pages http://a.example/:ghost http://a.example/d/a%25b%23c%3Fd.html:fetched http://a.example/d/b:ghost http://a.example/d/b/:ghost http://a.example/d/b/c.htm:fetched http://a.example/d/b/index.html:fetched http://a.example/d/b/index.html?q:ghost http://a.example/d/doc:fetched http://a.example/d/index.html:fetched http://a.example/d/x%20y.html:fetched http://a.example/d/x%20y.html?q:ghost
arcs http://a.example/d/b/c.htm→http://a.example/d/b/index.html http://a.example/d/b/c.htm→http://a.example/d/index.html http://a.example/d/b/index.html→http://a.example/d/b/ http://a.example/d/b/index.html→http://a.example/d/b/index.html?q http://a.example/d/doc→http://a.example/d/index.html http://a.example/d/index.html→http://a.example/ http://a.example/d/index.html→http://a.example/d/b/ http://a.example/d/index.html→http://a.example/d/b/c.htm http://a.example/d/index.html→http://a.example/d/x%20y.html?q http://a.example/d/x%20y.html→http://a.example/d/b
text http://a.example/d/index.html→http://a.example/ up
text http://a.example/d/x%20y.html→http://a.example/d/b b
text http://a.example/d/b/index.html→http://a.example/d/b/ self
text http://a.example/d/index.html→http://a.example/d/b/ b
text http://a.example/d/index.html→http://a.example/d/b/c.htm c
text http://a.example/d/b/c.htm→http://a.example/d/b/index.html i
text http://a.example/d/b/index.html→http://a.example/d/b/index.html?q q
text http://a.example/d/b/c.htm→http://a.example/d/index.html home
text http://a.example/d/doc→http://a.example/d/index.html i
text http://a.example/d/index.html→http://a.example/d/x%20y.html?q x
facts http://a.example/d/a%25b%23c%3Fd.html 1 bytes "text/html"
facts http://a.example/d/b/c.htm 56 bytes "text/html"
facts http://a.example/d/b/index.html 45 bytes "text/html"
facts http://a.example/d/doc 39 bytes "text/html"
facts http://a.example/d/index.html 98 bytes "text/html" "Home"
facts http://a.example/d/x%20y.html 15 bytes "text/html"
note 6 files
note 1 files left out: not HTML by their content
note 1 files left out: of another type by their names
note 6 html
note 2 links to a folder whose index file is in the tree as a page of its own (--index-files makes them one)
records 6+0
log tree#style.css 0 left out of another type by their names
log tree#notes 0 left out not HTML by their content`},
		{Name: "index files", Options: site(ingesttest.Options{IndexFiles: []string{"index.html"}}, folder(t, small)), Want: `
as html
pages http://a.example/:ghost http://a.example/d/:fetched http://a.example/d/a%25b%23c%3Fd.html:fetched http://a.example/d/b:ghost http://a.example/d/b/:fetched http://a.example/d/b/?q:ghost http://a.example/d/b/c.htm:fetched http://a.example/d/doc:fetched http://a.example/d/x%20y.html:fetched http://a.example/d/x%20y.html?q:ghost
arcs http://a.example/d/→http://a.example/ http://a.example/d/→http://a.example/d/b/ http://a.example/d/→http://a.example/d/b/c.htm http://a.example/d/→http://a.example/d/x%20y.html?q http://a.example/d/b/→http://a.example/d/b/ http://a.example/d/b/→http://a.example/d/b/?q http://a.example/d/b/c.htm→http://a.example/d/ http://a.example/d/b/c.htm→http://a.example/d/b/ http://a.example/d/doc→http://a.example/d/ http://a.example/d/x%20y.html→http://a.example/d/b
text http://a.example/d/→http://a.example/ up
text http://a.example/d/b/c.htm→http://a.example/d/ home
text http://a.example/d/doc→http://a.example/d/ i
text http://a.example/d/x%20y.html→http://a.example/d/b b
text http://a.example/d/→http://a.example/d/b/ b
text http://a.example/d/b/→http://a.example/d/b/ self
text http://a.example/d/b/c.htm→http://a.example/d/b/ i
text http://a.example/d/b/→http://a.example/d/b/?q q
text http://a.example/d/→http://a.example/d/b/c.htm c
text http://a.example/d/→http://a.example/d/x%20y.html?q x
facts http://a.example/d/ 98 bytes "text/html" "Home"
facts http://a.example/d/a%25b%23c%3Fd.html 1 bytes "text/html"
facts http://a.example/d/b/ 45 bytes "text/html"
facts http://a.example/d/b/c.htm 56 bytes "text/html"
facts http://a.example/d/doc 39 bytes "text/html"
facts http://a.example/d/x%20y.html 15 bytes "text/html"
note 6 files
note 1 files left out: not HTML by their content
note 1 files left out: of another type by their names
note 6 html
note 4 links to index files, taken for links to their folders
records 6+0
log tree#notes 0 left out not HTML by their content
log tree#style.css 0 left out of another type by their names`},
		{Name: "links to folders", Options: site(ingesttest.Options{}, folder(t, files{"a.html", "<a href=b/?q>q</a><a href=c/>c</a><a href=b>b</a><a href=b/>b</a><a href=./>up</a><a href=../d/b/>again</a><a href=/b/>other</a>", "b/index.htm", "x"})), Want: `
as html
pages http://a.example/b/:ghost http://a.example/d/:ghost http://a.example/d/a.html:fetched http://a.example/d/b:ghost http://a.example/d/b/:ghost http://a.example/d/b/?q:ghost http://a.example/d/b/index.htm:fetched http://a.example/d/c/:ghost
arcs http://a.example/d/a.html→http://a.example/b/ http://a.example/d/a.html→http://a.example/d/ http://a.example/d/a.html→http://a.example/d/b http://a.example/d/a.html→http://a.example/d/b/ http://a.example/d/a.html→http://a.example/d/b/?q http://a.example/d/a.html→http://a.example/d/c/
text http://a.example/d/a.html→http://a.example/b/ other
text http://a.example/d/a.html→http://a.example/d/ up
text http://a.example/d/a.html→http://a.example/d/b b
text http://a.example/d/a.html→http://a.example/d/b/ again
text http://a.example/d/a.html→http://a.example/d/b/ b
text http://a.example/d/a.html→http://a.example/d/b/?q q
text http://a.example/d/a.html→http://a.example/d/c/ c
facts http://a.example/d/a.html 128 bytes "text/html"
facts http://a.example/d/b/index.htm 1 bytes "text/html"
note 2 files
note 2 html
note 2 links to a folder whose index file is in the tree as a page of its own (--index-files makes them one)
records 2+0`},
		{Name: "two index files", Options: site(ingesttest.Options{IndexFiles: []string{"c.htm", "index.html"}}, folder(t, small)), Want: `
as html
pages http://a.example/:ghost http://a.example/d/:fetched http://a.example/d/a%25b%23c%3Fd.html:fetched http://a.example/d/b:ghost http://a.example/d/b/:fetched http://a.example/d/b/index.html:fetched http://a.example/d/b/index.html?q:ghost http://a.example/d/doc:fetched http://a.example/d/x%20y.html:fetched http://a.example/d/x%20y.html?q:ghost
arcs http://a.example/d/→http://a.example/ http://a.example/d/→http://a.example/d/b/ http://a.example/d/→http://a.example/d/x%20y.html?q http://a.example/d/b/→http://a.example/d/ http://a.example/d/b/→http://a.example/d/b/index.html http://a.example/d/b/index.html→http://a.example/d/b/ http://a.example/d/b/index.html→http://a.example/d/b/index.html?q http://a.example/d/doc→http://a.example/d/ http://a.example/d/x%20y.html→http://a.example/d/b
text http://a.example/d/→http://a.example/ up
text http://a.example/d/b/→http://a.example/d/ home
text http://a.example/d/doc→http://a.example/d/ i
text http://a.example/d/x%20y.html→http://a.example/d/b b
text http://a.example/d/→http://a.example/d/b/ b
text http://a.example/d/→http://a.example/d/b/ c
text http://a.example/d/b/index.html→http://a.example/d/b/ self
text http://a.example/d/b/→http://a.example/d/b/index.html i
text http://a.example/d/b/index.html→http://a.example/d/b/index.html?q q
text http://a.example/d/→http://a.example/d/x%20y.html?q x
facts http://a.example/d/ 98 bytes "text/html" "Home"
facts http://a.example/d/a%25b%23c%3Fd.html 1 bytes "text/html"
facts http://a.example/d/b/ 56 bytes "text/html"
facts http://a.example/d/b/index.html 45 bytes "text/html"
facts http://a.example/d/doc 39 bytes "text/html"
facts http://a.example/d/x%20y.html 15 bytes "text/html"
note 6 files
note 1 files left out: not HTML by their content
note 1 files left out: of another type by their names
note 6 html
note 3 links to index files, taken for links to their folders
records 6+0
log tree#notes 0 left out not HTML by their content
log tree#style.css 0 left out of another type by their names`},
		{Name: "an index file that is no name", Options: site(ingesttest.Options{IndexFiles: []string{"a/b"}}, folder(t, small)), Want: `
records 0+0
error the options do not fit the input: 'index-files' "a/b": expected names of files, such as index.html,index.htm`},
		{Name: "an empty name of an index file", Options: site(ingesttest.Options{IndexFiles: []string{""}}, folder(t, small)), Want: `
records 0+0
error the options do not fit the input: 'index-files' "": expected names of files, such as index.html,index.htm`},
		{Name: "a folder as index file", Options: site(ingesttest.Options{IndexFiles: []string{".."}}, folder(t, small)), Want: `
records 0+0
error the options do not fit the input: 'index-files' "..": expected names of files, such as index.html,index.htm`},
		{Name: "a root", Options: site(ingesttest.Options{Root: "b"}, folder(t, small)), Want: `
as html
pages http://a.example/d/:ghost http://a.example/d/c.htm:fetched http://a.example/d/index.html:fetched http://a.example/d/index.html?q:ghost http://a.example/index.html:ghost
arcs http://a.example/d/c.htm→http://a.example/d/index.html http://a.example/d/c.htm→http://a.example/index.html http://a.example/d/index.html→http://a.example/d/ http://a.example/d/index.html→http://a.example/d/index.html?q
text http://a.example/d/index.html→http://a.example/d/ self
text http://a.example/d/c.htm→http://a.example/d/index.html i
text http://a.example/d/index.html→http://a.example/d/index.html?q q
text http://a.example/d/c.htm→http://a.example/index.html home
facts http://a.example/d/c.htm 56 bytes "text/html"
facts http://a.example/d/index.html 45 bytes "text/html"
note 2 files
note 2 html
note 1 links to a folder whose index file is in the tree as a page of its own (--index-files makes them one)
records 2+0`},
		{Name: "a root of a tar archive", Options: site(ingesttest.Options{Root: "b/"}, ingesttest.File(t, "tree", tarred(t, small))), Want: `
as html
pages http://a.example/d/:ghost http://a.example/d/c.htm:fetched http://a.example/d/index.html:fetched http://a.example/d/index.html?q:ghost http://a.example/index.html:ghost
arcs http://a.example/d/c.htm→http://a.example/d/index.html http://a.example/d/c.htm→http://a.example/index.html http://a.example/d/index.html→http://a.example/d/ http://a.example/d/index.html→http://a.example/d/index.html?q
text http://a.example/d/index.html→http://a.example/d/ self
text http://a.example/d/c.htm→http://a.example/d/index.html i
text http://a.example/d/index.html→http://a.example/d/index.html?q q
text http://a.example/d/c.htm→http://a.example/index.html home
facts http://a.example/d/c.htm 56 bytes "text/html"
facts http://a.example/d/index.html 45 bytes "text/html"
note 2 files
note 6 files outside of --root
note 2 html
note 1 links to a folder whose index file is in the tree as a page of its own (--index-files makes them one)
records 2+0`},
		{Name: "a root of a zip file", Options: site(ingesttest.Options{Root: "./b"}, ingesttest.File(t, "tree", zippedFiles(t, small))), Want: `
as html
pages http://a.example/d/:ghost http://a.example/d/c.htm:fetched http://a.example/d/index.html:fetched http://a.example/d/index.html?q:ghost http://a.example/index.html:ghost
arcs http://a.example/d/c.htm→http://a.example/d/index.html http://a.example/d/c.htm→http://a.example/index.html http://a.example/d/index.html→http://a.example/d/ http://a.example/d/index.html→http://a.example/d/index.html?q
text http://a.example/d/index.html→http://a.example/d/ self
text http://a.example/d/c.htm→http://a.example/d/index.html i
text http://a.example/d/index.html→http://a.example/d/index.html?q q
text http://a.example/d/c.htm→http://a.example/index.html home
facts http://a.example/d/c.htm 56 bytes "text/html"
facts http://a.example/d/index.html 45 bytes "text/html"
note 2 files
note 6 files outside of --root
note 2 html
note 1 links to a folder whose index file is in the tree as a page of its own (--index-files makes them one)
records 2+0`},
		{Name: "a root that is not there", Options: site(ingesttest.Options{Root: "z"}, ingesttest.File(t, "tree", tarred(t, small))), Want: `
records 0+0
error bad input: there is no page in it: expected files named .html, .htm, .xhtml or .shtml, or others that begin as HTML does`},
		{Name: "a root that is not there in a folder", Options: site(ingesttest.Options{Root: "z"}, folder(t, small)), Want: `
records 0+0
error open tree/z: no such file or directory`},
		{Name: "a root outside", Options: site(ingesttest.Options{Root: "../b"}, ingesttest.File(t, "tree", tarred(t, small))), Want: `
records 0+0
error tree: the options do not fit the input: the root "../b" leads out of the tree`},
		{Name: "no page", Options: site(ingesttest.Options{}, folder(t, files{"a.css", "x", "b", "text"})), Want: `
records 0+0
error bad input: there is no page in it: expected files named .html, .htm, .xhtml or .shtml, or others that begin as HTML does`},
		{Name: "pages above the limit", Options: site(ingesttest.Options{MaxPage: 20}, folder(t, files{"a.html", "<a href=b>b</a><a href=c>c</a>", "b.html", "<a href=d>dd</a>"})), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b:ghost http://a.example/d/b.html:fetched http://a.example/d/d:ghost
arcs http://a.example/d/a.html→http://a.example/d/b http://a.example/d/b.html→http://a.example/d/d
text http://a.example/d/a.html→http://a.example/d/b b
text http://a.example/d/b.html→http://a.example/d/d dd
facts http://a.example/d/a.html 20 bytes "text/html"
facts http://a.example/d/b.html 16 bytes "text/html"
note 2 files
note 2 html
note 1 incomplete captures, read as far as they go
note 1 pages larger than the option max-page allows, read up to there
records 2+0, 1 incomplete captures
log tree#a.html 0 cut the file is longer than 20 bytes, and is read up to there`},
		{Name: "pages above the limit in a tar archive", Options: site(ingesttest.Options{MaxPage: 20}, ingesttest.File(t, "tree", tarred(t, files{"a.html", "<a href=b>b</a><a href=c>c</a>", "b.html", "<a href=d>dd</a>"}))), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b:ghost http://a.example/d/b.html:fetched http://a.example/d/d:ghost
arcs http://a.example/d/a.html→http://a.example/d/b http://a.example/d/b.html→http://a.example/d/d
text http://a.example/d/a.html→http://a.example/d/b b
text http://a.example/d/b.html→http://a.example/d/d dd
facts http://a.example/d/a.html 20 bytes "text/html"
facts http://a.example/d/b.html 16 bytes "text/html"
note 2 files
note 2 html
note 1 incomplete captures, read as far as they go
note 1 pages larger than the option max-page allows, read up to there
records 2+0, 1 incomplete captures
log tree#a.html 0 cut the file is longer than 20 bytes, and is read up to there`},
		{Name: "names that lead out", Options: site(ingesttest.Options{}, ingesttest.File(t, "tree", tarred(t, files{"a.html", "x", "../b.html", "x", "/c.html", "x", "d\\e.html", "x", "f/../g.html", "x", "./h//i.html", "x"}))), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/h/i.html:fetched
facts http://a.example/d/a.html 1 bytes "text/html"
facts http://a.example/d/h/i.html 1 bytes "text/html"
note 2 files
note 2 html
records 2+4
log tree 0 skipped the name "../b.html" leads out of the archive
log tree 0 skipped the name "/c.html" leads out of the archive
log tree 0 skipped the name "d\\e.html" leads out of the archive
log tree 0 skipped the name "f/../g.html" leads out of the archive`},
		{Name: "names that lead out in a strict import", Options: site(ingesttest.Options{Strict: true}, ingesttest.File(t, "tree", zippedFiles(t, files{"a.html", "x", "../b.html", "x"}))), Want: `
records 0+1
error bad input: tree, offset 0: the name "../b.html" leads out of the archive`},
		{Name: "a name twice", Options: site(ingesttest.Options{}, ingesttest.File(t, "tree", tarred(t, files{"a.html", "<a href=b>b</a>", "a.html", "<a href=c>c</a>"}))), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/c:ghost
arcs http://a.example/d/a.html→http://a.example/d/c
text http://a.example/d/a.html→http://a.example/d/c c
facts http://a.example/d/a.html 15 bytes "text/html"
note 1 files
note 1 html
records 1+0`},
		{Name: "a name twice in a zip file", Options: site(ingesttest.Options{}, ingesttest.File(t, "tree", zippedFiles(t, files{"a.html", "<a href=b>b</a>", "a.html", "<a href=c>c</a>"}))), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/c:ghost
arcs http://a.example/d/a.html→http://a.example/d/c
text http://a.example/d/a.html→http://a.example/d/c c
facts http://a.example/d/a.html 15 bytes "text/html"
note 1 files
note 1 html
records 1+0`},
	})
}

// Addresses of a site.
func TestBaseURLs(t *testing.T) {
	dir := folder(t, files{"a.html", "x"})
	for base, want := range map[string]string{
		"http://a.example":        "http://a.example/a.html",
		"https://a.example/b/":    "https://a.example/b/a.html",
		"https://a.example/b/../": "https://a.example/a.html",
		"ftp://a.example/":        "",
		"a.example":               "",
		"http://a.example/?q":     "",
		"http://":                 "",
	} {
		got := ingesttest.Tell(t, ingesttest.Options{Inputs: []string{dir}, BaseURL: base})
		if want == "" {
			want = fmt.Sprintf("records 0+0\nerror tree: the options do not fit the input: 'base-url' %q: expected an address such as https://www.example.org/docs/", base)
		} else {
			want = "as html\npages " + want + ":fetched\nfacts " + want + " 1 bytes \"text/html\"\nnote 1 files\nnote 1 html\nrecords 1+0"
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", base, got, want)
		}
	}
}
