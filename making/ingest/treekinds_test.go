package ingest_test

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph/page"
	"weft/internal/drawn"
	"weft/making/ingest"
)

const (
	png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
	doc = "<!DOCTYPE html><title>x</title>"
)

// Pages are told by what is in them where the name does not say it; whatever is left out is counted, and listed with why.
func TestPagesByContent(t *testing.T) {
	const (
		is      = ""
		named   = "of another type by their names"
		content = "not HTML by their content"
		binary  = "named as HTML, but binary"
		script  = "scripts, not what they put out"
		backup  = "backup copies by their names"
	)
	files := map[string]struct{ text, want string }{
		"a.html":            {"words, no tag", is},
		"empty.htm":         {"", is},
		"B.HTM":             {"<p>x", is},
		"x.html.ja.jis":     {"<p>x", is},
		"x.html.gb.zh-cn":   {"<p>x", is},
		"x.en.html":         {"<p>x", is},
		"x.html.koi8-r.ru":  {"<p>x", is},
		"image.html":        {png, binary},
		"paper.html":        {"%PDF-1.4 <a href=x>", binary},
		"gz.html":           {"\x1f\x8b\x08\x00\x00", binary},
		"nuls.html":         {"<html>\x00\x01<a href=a.html>", is},
		"wide.html":         {"\xff\xfe<\x00p\x00>\x00", is},
		"out.php":           {"\n<DIV class=x>", is},
		"src.php":           {"<?php echo '<html>'; ?>", script},
		"src.aspx":          {"<%@ Page %><html>", script},
		"json.php":          {`{"a": 1}`, content},
		"run":               {"#!/bin/sh\n<html>", script},
		"about":             {"\ufeff \n<!-- a licence <p> -->\n<HTML>", is},
		"about.v2":          {`<?xml version="1.0"?>` + "\n<html xmlns='http://www.w3.org/1999/xhtml'>", is},
		"page.html?id=3":    {doc, is},
		"list.html@C=N":     {doc, is},
		"wide":              {"\xfe\xff\x00<\x00h\x00t\x00m\x00l\x00>", is},
		"fragment":          {"<p>no document", content},
		"pom":               {"<!-- x --><project>", content},
		"open":              {"<!-- <html>", content},
		"LICENSE":           {"Copyright <html>", content},
		"core":              {"\x7fELF\x02\x01\x01\x00", content},
		"metadata.xml":      {"<metadata>", content},
		"xhtml.xml":         {"<?xml version='1.0'?><!DOCTYPE html><html/>", is},
		"htmlish":           {"<htmlish>", content},
		"a.css":             {doc, named},
		"a.txt":             {doc, named},
		"feed.rss":          {"<rss>", named},
		"a.html.bak":        {doc, backup},
		"a.html~":           {doc, backup},
		".#a.html":          {doc, backup},
		"deep/index.html":   {"", is},
		"deep/.htaccess":    {"Options +MultiViews", content},
		"deep/a.html.orig":  {doc, backup},
		"deep/noise.html.b": {doc, is},
	}
	texts, want, counts := map[string]string{}, []string{}, map[string]int64{}
	for name, f := range files {
		if texts[name] = f.text; f.want == is {
			want = append(want, "http://a.example/"+strings.ReplaceAll(name, "?", "%3F"))
		} else {
			counts["files left out: "+f.want]++
		}
	}
	slices.Sort(want)
	dir, archive := siteOf(t, texts)
	for _, input := range []string{dir, archive} {
		c, s := imported(t, ingest.Options{Inputs: []string{input}, BaseURL: "http://a.example/"})
		if got := pagesIn(c, page.Fetched); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", input, got, want)
		}
		checkLeftOut(t, s, counts)
		log, err := os.ReadFile(s.Log)
		if err != nil {
			t.Fatal(err)
		}
		for name, f := range files {
			line := fmt.Sprintf("%s#%s\t0\tleft out\t%s\n", input, name, f.want)
			if f.want != is && !strings.Contains(string(log), line) {
				t.Errorf("the log has no line %q", line)
			}
		}
	}
}

func checkLeftOut(t *testing.T, s ingest.Summary, want map[string]int64) {
	t.Helper()
	got := maps.Clone(s.Manifest.Steps[0].Notes)
	maps.DeleteFunc(got, func(k string, _ int64) bool { return !strings.HasPrefix(k, "files left out") })
	if !maps.Equal(got, want) {
		t.Errorf("the notes say %v, want %v", got, want)
	}
}

// What a link cannot reach is counted, too: links of the file system.
func TestLinksOfTreesAreCounted(t *testing.T) {
	dir, _ := siteOf(t, map[string]string{"a.html": doc})
	if err := os.Symlink("a.html", filepath.Join(dir, "b.html")); err != nil {
		t.Skip("there are no symbolic links here:", err)
	}
	_, s := imported(t, ingest.Options{Inputs: []string{dir}, BaseURL: "http://a.example/"})
	checkLeftOut(t, s, map[string]int64{"files left out: links and devices, which are not followed": 1})
}

// Random type maps are read as the variant that a plain reading of the rules chooses: by language, then quality, then place.
func TestTypeMaps(t *testing.T) {
	r := drawn.Rand(t)
	for range 25 {
		wanted := []string{"en", "de", "pt"}[:1+r.IntN(3)]
		r.Shuffle(len(wanted), func(i, j int) { wanted[i], wanted[j] = wanted[j], wanted[i] })
		files := map[string]string{"links.html": "<a href=map.html>"}
		var text strings.Builder
		text.WriteString([]string{"", "# made\n\n", "\ufeff"}[r.IntN(3)])
		best, bestAt := 1<<30, -1
		n := 1 + r.IntN(6)
		for i := range n {
			lang := []string{"", "en", "EN-us", "de", "pt-br", "ja", "fr"}[r.IntN(7)]
			kind := []string{"", "text/html; charset=utf-8", "Text/HTML", "application/pdf", "text/plain"}[r.IntN(5)]
			there, quality := r.IntN(4) > 0, r.IntN(10)
			name := fmt.Sprintf("sub/v%d.html", i)
			if there {
				files[name] = fmt.Sprintf("<a href=http://v%d.example/>", i)
			}
			fmt.Fprintf(&text, "%s: %s\n", []string{"URI", "uri"}[r.IntN(2)], name)
			if lang != "" {
				fmt.Fprintf(&text, "Content-Language: %s\n", lang)
			}
			if kind == "" {
				quality = 10
			} else {
				fmt.Fprintf(&text, "Content-Type: %s; qs=0.%d\n", kind, quality)
			}
			text.WriteString("\n")
			place := 100
			if lang == "" {
				place = 50
			}
			for j, want := range slices.Backward(wanted) {
				if l := strings.ToLower(lang); l == want || strings.HasPrefix(l, want+"-") {
					place = j
				}
			}
			usable := there && (kind == "" || strings.HasPrefix(strings.ToLower(kind), "text/html"))
			if score := place*1000 - quality*10 + i; usable && score < best {
				best, bestAt = score, i
			}
		}
		files["map.html"] = text.String()
		dir, archive := siteOf(t, files)
		input := []string{dir, archive}[r.IntN(2)]
		c, s := imported(t, ingest.Options{Inputs: []string{input}, BaseURL: "http://a.example/", Languages: strings.Join(wanted, ", ")})
		want := "http://a.example/links.html http://a.example/map.html link"
		arcs := arcsOf(t, c)
		if !slices.Contains(arcs, want) {
			t.Fatalf("got %q without %q", arcs, want)
		}
		want = fmt.Sprintf("http://a.example/map.html http://v%d.example/ link", bestAt)
		from := slices.DeleteFunc(arcs, func(a string) bool { return !strings.HasPrefix(a, "http://a.example/map.html ") })
		if bestAt >= 0 && !slices.Equal(from, []string{want}) || bestAt < 0 && len(from) > 0 {
			t.Fatalf("languages %q, the map\n%s: got %q, want %q", wanted, text.String(), from, want)
		}
		if bestAt < 0 {
			checkLeftOut(t, s, map[string]int64{"files left out: type maps without a page in the tree": 1})
		}
	}
}

// The name of a file says its charset, as it does to a server, and so does a type map; that counts more than what the
// page says.
func TestCharsetsOfNames(t *testing.T) {
	const meta = "<meta charset=iso-8859-2>"
	files := map[string]string{
		"a.html.ru.koi8-r": meta + "<a href='/\xc1'>", "b.html.cp-1251": meta + "<a href='/\xe0'>", "c.html.utf8.ru": meta + "<a href='/\xd0\xb0'>", "d.html.latin1": meta + "<a href='/\xb3'>",
		"e.html.ru": meta + "<a href='/\xb3'>", "f.html": "<a href='/\xe9'>",
		"g.html": "URI: v/g.html\nContent-Type: text/html; charset=koi8-r\n", "v/g.html": meta + "<a href='/\xc1'>",
		"h.html": "URI: v/h.html.koi8-r\n", "v/h.html.koi8-r": meta + "<a href='/\xc1'>",
	}
	want := []string{"a.html.ru.koi8-r \u0430", "b.html.cp-1251 \u0430", "c.html.utf8.ru \u0430", "d.html.latin1 \u00b3", "e.html.ru \u0142", "f.html \u00e9", "g.html \u0430", "h.html \u0430", "v/g.html \u00c1", "v/h.html.koi8-r \u0430"}
	for i, arc := range want {
		from, to, _ := strings.Cut(arc, " ")
		want[i] = "http://a.example/" + from + " http://a.example/" + url.PathEscape(to)
	}
	dir, archive := siteOf(t, files)
	for _, input := range []string{dir, archive} {
		c, _ := imported(t, ingest.Options{Inputs: []string{input}, BaseURL: "http://a.example/"})
		if got := hyperlinks(t, c); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", input, got, want)
		}
	}
}

// A map may hold its pages itself, name another map, or itself, or what lies outside.
func TestTypeMapsThatAreOdd(t *testing.T) {
	dir, _ := siteOf(t, map[string]string{
		"error.var":   "Content-language: de\nContent-type: text/html\nBody:--x--\n<a href=http://de.example/>\n\nURI: no\n--x--\n\nContent-language: en\nBody:----y\n<a href=http://en.example/>\n----y\n",
		"loop.html":   "URI: loop.html\n",
		"other.html":  "URI: loop.html\n\nURI: ../../outside.html\n\nURI: x/gone.html\n",
		"text.html":   "Title: no map\nURI: a\n",
		"zip.html":    "URI: packed.html\nContent-Encoding: gzip\n",
		"packed.html": doc,
	})
	c, s := imported(t, ingest.Options{Inputs: []string{dir}, BaseURL: "http://a.example/"})
	if got, want := arcsOf(t, c), []string{"http://a.example/error.var http://en.example/ link"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	checkLeftOut(t, s, map[string]int64{"files left out: type maps without a page in the tree": 3})
}

// Index files are the page of their folder where the options say so, and links to them links to it; the first of the list
// wins, others stay themselves.
func TestIndexFiles(t *testing.T) {
	r := drawn.Rand(t)
	for range 8 {
		names := []string{"index.html", "index.php", "über uns.htm"}
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		names = names[:1+r.IntN(3)]
		files := map[string]string{}
		dirs := []string{"", "a/", "a b/", "a/c/"}
		for _, d := range dirs {
			for _, n := range []string{"index.html", "index.php", "über uns.htm", "other.html"} {
				if r.IntN(2) == 0 {
					files[d+n] = doc
				}
			}
		}
		files["all.html"] = doc
		address := func(name string) string {
			return "http://www.example/x/" + strings.NewReplacer(" ", "%20", "ü", "%C3%BC").Replace(name)
		}
		canonical := func(name string) string {
			dir, base := path.Split(name)
			for _, n := range names {
				if _, ok := files[dir+n]; ok {
					if n == base {
						return address(dir)
					}
					break
				}
			}
			return address(name)
		}
		var want []string
		targets := map[string]bool{}
		for _, d := range dirs {
			for _, n := range []string{"", "index.html", "index.php", "über uns.htm", "other.html"} {
				files["all.html"] += fmt.Sprintf("<a href='/x/%s%s#top'>", d, n)
				targets[canonical("all.html")+" "+canonical(d+n)] = true
			}
		}
		want = slices.Sorted(maps.Keys(targets))
		dir, archive := siteOf(t, files)
		for _, input := range []string{dir, archive} {
			c, _ := imported(t, ingest.Options{Inputs: []string{input}, BaseURL: "http://www.example/x/", IndexFiles: names})
			if got := hyperlinks(t, c); !slices.Equal(got, want) {
				t.Fatalf("%s, index files %q: got %q, want %q", input, names, got, want)
			}
			var pages []string
			for name := range files {
				pages = append(pages, canonical(name))
			}
			slices.Sort(pages)
			if got := pagesIn(c, page.Fetched); !slices.Equal(got, pages) {
				t.Fatalf("%s, index files %q: got the pages %q, want %q", input, names, got, pages)
			}
		}
	}
}

// Without the option nothing is joined, and the notes say how much it would be.
func TestFoldersAreNotedWithoutTheOption(t *testing.T) {
	dir, _ := siteOf(t, map[string]string{
		"index.html": "<a href=./><a href=d/><a href=d/index.htm><a href=e/><a href='d/?q'><a href=http://b.example/d/>", "d/index.htm": "",
	})
	c, s := imported(t, ingest.Options{Inputs: []string{dir}, BaseURL: "http://a.example/"})
	if got := len(pagesIn(c, page.Fetched)); got != 2 {
		t.Errorf("got %d pages that are there, want 2", got)
	}
	const note = "links to a folder whose index file is in the tree as a page of its own (--index-files makes them one)"
	if got := s.Manifest.Steps[0].Notes[note]; got != 2 {
		t.Errorf("the notes count %d links to folders, want 2", got)
	}
}
