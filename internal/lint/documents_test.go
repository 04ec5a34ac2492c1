package lint

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// repository is the root of the repository, seen from this package.
const repository = "../.."

// longLine is the number of columns beyond which a line of Markdown holds at most one sentence.
const longLine = 100

var (
	markdownLink = regexp.MustCompile(`!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)`)
	inlineCode   = regexp.MustCompile("`+[^`]+`+")
	atxHeading   = regexp.MustCompile(`^#{1,6} +(.*?) *#*$`)
	fence        = regexp.MustCompile("^ *(```+|~~~+)")
	nextSentence = regexp.MustCompile("[.!?][\")*_]* +[\"(*_\\[`]*\\p{Lu}")
	// initial is the first letter of a name, such as "A." in "A. Turing", which does not end a sentence.
	initial = regexp.MustCompile(`\b(\p{Lu})\.`)
	// leadIn is the mark of a list item and a title in bold, which do not end a sentence.
	leadIn = regexp.MustCompile(`^ *(?:[-*+] +|[0-9]+[.] +)?(?:\*\*[^*]+\*\* *)?`)
	// pathInCode is a path of the repository within code, such as "crawl/trap" or "graph/bv/checksum.go".
	pathInCode = regexp.MustCompile("`((?:\\.ci|algo|answers|bench|build|cmd|docs|faces|internal|livecrawl|papers|release|stats|store|testweb|tools|web|graph|crawl)/[A-Za-z0-9_./-]*)`")
)

// A document is a file of Markdown.
type document struct {
	path    string   // from the root of the repository, with slashes
	lines   []string // empty where a line belongs to a block of code
	anchors []string // of its headings
}

// documents returns all Markdown files of the repository, without the test data and the built site.
func documents(t *testing.T) map[string]document {
	t.Helper()
	all := map[string]document{}
	err := filepath.WalkDir(repository, func(path string, e fs.DirEntry, err error) error {
		name := e.Name()
		switch {
		case err != nil:
			return err
		case e.IsDir() && path != repository && (strings.HasPrefix(name, "_") || name == ".git" || name == "testdata" || name == "bin" || name == "dist"):
			return fs.SkipDir
		case e.IsDir() || filepath.Ext(name) != ".md":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(repository, path)
		if err != nil {
			return err
		}
		d := readDocument(filepath.ToSlash(rel), string(text))
		all[d.path] = d
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// readDocument splits a text of Markdown into lines, blanks its blocks of code, and collects the anchors of its headings.
func readDocument(path, text string) document {
	d := document{path: path}
	open := ""
	for line := range strings.SplitSeq(text, "\n") {
		if m := fence.FindStringSubmatch(line); m != nil && (open == "" || strings.HasPrefix(m[1], open)) {
			if open == "" {
				open = m[1]
			} else {
				open = ""
			}
			line = ""
		} else if open != "" {
			line = ""
		}
		if m := atxHeading.FindStringSubmatch(line); m != nil {
			d.anchors = append(d.anchors, anchorOf(m[1], d.anchors))
		}
		d.lines = append(d.lines, line)
	}
	return d
}

// anchorOf returns the anchor that code hosts and the site give to a heading. A repeated one gets a number.
func anchorOf(heading string, before []string) string {
	heading = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`).ReplaceAllString(heading, "$1")
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			b.WriteRune(r)
		}
	}
	anchor := b.String()
	for n := 1; slices.Contains(before, anchor); n++ {
		anchor = fmt.Sprintf("%s-%d", b.String(), n)
	}
	return anchor
}

// deadLink says what is wrong with a link of a document; empty if it leads somewhere.
func deadLink(all map[string]document, from, target string) string {
	u, err := url.Parse(target)
	switch {
	case err != nil:
		return "is not a URL: " + err.Error()
	case u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "mailto":
		return ""
	}
	path := from
	if u.Path != "" {
		path = filepath.ToSlash(filepath.Join(filepath.Dir(from), u.Path))
	}
	if _, err := os.Stat(filepath.Join(repository, path)); err != nil {
		return "leads to " + path + ", which is not there"
	}
	if d, is := all[path]; u.Fragment != "" && is && !slices.Contains(d.anchors, u.Fragment) {
		return "leads to #" + u.Fragment + ", and " + path + " has no such heading"
	}
	return ""
}

// All links of Markdown files lead to a file or a heading, and all paths in code exist.
func TestLinksOfDocuments(t *testing.T) {
	all, looked := documents(t), 0
	for _, d := range all {
		for i, line := range d.lines {
			place := fmt.Sprintf("%s:%d", d.path, i+1)
			for _, m := range markdownLink.FindAllStringSubmatch(inlineCode.ReplaceAllString(line, "``"), -1) {
				looked++
				if wrong := deadLink(all, d.path, m[1]); wrong != "" {
					t.Errorf("%s: the link %s %s", place, m[1], wrong)
				}
			}
			for _, m := range pathInCode.FindAllStringSubmatch(line, -1) {
				path, _, _ := strings.Cut(m[1], "...")
				_, err := os.Stat(filepath.Join(repository, path))
				if _, here := os.Stat(filepath.Join(repository, filepath.Dir(d.path), path)); err != nil && here != nil {
					t.Errorf("%s: the repository has no %s", place, m[1])
				}
			}
		}
	}
	if looked < 100 {
		t.Errorf("only %d links were checked", looked)
	}
}

// A line of Markdown of more than 100 columns holds one sentence, and no line ends with an initial. Tables and code may be
// longer.
func TestLinesOfDocuments(t *testing.T) {
	for _, d := range documents(t) {
		for i, line := range d.lines {
			if crowded(line) {
				t.Errorf("%s:%d: more than one sentence in a line of %d columns: begin a new line", d.path, i+1, utf8.RuneCountInString(line))
			}
			if endsWithInitial(line) {
				t.Errorf("%s:%d: the line ends with an initial: join it with the next", d.path, i+1)
			}
		}
	}
}

// crowded reports whether a line is long and holds more than one sentence.
func crowded(line string) bool {
	text := strings.TrimPrefix(line, leadIn.FindString(line))
	return utf8.RuneCountInString(line) > longLine && !strings.HasPrefix(strings.TrimSpace(line), "|") && nextSentence.MatchString(initial.ReplaceAllString(text, "$1"))
}

// endsWithInitial reports whether a line breaks the name of a person after an initial. Keys such as Ctrl-C are no initials.
func endsWithInitial(line string) bool {
	return regexp.MustCompile(`(^|[ (.])\p{Lu}\.$`).MatchString(line)
}

// longSentence is the number of words beyond which a sentence is too long. A semicolon or colon ends a sentence here.
const longSentence = 30

// A sentence of the documentation has at most 30 words. Generated pages and the pages of bench are not checked.
func TestSentencesOfDocuments(t *testing.T) {
	for _, d := range documents(t) {
		if strings.HasPrefix(d.path, "docs/json/") || strings.HasPrefix(d.path, "docs/commands/") || strings.HasPrefix(d.path, "bench/") {
			continue
		}
		for _, s := range documentSentences(d.lines) {
			if n := len(strings.Fields(s)); n > longSentence {
				t.Errorf("%s: a sentence of %d words: %s", d.path, n, s)
			}
		}
	}
}

var (
	formula       = regexp.MustCompile(`(?s)\$\$.*?\$\$|\$[^$\n]+\$`)
	linkTarget    = regexp.MustCompile(`\]\([^)]*\)`)
	codeSpans     = regexp.MustCompile("(`+[^`]+`+[,; ]*)+")
	beginsBlock   = regexp.MustCompile(`^ *([-*+] |[0-9]+[.] |\||#|<!--|$)`)
	endOfSentence = regexp.MustCompile("[.!?:;][\")*_]* +")
)

// documentSentences returns the sentences of the prose of a page, without formulas. A run of code is one word.
func documentSentences(lines []string) (list []string) {
	text := formula.ReplaceAllString(strings.Join(lines, "\n"), "x")
	block := ""
	flush := func() {
		block = codeSpans.ReplaceAllString(linkTarget.ReplaceAllString(block, "]"), "x ")
		list = append(list, endOfSentence.Split(block, -1)...)
		block = ""
	}
	for line := range strings.SplitSeq(text, "\n") {
		if beginsBlock.MatchString(line) {
			flush()
		}
		if trimmed := strings.TrimSpace(line); trimmed != "" && trimmed[0] != '|' && trimmed[0] != '#' && trimmed[0] != '<' {
			block += trimmed + " "
		}
	}
	flush()
	return list
}

// The checks find what they look for.
func TestDocumentChecks(t *testing.T) {
	text := "# One `two`\n\n```\n# no heading\n[x](gone.md)\n```\n\n## One two\n"
	d := readDocument("docs/a.md", text)
	if want := []string{"one-two", "one-two-1"}; !slices.Equal(d.anchors, want) {
		t.Errorf("anchors %q, want %q", d.anchors, want)
	}
	all := map[string]document{"README.md": readDocument("README.md", "# weft\n")}
	for target, dead := range map[string]bool{
		"https://example.org/": false, "../README.md": false, "../README.md#weft": false, "../README.md#loom": true, "../cmd/weft": false, "gone.md": true, "../cmd/loom": true,
	} {
		if wrong := deadLink(all, "docs/a.md", target); (wrong != "") != dead {
			t.Errorf("%s: %q", target, wrong)
		}
	}
	page := []string{"# A title", "One two", "three. Four `a`, `b`, `c` five: six.", "- [Seven](gone.md) $x$", "| a table | of many words |"}
	if got, want := documentSentences(page), []string{"", "One two three", "Four x five", "six", "", "- [Seven] x ", ""}; !slices.Equal(got, want) {
		t.Errorf("sentences %q, want %q", got, want)
	}
	if !endsWithInitial("Sources: A.") || endsWithInitial("It ends by Ctrl-C.") || endsWithInitial("by A. Turing.") {
		t.Error("initials at the end of lines are not found")
	}
	long := strings.Repeat("word ", 20)
	for line, want := range map[string]bool{
		long + "end. Next one.": true, long + "end (Fig. 2).": false, "| " + long + "end. Next one. |": false, "One. Two.": false, long + "end. `weft` reads.": false, long + "end. **Next** one.": true,
		"1. " + long + "end.": false, "- **Title.** " + long + "end.": false, "2. " + long + "end. Next one.": true,
		long + "by A. B. Turing and D. Knuth.": false, long + "by A. Turing. Next one.": true,
	} {
		if crowded(line) != want {
			t.Errorf("%q: %v, want %v", line, !want, want)
		}
	}
}
