package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// documentFolders have the pages of documentation whose examples run, besides start.md. The blocks of a page run in
// order in one folder.
var documentFolders = []string{"docs/tutorials", "docs/howto", "docs/measures"}

// keptOutput begins a comment in a page. The output below it stays as it is with -write: it comes from data that other
// machines do not have.
const keptOutput = "<!-- kept output:"

// notRun is a comment before a block of commands that needs what a machine alone does not have.
const notRun = "<!-- not run:"

// A block is a fenced block of a page of Markdown.
type block struct {
	language   string
	indent     string // of the fence, within lists
	first, end int    // lines of its content: first <= line < end
	comment    string // the last comment before it, since the last block
	lines      []string
}

// text returns the content without the indent of the fence.
func (b block) text() string {
	lines := slices.Clone(b.lines)
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, b.indent)
	}
	return strings.Join(lines, "\n")
}

// blocksOf returns the fenced blocks of a page.
func blocksOf(page string) []block {
	var blocks []block
	var open *block
	comment := ""
	lines := strings.Split(page, "\n")
	for i, line := range lines {
		trimmed := strings.TrimLeft(line, " ")
		switch {
		case open == nil && strings.HasPrefix(trimmed, "<!--"):
			comment = trimmed
		case open == nil && strings.HasPrefix(trimmed, "```"):
			open = &block{language: strings.TrimPrefix(trimmed, "```"), indent: line[:len(line)-len(trimmed)], first: i + 1, comment: comment}
			comment = ""
		case open != nil && strings.HasPrefix(trimmed, "```"):
			open.end, open.lines = i, lines[open.first:i]
			blocks = append(blocks, *open)
			open = nil
		}
	}
	return blocks
}

// ofPages returns the examples of the pages of documentation: their blocks of shell commands.
func ofPages() ([]example, error) {
	paths := []string{"docs/start.md"}
	for _, folder := range documentFolders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	var list []example
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		list = append(list, examplesOf(path, string(text))...)
	}
	return list, nil
}

// examplesOf returns the blocks of shell commands of a page.
func examplesOf(path, text string) []example {
	var list []example
	blocks := blocksOf(text)
	for i, b := range blocks {
		if b.language != "sh" || strings.HasPrefix(b.comment, notRun) {
			continue
		}
		e := example{lacks: placeIn(b.text()), where: fmt.Sprintf("%s:%d", path, b.first+1), text: strings.TrimSpace(b.text()), folder: strings.ReplaceAll(strings.TrimSuffix(path, ".md"), "/", "-")}
		if i+1 < len(blocks) && blocks[i+1].language == "text" && !strings.HasPrefix(blocks[i+1].comment, keptOutput) {
			e.output = &shown{path: path, line: blocks[i+1].first, old: blocks[i+1].text(), indent: blocks[i+1].indent}
		}
		list = append(list, e)
	}
	return list
}

// placeIn returns what is to be filled in before a block can run; empty if nothing is.
func placeIn(text string) string {
	for _, place := range []string{"…", "CRAWL", " DIR"} {
		if strings.Contains(text, place) {
			return "a value for " + strings.TrimSpace(place)
		}
	}
	return ""
}

// A shown output stands in a page below its commands.
type shown struct {
	path   string
	line   int // of the page, from 0, where it begins
	old    string
	indent string
}

// write puts an output in the place of the old one. Pages are written from their end, so that line numbers hold.
func (s *shown) write(output string) error {
	data, err := os.ReadFile(s.path)
	if err != nil {
		return err
	}
	lines := strings.Split(string(data), "\n")
	var fresh []string
	for line := range strings.SplitSeq(strings.TrimRight(output, "\n"), "\n") {
		fresh = append(fresh, strings.TrimRight(s.indent+line, " "))
	}
	lines = slices.Replace(lines, s.line, s.line+strings.Count(s.old, "\n")+1, fresh...)
	return os.WriteFile(s.path, []byte(strings.Join(lines, "\n")), 0o644)
}
