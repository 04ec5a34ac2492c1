package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// incompleteLines match printed command lines that lack their crawl: advice to use a command, or a command with its flag, and
// no argument after the command.
var incompleteLines = []*regexp.Regexp{
	regexp.MustCompile(`(?:\b[Rr]un|\b[Uu]se|\b[Tt]ry:|\bcontinue:|;|\.|:|, or) weft (?:` + ofCrawls + `) (?:--[a-z]|\{[a-z]|(?:first|again|to|with|finds|lists|builds|measures|compares|shows|says)\b)`),
	regexp.MustCompile(`(?:\b[Rr]un|\b[Uu]se|\b[Tt]ry:|\bcontinue:|;|:) weft (?:` + ofCrawls + `)$`),
}

// ofCrawls are commands that need a crawl.
const ofCrawls = `pages|links|info|verify|missing|report|serve|rank|rank \w+|distances|chance|site|site all|fidelity|degrees|export|import|extract|quotient|compare`

// prose are texts that only describe what a command does.
var prose = []string{
	"weft import --help lists the formats", "weft export --help", "; weft site all finds sites", ": weft pages, weft", "the numbers of weft", "; weft crawl reads", "weft serve shows", "weft serve, ",
}

// Every command line that weft prints as advice names its crawl, or CRAWL in its place.
func TestPrintedLinesNameTheirCrawl(t *testing.T) {
	seen := 0
	for _, dir := range []string{".", "../../answers", "../../faces", "../../store", "../../making", "../../papers"} {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if l, is := n.(*ast.BasicLit); is && l.Kind == token.STRING {
					seen++
					checkLine(t, path, l.Value)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 3000 {
		t.Errorf("%d texts were seen", seen)
	}
}

// checkLine finds command lines without their crawl in a literal.
func checkLine(t *testing.T, path, literal string) {
	text, err := strconv.Unquote(literal)
	if err != nil {
		t.Fatalf("%s: %s: %v", path, literal, err)
	}
	for _, p := range prose {
		text = strings.ReplaceAll(text, p, "")
	}
	for _, re := range incompleteLines {
		if m := re.FindString(text); m != "" {
			t.Errorf("%s: %q names no crawl in %q", path, m, text)
		}
	}
}

// Advice without a crawl is found, and advice with one is not.
func TestIncompleteLines(t *testing.T) {
	for text, want := range map[string]bool{
		"it takes longer; weft pages --index builds the index": true, "no sites: run weft site all first": true, "use weft import {fetched}": true, "not tested; use weft report --calibrate always": true,
		"it takes longer; weft pages %s --index builds the index": false, "no sites: run weft site all CRAWL first": false, "written by weft export --format pages": false,
	} {
		got := false
		for _, re := range incompleteLines {
			got = got || re.MatchString(text)
		}
		if got != want {
			t.Errorf("%q: got %t, want %t", text, got, want)
		}
	}
}
