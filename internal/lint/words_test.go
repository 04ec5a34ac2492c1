package lint

import (
	args "flag"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	lowerWords = args.Bool("words", false, "write words.txt anew where counts fell, and print what remains")
	wordsOf    = args.String("words-of", "", "print every hard sentence of this package")
)

const (
	wordsFile    = "words.txt" // one line per package: its folder, a tab, the largest count allowed
	longestWords = 25          // words in a sentence
)

// hardWords are constructions that readers stumble over. A sentence counts once for each that it contains.
var hardWords = []struct {
	name    string
	pattern *regexp.Regexp
}{
	{"noun named only by of which or of whom", regexp.MustCompile(`(?i)\b(of|to|behind|below) (which|whom)\b`)},
	{"sentence headed by a question word", regexp.MustCompile(`^(What|Who|Whom|Whose|That|Of what|Of those|Of it|Nor|Nobody|Whoever)\b[^?]*$`)},
	{"pronoun for a noun", regexp.MustCompile(`(?i)\b(that|those) of\b|\bof (those|such)\b|\b(those|them|what|one) (that|who|which)\b|\b(a|an|such a) one\b|\bothers of\b`)},
	{"clause in place of a noun", regexp.MustCompile(`(?i)\b(says|said|tells|notes|knows|counts|takes|gives|holds|is|are|of|by|for|with|from) (what|who|whom|whether it is)\b`)},
	{"unnamed actor", regexp.MustCompile(`(?i)\b(nobody|whoever|somebody|those who|who(ever)? (reads|gives|wants|asks|needs))\b`)},
	{"verb out of its sense", regexp.MustCompile(`(?i)\b(is|are|was|were|be|been) (had|told|looked at|put off|asked for|lent|spoilt|come to)\b|\b(looks|looked|look) (at|for)\b|\bgo(es|ing)? on\b|\bwent on\b|\bputs? off\b|\bcome(s)? to stand\b|\b(tell|tells) (of|that|whether|which|what|how)\b|\bgoes without\b`)},
	{"word of ours", regexp.MustCompile(`(?i)\bbut for\b|\bso many\b|\bin words\b|\bby itself\b|\bbehind (it|the|a|an|them|which|this)\b|\b(has|have) it\b|\bis none\b|\bare none\b|\ban answer\b|\bfor good\b`)},
}

var (
	// proseEnds ends a sentence: a full stop, a colon or a semicolon does not.
	proseEnds   = regexp.MustCompile(`[.?!]["')]?(\s+|$)`)
	shortened   = regexp.MustCompile(`\b(e\.g|i\.e|cf|vs|et al|resp|Sec|Fig|No|p|pp|approx|[A-Z])\.\s`)
	proseWord   = regexp.MustCompile(`[\pL\pN][^\s]*`)
	formatVerbs = regexp.MustCompile(`%[-+# 0]*[\d*.]*[a-zA-Z]`)
)

// hardIn returns the reasons why a sentence is hard to read, none for a plain sentence.
func hardIn(sentence string) (reasons []string) {
	if n := len(proseWord.FindAllString(sentence, -1)); n > longestWords {
		reasons = append(reasons, fmt.Sprintf("%d words", n))
	}
	sentence = strings.ReplaceAll(strings.ReplaceAll(sentence, "there is none", ""), "there are none", "")
	for _, w := range hardWords {
		if w.pattern.MatchString(sentence) {
			reasons = append(reasons, w.name)
		}
	}
	return reasons
}

// sentences splits prose at full stops.
func sentences(prose string) []string {
	prose = shortened.ReplaceAllStringFunc(prose, func(s string) string { return strings.TrimSpace(s) + "\u00a0" })
	var found []string
	for len(prose) > 0 {
		end := proseEnds.FindStringIndex(prose)
		if end == nil {
			return append(found, prose)
		}
		found = append(found, strings.TrimSpace(prose[:end[1]]))
		prose = prose[end[1]:]
	}
	return found
}

// proseOf returns the text of a group of comments without indented lines, tables and directives. Blank lines end a sentence.
func proseOf(group *ast.CommentGroup) (paragraphs []string) {
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			paragraphs = append(paragraphs, strings.Join(paragraph, " "))
		}
		paragraph = nil
	}
	for _, c := range group.List {
		line, isLine := strings.CutPrefix(c.Text, "// ")
		if !isLine || strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "- ") || strings.Contains(line, "|") {
			flush()
			if item, isItem := strings.CutPrefix(strings.TrimSpace(line), "- "); isLine && isItem {
				paragraph = append(paragraph, item)
			}
			continue
		}
		paragraph = append(paragraph, line)
	}
	flush()
	return paragraphs
}

// textOf returns the text of a string literal that people read, with one word for each formatting verb; empty for others.
func textOf(lit *ast.BasicLit) string {
	const fewest = 4 // words; shorter texts are labels and names
	text, err := strconv.Unquote(lit.Value)
	if err != nil || strings.ContainsAny(text, "<{\t\\") {
		return ""
	}
	text = formatVerbs.ReplaceAllString(text, "X")
	if len(strings.Fields(text)) < fewest {
		return ""
	}
	return strings.ReplaceAll(text, "\n\n", ". ")
}

// Hard sentences in comments and texts are counted per package, tests left out. A package may have no more than
// words.txt allows. Where a count fell, go test ./internal/lint -run TestWords -args -words lowers the line.
func TestWords(t *testing.T) {
	allowed := readWords(t)
	counts, examples := map[string]int{}, map[string][]string{}
	read := 0
	note := func(place token.Position, sentence string) {
		read++
		reasons := hardIn(sentence)
		if len(reasons) == 0 {
			return
		}
		folder := path.Dir(place.Filename)
		counts[folder] += len(reasons)
		examples[folder] = append(examples[folder], fmt.Sprintf("%s: %s\n\t%s", place, strings.Join(reasons, "; "), sentence))
	}
	eachFile(t, nil, func(set *token.FileSet, file *ast.File) {
		for _, group := range file.Comments {
			for _, paragraph := range proseOf(group) {
				for _, s := range sentences(paragraph) {
					note(set.Position(group.Pos()), s)
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				for _, s := range sentences(textOf(lit)) {
					note(set.Position(lit.Pos()), s)
				}
			}
			return true
		})
	})
	if read < 10000 {
		t.Errorf("only %d sentences were read", read)
	}
	if *wordsOf != "" {
		t.Logf("%d hard sentences in %s:\n%s", len(examples[*wordsOf]), *wordsOf, strings.Join(examples[*wordsOf], "\n"))
	}
	for folder, n := range counts {
		if n > allowed[folder] {
			t.Errorf("%s: %d hard sentences, %d allowed: write them anew (CONTRIBUTING.md says how), the last are\n%s",
				folder, n, allowed[folder], strings.Join(examples[folder][max(0, len(examples[folder])-5):], "\n"))
		}
	}
	if *lowerWords {
		writeWords(t, allowed, counts)
		return
	}
	for folder, n := range allowed {
		if counts[folder] < n {
			t.Errorf("%s: %d hard sentences, %d allowed: lower its line with -args -words", folder, counts[folder], n)
		}
	}
}

// readWords reads words.txt.
func readWords(t *testing.T) map[string]int {
	text, err := os.ReadFile(wordsFile)
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]int{}
	for line := range strings.Lines(string(text)) {
		folder, count, ok := strings.Cut(strings.TrimSpace(line), "\t")
		n, err := strconv.Atoi(count)
		if !ok || err != nil {
			t.Fatalf("%s: %q: expected a folder, a tab and a count", wordsFile, line)
		}
		allowed[folder] = n
	}
	return allowed
}

// writeWords writes words.txt with the smaller of allowed and present counts. Packages without hard sentences have no line.
func writeWords(t *testing.T, allowed, counts map[string]int) {
	var text strings.Builder
	for _, folder := range slices.Sorted(maps.Keys(allowed)) {
		if n := min(allowed[folder], counts[folder]); n > 0 {
			fmt.Fprintf(&text, "%s\t%d\n", folder, n)
		}
	}
	if err := os.WriteFile(wordsFile, []byte(text.String()), 0o644); err != nil { //nolint:gosec // a file of the source tree
		t.Fatal(err)
	}
}
