package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// asked runs a command and returns what it printed, errors last.
func asked(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(args, strings.NewReader(""), &out, &errs); got != want {
		t.Fatalf("weft %q: exit status %d, want %d\n%s", args, got, want, errs.String())
	}
	return out.String() + errs.String()
}

// What is wrong with a command line is said in words of ours, with what may have been meant.
func TestUsageInWords(t *testing.T) {
	for line, want := range map[string]string{
		"imprt x":                              `there is no command "imprt": weft --help lists them; did you mean import?`,
		"zebra":                                `there is no command "zebra": weft --help lists them`,
		"info x --memroy 1GiB":                 "there is no flag --memroy for weft info: weft info --help explains; did you mean --memory?",
		"info x -z":                            "there is no flag -z for weft info: weft info --help explains",
		"crawl http://a/ --delay soon":         "--delay soon: expected a duration such as 500ms, 90s, 30m or 2h, or a number of seconds: weft crawl --help explains",
		"crawl http://a/ --time later":         "--time later: expected a duration such as 500ms, 90s, 30m or 2h, or a number of seconds",
		"crawl http://a/ --pages -3":           "--pages -3: expected a whole number, 0 or more",
		"report x --top many":                  "--top many: expected a whole number",
		"info x --quiet=perhaps":               "--quiet perhaps: expected true or false",
		"info x --memory":                      "--memory needs a value, SIZE",
		"rank pagrank x":                       `there is no ranking "pagrank": expected one of pagerank, hits, salsa, indegree, katz, closeness, betweenness; did you mean pagerank?`,
		"export x --format paruqet":            "did you mean parquet?",
		"crawl http://a/ -o c --strategy dsf":  "did you mean dfs?",
		"crawl http://a/ -o c --scope domian":  "did you mean domain?",
		"import x -o c --format bvgrpah":       "did you mean bvgraph?",
		"seeds x --prune hots":                 "did you mean host?",
		"quotient x -o y --by sites":           "did you mean site?",
		"fidelity x --zero unefined":           "did you mean undefined?",
		"degrees x --view between-host --plan": "",
	} {
		if want == "" {
			continue
		}
		if got := asked(t, exitUsage, strings.Fields(line)...); !strings.Contains(got, want) {
			t.Errorf("weft %s: got %s\nwant %s", line, got, want)
		}
	}
}

// Every flag of whole numbers takes thousands and millions, exactly, and nothing else that it did not take.
func TestCounts(t *testing.T) {
	flags := 0
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			kind := strings.TrimSuffix(f.Value.Type(), "Slice")
			if !strings.HasPrefix(strings.TrimPrefix(kind, "u"), "int") {
				return
			}
			flags++
			for text, want := range map[string]string{"20k": "20000", "1.5M": "1500000", "2G": "2000000000", "7": "7", "18k,3M": "18000,3000000"} {
				if strings.HasPrefix(kind, "int32") || strings.HasPrefix(kind, "uint8") || strings.Contains(text, ",") != strings.HasSuffix(f.Value.Type(), "Slice") {
					continue
				}
				if err := f.Value.Set(text); err != nil || strings.Trim(f.Value.String(), "[]") != want {
					t.Errorf("%s --%s %s: %s, %v", c.CommandPath(), f.Name, text, f.Value, err)
				}
			}
			for _, text := range []string{"", "k", "1.5", "20kk", "1.2345k", "NaN", "20m"} {
				if err := f.Value.Set(text); err == nil && text != "" {
					t.Errorf("%s --%s takes %q as %s", c.CommandPath(), f.Name, text, f.Value)
				}
			}
		})
		for _, below := range c.Commands() {
			each(below)
		}
	}
	each((&app{stdout: &counted{Writer: &bytes.Buffer{}}, stderr: &bytes.Buffer{}}).root())
	if flags < 50 {
		t.Errorf("%d flags were seen", flags)
	}
	if got := asked(t, exitUsage, "info", "x", "--random-seed", "18446744073709551616"); !strings.Contains(got, "whole number") {
		t.Errorf("a seed beyond 64 bits: %s", got)
	}
}

// goWords are names of Go and of our sources that people have no use for, and words that were unclear.
var goWords = regexp.MustCompile(`AllowPrivate|strconv|ParseFloat|ParseInt|stringArray|stringSlice|invalid argument|unknown shorthand|%!|0x[0-9a-f]{6}|<nil>|map\[|goroutine|panic:|` +
	`doubted as|left or more|\b1 distinct values|\b1 pages\b|\b1 arcs\b|\b1 hosts\b|p 0\.000|HAK [0-9.]+\?|[0-9]e-1[0-9]\)`)

// Help has no names of Go, no type of Go as the name of a value, and says what HAK is where it first stands.
func TestHelpInWords(t *testing.T) {
	var each func(c *cobra.Command)
	types := strings.Fields("string strings stringArray int ints uint uint64 float float64 duration bools")
	each = func(c *cobra.Command) {
		text := asked(t, exitDone, append(strings.Fields(c.CommandPath())[1:], "--help")...)
		if m := goWords.FindString(text); m != "" {
			t.Errorf("%s --help has %q", c.CommandPath(), m)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if name, _ := pflag.UnquoteUsage(f); slices.Contains(types, name) && f.Name != "help" {
				t.Errorf("%s --%s takes %q, which is a name of Go", c.CommandPath(), f.Name, name)
			}
		})
		if i := strings.Index(text, "HAK"); i >= 0 && !strings.Contains(text[:min(len(text), i+300)], "Kendall") {
			t.Errorf("%s --help does not say what HAK is: %s", c.CommandPath(), text[i:min(len(text), i+200)])
		}
		for _, below := range c.Commands() {
			if below.IsAvailableCommand() && below.Name() != "completion" && below.Name() != "help" {
				each(below)
			}
		}
	}
	each((&app{stdout: &counted{Writer: &bytes.Buffer{}}, stderr: &bytes.Buffer{}}).root())
}

// No text in our sources that could be printed has words that were banned.
func TestSourcesInWords(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(path, "bench") || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if g, ok := decl.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				continue
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				l, ok := n.(*ast.BasicLit)
				if !ok || l.Kind != token.STRING {
					return true
				}
				seen++
				if text, err := strconv.Unquote(l.Value); err == nil {
					if m := goWords.FindString(text); m != "" && m != "panic:" {
						t.Errorf("%s: %q has %q", path, text, m)
					}
				}
				return true
			})
		}
		return nil
	})
	if err != nil || seen < 3000 {
		t.Errorf("%d texts: %v", seen, err)
	}
}

func TestVersion(t *testing.T) {
	got := asked(t, exitDone, "version")
	for _, want := range []string{"weft             " + version, "go1.", "commit "} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %q", got, want)
		}
	}
}

// A page for each command, with all that its help has, and nothing that roff would take for a request.
func TestManual(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	asked(t, exitDone, "man", dir)
	pages := 0
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		pages++
		path := filepath.Join(dir, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			return
		}
		plain := strings.NewReplacer(`\-`, "-", `\e`, `\`, `\&`, "").Replace(string(text))
		c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(plain, "--"+f.Name) {
				t.Errorf("%s lacks --%s", path, f.Name)
			}
		})
		words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
		if !strings.Contains(plain, c.Short) || !strings.Contains(words(plain), words(c.Long)) || !strings.Contains(words(strings.ReplaceAll(plain, " \\\n", " ")), words(c.Example)) {
			t.Errorf("%s lacks what help says", path)
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, ".") && !regexp.MustCompile(`^\.(TH|SH|SS|TP|B|BR|nf|fi)\b`).MatchString(line) {
				t.Errorf("%s: the request %q", path, line)
			}
		}
		for _, below := range commandsBelow(c) {
			each(below)
		}
	}
	root := (&app{stdout: &counted{Writer: &bytes.Buffer{}}, stderr: &bytes.Buffer{}}).root()
	each(root)
	if pages < 30 {
		t.Errorf("only %d pages", pages)
	}
	if got := roff(".x\\y\n'z-"); got != "\\&.x\\ey\n\\&'z\\-" {
		t.Errorf("got %q", got)
	}
}

// Shells are told what values can be, and that crawls are folders.
func TestCompletion(t *testing.T) {
	for line, want := range map[string][]string{
		"export c --format":    {"tsv", "parquet", "wacz"},
		"import x --format":    {"bvgraph", "auto"},
		"rank":                 {"pagerank", "hits", "salsa", "indegree"},
		"degrees c --kinds":    {"link", "redirect", "measured"},
		"degrees c --view":     {"between-hosts", "symmetrised"},
		"crawl u --strategy":   {"bfs", "opic", "score:"},
		"generate":             {"web", "gnp"},
		"info":                 {":16"}, // folders alone
		"report":               {":16"},
		"rank pagerank":        {":16"},
		"rank pagerank --meth": {"--method"},
		"fidelity --zero":      {"one", "zero", "undefined"},
	} {
		words := append([]string{"__complete"}, strings.Fields(line)...)
		if !strings.HasPrefix(words[len(words)-1], "--meth") {
			words = append(words, "")
		}
		got := asked(t, exitDone, words...)
		for _, w := range want {
			if !slices.ContainsFunc(strings.Split(got, "\n"), func(l string) bool { return l == w || strings.HasPrefix(l, w+"\t") }) {
				t.Errorf("weft %s <TAB>: lacks %s: %s", line, w, got)
			}
		}
	}
}

// Crawls of one page, one arc, one host are spoken of in the singular.
func TestOneOfEach(t *testing.T) {
	t.Chdir(t.TempDir())
	for file, line := range map[string]string{"one.txt": "http://a.example/\n", "truth.txt": "http://a.example/\tone\n", "nowhere.txt": "http://nowhere.example/\n"} {
		if err := os.WriteFile(file, []byte(line), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, list := range map[string]string{"loop": "http://a.example/ http://a.example/\n", "pair": "http://a.example/ http://b.example/\n", "tiny": "http://a.example/ http://a.example/x\n"} {
		if err := os.WriteFile(name+".txt", []byte(list), 0o644); err != nil {
			t.Fatal(err)
		}
		text := asked(t, exitDone, "import", name+".txt", "-o", name)
		for _, line := range []string{
			"info", "degrees", "components", "rank pagerank", "rank hits", "rank salsa", "rank indegree", "distances", "distances --from 0", "verify", "quotient -o q" + name, "report",
			"degrees --plan", "compare loop", "fidelity --fetched all", "fidelity calibrate --fetched all --sets 1 --draws 1", "fidelity --fetched one.txt",
			"fidelity calibrate --fetched one.txt", "simulate --sets 1 --orders bfs --blocks 0", "export --format gexf --pages nowhere.txt", "reproduce fidelity --no-models --crawl-sets 1 --few 1 --draws 1",
			"reproduce site --truth truth.txt --least-pages 1 --draws 1 --random 1 --over 1 --kept 1",
		} {
			words := strings.Fields(line)
			at := 1
			if words[0] == "rank" || slices.Contains(words, "calibrate") || words[0] == "reproduce" {
				at = 2
			}
			var out, errs bytes.Buffer
			run(slices.Insert(words, at, name), strings.NewReader(""), &out, &errs)
			text += out.String() + errs.String()
		}
		page, err := os.ReadFile(name + "/report/index.html")
		if err != nil {
			t.Fatal(err)
		}
		tags := regexp.MustCompile(`<[^>]*>`)
		text += tags.ReplaceAllString(string(page[bytes.Index(page, []byte("<body")):]), "")
		for _, m := range regexp.MustCompile(`.*(?:`+goWords.String()+`|(?:^|[^0-9.,])1 (?:pages|arcs|hosts|domains|components|pairs|values|links|files|records|lines|runs|iterations|texts|sets|crawls|draws|graphs|seeds|times)\b).*`).FindAllString(text, -1) {
			t.Errorf("%s: %s", name, m)
		}
	}
}
