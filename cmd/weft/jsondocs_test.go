package main

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"weft/answers"
	"weft/answers/answer"
	"weft/build/quotient"
	"weft/internal/jsondoc"
	"weft/internal/progress"
	"weft/papers"
	"weft/store"
)

//go:generate go test -run ^Test(JSONReference|CommandPages|PythonClasses).*Fresh$ . -update

var update = flag.Bool("update", false, "write docs/json.md anew")

// jsonReference is the reference of what --json prints.
var jsonReference = filepath.Join("..", "..", "docs", "json.md")

// generatedFrom is the line of the reference from which it is generated. What stands above is written by hand.
const generatedFrom = "<!-- The rest is generated from the types of the results: go generate ./cmd/weft -->\n"

// sections are all objects that commands print: first those of commands that are no questions, then those of questions.
func sections() []jsondoc.Section {
	of := func(v any, by string) jsondoc.Section {
		return jsondoc.Section{Type: jsondoc.Elem(reflect.TypeOf(v)), By: by}
	}
	all := []jsondoc.Section{
		of(built{}, ""), of(licencesTold{}, ""), of(imported{}, ""), of(importPlan{}, "by `weft import --plan`"),
		of(plan{}, "with `--plan` by the commands that make a crawl, except imports, and by `weft simulate model`"),
		of(answer.Plan{}, "with `--plan` by the commands that ask something of a crawl, and by `weft report`"),
		of(verified{}, "by `weft verify`, also when it finds damage"), of(folderVerified{}, "by `weft verify` of the folder of a live crawl"),
		of(reported{}, ""), of(written{}, ""), of(packed{}, ""), of(quotient.Summary{}, ""), of(benched{}, ""), of(listedPages{}, ""), of(soughtPages{}, "by `weft pages --list`"), of(indexed{}, "by `weft pages --index`"),
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
	var b strings.Builder
	b.WriteString(head + generatedFrom)
	if err := jsondoc.Write(&b, filepath.Join("..", ".."), sections()); err != nil {
		t.Fatal(err)
	}
	switch {
	case b.String() == string(old):
	case *update:
		if err := os.WriteFile(jsonReference, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is stale: %s\nrun go generate ./cmd/weft", jsonReference, firstDifference(string(old), b.String()))
	}
}

// pythonClasses are the results as classes of the Python package.
var pythonClasses = filepath.Join("..", "..", "python", "src", "weft", "results.py")

const pythonHead = `# Generated from the types of the results of weft: go generate ./cmd/weft
"""Results of weft as classes, as docs/json.md describes them."""

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
			t.Errorf("weft %s: Gives is empty: name its results, for docs/json.md", q.Name)
		}
	}
}
