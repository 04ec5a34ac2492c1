package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// wordsToFind are words that somebody who does not know weft could try first.
const wordsToFind = `stats top diff scc bowtie communities merge check convert list graph hosts domains backlinks inlinks redirects orphans duplicates titles sitemap schedule download fetch
mirror archive dedupe sample view show open plot random clean repair validate join filter subset summary degree powerlaw
triangle distance path cliques centrality authorities load save scrape broken broken-links links sites histogram update
pagerank page-rank shortest-path query sql head grep search csv gephi networkx linkchecker edgelist`

// Every word that people try first finds a command.
func TestWordsFindCommands(t *testing.T) {
	for word := range strings.FieldsSeq(wordsToFind) {
		if everydayFor(word) == nil && commandOf((&app{}).root(), word) == nil {
			t.Errorf("weft %s finds no command", word)
		}
	}
}

// An everyday word is no command itself, has one row, and leads to its line, with and without a flag that weft itself lacks.
func TestEverydayWords(t *testing.T) {
	root := (&app{}).root()
	known := map[string]bool{}
	for _, e := range everydayLines {
		for word := range strings.FieldsSeq(e.words) {
			if known[word] {
				t.Errorf("%s is known twice", word)
			}
			if known[word] = true; commandOf(root, word) != nil {
				t.Errorf("%s is a command", word)
			}
			args := [][]string{{word, "crawl"}, {word, "crawl", "-o", "x.csv"}, {word, "--top", "5"}, {word, "x", "-n", "10"}}[len(known)%4]
			if got := asked(t, exitUsage, args...); !strings.Contains(got, e.text(nil)) {
				t.Errorf("weft %q: got %s", args, got)
			}
		}
	}
}

// Words that are no commands lead to a command line: URLs, crawls, files, and words before flags of other commands.
func TestFirstWords(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("links.txt", []byte("http://a.example/ http://b.example/\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	asked(t, exitDone, "import", "links.txt", "-o", "own")
	for line, want := range map[string]string{
		"https://example.org/":            "use weft crawl https://example.org/ -o NEW --contact ADDRESS",
		"https://u:secret@example.org/":   "use weft crawl 'https://***@example.org/' -o NEW",
		"example.org --depth 2":           "use weft crawl example.org -o NEW --contact ADDRESS",
		"own":                             "use weft info own",
		"links.txt -o x":                  "use weft import links.txt -o NEW",
		"redirects own -o r.csv":          "use weft links own --redirected",
		"pagerank own -n 10":              "use weft rank pagerank own",
		"csv own":                         "use weft export own --format csv",
		"head own":                        "use weft pages own",
		"rank own --top 5":                `there is no ranking "own": expected one of pagerank, hits`,
		"rank pagrank own --top 5":        "did you mean pagerank?",
		"generate wob -n 10":              "generate wob: expected web, gnp",
		"reproduce fidelty --x":           "did you mean fidelity?",
		"fidelity calib own --sets 1":     "did you mean calibrate?",
		"export own x.gexf":               "to write to x.gexf: weft export own -o x.gexf",
		"map own m.svg":                   "to write to m.svg: weft map own -o m.svg",
		"export own --format warc":        "--format wacz",
		"crawl u --resume -o own":         "to resume a crawl: weft crawl --resume own",
		"links own --csv":                 "--csv needs a value, TABLE: one of faults, targets, figures",
		"links own --csv --top 5":         "--csv needs a value, TABLE: one of faults, targets, figures, got the flag --top",
		"rank pagerank own --csv -o x":    "--csv needs a value, TABLE: one of top, ",
		"crawl u --contact --pages 5":     "--contact needs a value, ADDRESS, got the flag --pages",
		"info own --memory":               "--memory needs a value, SIZE, such as auto, ",
		"reproduce seeds own b c --quick": "takes a crawl, or none, got 3 arguments",
	} {
		got := asked(t, exitUsage, strings.Fields(line)...)
		if !strings.Contains(got, want) || strings.Contains(got, "secret") {
			t.Errorf("weft %s: got %s, want %s", line, got, want)
		}
	}
}

// hintedLine is a command line within a hint: it ends before a mark, or at the end.
var hintedLine = regexp.MustCompile(`weft [^;:,)]*`)

// hints returns the command lines of all hints. They are for everyday words, for flags of other programs, and in constants.
func hints() []string {
	var texts []string
	for _, e := range everydayLines {
		texts = append(texts, e.line, e.note)
	}
	for _, k := range knownFlags {
		texts = append(texts, k.says)
	}
	root := (&app{}).root()
	var lines []string
	for _, text := range texts {
		for _, line := range hintedLine.FindAllString(text, -1) {
			words := strings.Fields(strings.ReplaceAll(line, "…", ""))
			if len(words) < 2 || len(words) > 2 && (words[2] == "reads" || words[2] == "shows") {
				continue
			}
			if c := commandOf(root, words[1]); c != nil && (len(words) > 2 || !isGroup(c)) {
				lines = append(lines, strings.Join(words, " "))
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// Every command line of a hint does what it should on a small live crawl, once its words in capitals are replaced.
func TestHintsRun(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/robots.txt", "/gone":
			http.NotFound(w, r)
		case "/moved":
			http.Redirect(w, r, "/a", http.StatusFound)
		default:
			fmt.Fprint(w, "<title>Word</title><a href=/>home</a><a href=/a>a</a><a href=/b>b</a><a href=/gone>g</a><a href=/moved>m</a>")
		}
	}))
	defer s.Close()
	t.Chdir(t.TempDir())
	web := []string{"--allow-private", "--delay", "0", "--quiet"}
	asked(t, exitDone, slices.Concat([]string{"crawl", s.URL, "-o", "own"}, web)...)
	asked(t, exitDone, slices.Concat([]string{"crawl", s.URL + "/a", "-o", "other", "--depth", "0"}, web)...)
	if err := os.WriteFile("file", []byte("http://a.example/ http://b.example/\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	asked(t, exitDone, "site", "all", "own")
	if got := asked(t, exitUsage, "crawl", s.URL, "--resume", "own", "-o", "own"); !strings.Contains(got, "leave out --output: weft crawl --resume own") {
		t.Errorf("--resume with -o: %s", got)
	}
	// These run for long, or until they are stopped.
	unrun := []string{"serve", "reproduce", "bench"}
	for i, line := range hints() {
		words := strings.Fields(line)[1:]
		for j, word := range words {
			name, end, has := strings.Cut(word, ".")
			with := map[string]string{
				"CRAWL": "own", "DIR": "own", "OTHER": "other", "NEW": fmt.Sprint("new", i), "URL": s.URL + "/a", "FILE": "file", "N": "5", "PAGE": "0",
				"WORD": "word", "ADDRESS": "a@example.org",
			}[name]
			switch {
			case has && name == "FILE":
				words[j] = fmt.Sprint("file", i, ".", end)
			case with != "" && !has:
				words[j] = with
			}
		}
		if words[0] == "crawl" {
			if !slices.Contains(words, "--recover") {
				words = slices.Concat(words, web)
			}
		}
		if words[0] == "generate" {
			words[len(words)-1] = "500"
		}
		if slices.Contains(unrun, words[0]) {
			if err := understood(words); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			continue
		}
		var out, errs bytes.Buffer
		if status := run(words, strings.NewReader(""), &out, &errs); status != exitDone {
			t.Errorf("%s: status %d: %s", line, status, errs.String())
		}
	}
	if left, _ := filepath.Glob("new*"); len(left) < 5 {
		t.Errorf("made only %q", left)
	}
}
