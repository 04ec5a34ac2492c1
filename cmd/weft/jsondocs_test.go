package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"weft/answers"
	"weft/answers/answer"
	"weft/answers/recheck"
	"weft/answers/site"
	"weft/internal/jsondoc"
	"weft/internal/progress"
	"weft/making/quotient"
	"weft/papers"
	"weft/store"
)

//go:generate go test -run ^Test(JSONReference|CommandPages|PythonClasses).*Fresh$ . -update

var update = flag.Bool("update", false, "write generated documents anew")

// jsonReference is the first page of the reference of what --json prints, jsonFolder the folder of the others.
var (
	jsonReference = filepath.Join("..", "..", "docs", "json.md")
	jsonFolder    = filepath.Join("..", "..", "docs", "json")
	printedObject = regexp.MustCompile(`(?m)^## (.+)\n\nPrinted `)
)

// generatedFrom is the line of the reference from which it is generated. What stands above is written by hand.
const generatedFrom = "<!-- The rest is generated from the types of the results: go generate ./cmd/weft -->\n"

// sections are all objects that commands print: first those of commands that are no questions, then those of questions.
func sections() []jsondoc.Section {
	of := func(v any, by string) jsondoc.Section {
		return jsondoc.Section{Type: jsondoc.Elem(reflect.TypeOf(v)), By: by}
	}
	all := []jsondoc.Section{
		of(built{}, ""), of(licencesTold{}, ""), of(imported{}, ""), of(importPlan{}, "by `weft import --plan`"),
		of(plan{}, "with `--plan` by the commands that make a crawl, except imports, by `weft simulate model` and by `weft pages --index-texts`"),
		of(answer.Plan{}, "with `--plan` by the commands that ask something of a crawl, and by `weft report`"),
		of(verified{}, "by `weft verify`, also when it finds damage"), of(folderVerified{}, "by `weft verify` of the folder of a live crawl"),
		of(reported{}, ""), of(written{}, ""), of(packed{}, ""), of(quotient.Summary{}, ""), of(benched{}, ""), of(listedPages{}, ""), of(soughtPages{}, "by `weft pages --list`"), of(indexed{}, "by `weft pages --index`"), of(listedNotes{}, "by `weft note CRAWL`"), of(crawlNote{}, "by `weft note CRAWL SUBJECT`"), of(listedBoundaries{}, "by `weft boundary CRAWL`"), of(site.Carried{}, "by `weft boundary CRAWL NAME`"), of(changedBoundary{}, "by `weft boundary --rename` and `--delete`"), of(indexedTexts{}, "by `weft pages --index-texts`"), of(searchedTexts{}, "by `weft pages --text`"),
		of(recheck.Check{}, ""),
		of(crawlResult{}, "by `weft crawl` and `weft site live`"), of(recovered{}, ""), of(demoResult{}, ""),
		of(papers.Result{}, ""), of(papers.FidelityResult{}, ""), of(papers.SiteResult{}, ""), of(papers.ExternalResult{}, ""), of(papers.RandomResult{}, ""),
		of(progress.Line{}, "on standard error by every command with `--progress json`, one object a line"),
		of(failed{}, "by every command that fails, with `--json`"),
		of(store.SitesUsed{}, "under the key `sites_used` by every command that goes by sites"),
	}
	by := map[string]string{
		"Info": "by `weft info`, `generate`, `union`, `difference` and `extract`", "Ranking": "by `weft rank`",
		"Simulation": "by `weft simulate` without `--strategy`", "Courses": "by `weft simulate model` and `weft simulate course`",
	}
	seen := map[reflect.Type]bool{}
	for _, q := range answers.Questions {
		for _, g := range q.Gives {
			s := of(g, by[jsondoc.Elem(reflect.TypeOf(g)).Name()])
			if !seen[s.Type] {
				seen[s.Type] = true
				all = append(all, s)
			}
		}
	}
	return all
}

// pageOf returns the name of the page of an object: its first word, mostly the name of the command.
func pageOf(object string) string {
	name, _, _ := strings.Cut(object, " ")
	if page, ok := map[string]string{
		"notes": "note", "boundaries": "boundary", "index of words": "pages", "index of texts": "pages", "search in texts": "pages", "plan of an import": "import", "plan": jsondoc.Shared, "plan of a measure": jsondoc.Shared,
		"line of progress": jsondoc.Shared, "error": jsondoc.Shared, "sites used": jsondoc.Shared,
	}[object]; ok {
		return page
	}
	return name
}

// jsonPages returns the pages of the reference by their names.
func jsonPages(t *testing.T) map[string]string {
	t.Helper()
	var b strings.Builder
	if err := jsondoc.Write(&b, filepath.Join("..", ".."), sections()); err != nil {
		t.Fatal(err)
	}
	pages, _ := jsondoc.Pages(b.String(), pageOf)
	for name, text := range pages {
		title := "# JSON of `weft " + name + "`"
		if name == jsondoc.Shared {
			title = "# JSON of several commands"
		}
		pages[name] = "<!-- Generated from the types of the results: go generate ./cmd/weft -->\n\n" + title + "\n\n[Types of values, and what all commands have in common](../json.md).\n" + text
	}
	return pages
}

// jsonList returns the list of the pages, in the page that is written by hand.
func jsonList(pages map[string]string) string {
	var b strings.Builder
	b.WriteString(generatedFrom + "\n| command | objects |\n|---|---|\n")
	for _, name := range jsondoc.Names(pages) {
		var objects []string
		for _, m := range printedObject.FindAllStringSubmatch(pages[name], -1) {
			objects = append(objects, fmt.Sprintf("[%s](json/%s.md#%s)", m[1], name, strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")))
		}
		title := "`weft " + name + "`"
		if name == jsondoc.Shared {
			title = "several"
		}
		fmt.Fprintf(&b, "| %s | %s |\n", title, strings.Join(objects, ", "))
	}
	b.WriteString("\n```{toctree}\n:hidden:\n\n")
	for _, name := range jsondoc.Names(pages) {
		b.WriteString("json/" + name + "\n")
	}
	return b.String() + "```\n"
}

// The reference of JSON is what its generator makes of the types. -update writes it.
func TestJSONReferenceIsFresh(t *testing.T) {
	old, err := os.ReadFile(jsonReference)
	if err != nil {
		t.Fatal(err)
	}
	head, _, found := strings.Cut(string(old), generatedFrom)
	if !found {
		t.Fatalf("%s has no line %q", jsonReference, generatedFrom)
	}
	pages := jsonPages(t)
	want := map[string]string{jsonReference: head + jsonList(pages)}
	for name, text := range pages {
		want[filepath.Join(jsonFolder, name+".md")] = text
	}
	fresh(t, jsonFolder, want)
}

// pythonClasses are the results as classes of the Python package.
var pythonClasses = filepath.Join("..", "..", "python", "src", "weft", "results.py")

const pythonHead = `# Generated from the types of the results of weft: go generate ./cmd/weft
"""Results of weft as classes, as docs/json describes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ._result import Result
`

// The classes of the Python package are what their generator makes of the types. -update writes them.
func TestPythonClassesAreFresh(t *testing.T) {
	var b strings.Builder
	b.WriteString(pythonHead)
	if err := jsondoc.WritePython(&b, filepath.Join("..", ".."), sections()); err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(pythonClasses)
	switch {
	case err == nil && b.String() == string(old):
	case *update:
		if err := os.WriteFile(pythonClasses, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is stale: %s\nrun go generate ./cmd/weft", pythonClasses, firstDifference(string(old), b.String()))
	}
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(a, b string) string {
	left, right := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(left), len(right)) {
		if left[i] != right[i] {
			return "it has\n\t" + left[i] + "\nand the types say\n\t" + right[i]
		}
	}
	return "one of the two has further lines"
}

// Every question says what results it gives, so that they are described.
func TestQuestionsSayWhatTheyGive(t *testing.T) {
	for _, q := range answers.Questions {
		if len(q.Gives) == 0 {
			t.Errorf("weft %s: Gives is empty: name its results, for docs/json", q.Name)
		}
	}
}
