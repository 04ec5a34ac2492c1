package answers_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"weft/answers"
	"weft/answers/answer"
	"weft/graph/random"
	"weft/making/generate/generatetest"
	"weft/store"
)

// told are the questions whose stages are not the views that they open, each once and in order, and why.
var told = map[string]string{
	"links":               "it scans the stored links by target, without a view",
	"compare":             "its one stage takes what both views need, and rankings depend on what is saved",
	"seeds carry":         "it reads both crawls alike, each with half of the budget",
	"fidelity calibrate":  "it holds links decoded, in memory of its own",
	"simulate":            "likewise",
	"info":                "it opens no view",
	"site explain":        "it needs sites that were kept",
	"site diff":           "it reads both crawls alike",
	"fidelity components": "of a target, which this test asks for, it has no stage",
}

// The tags by which results are shown are right, in every result that a question can give.
func TestTagsOfResults(t *testing.T) {
	for _, q := range answers.Questions {
		for _, g := range q.Gives {
			if err := answer.CheckShown(reflect.TypeOf(g)); err != nil {
				t.Errorf("weft %s: %v", q.Name, err)
			}
		}
	}
}

// A question opens the views that its plan has, in their order, whatever its options; and what it gives can be told.
func TestPlansAreTheWork(t *testing.T) {
	c, other := made(t, 0.2), made(t, 0)
	list := filepath.Join(t.TempDir(), "pages")
	if err := os.WriteFile(list, []byte("1\n2\n5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	truth := filepath.Join(t.TempDir(), "truth")
	if err := os.WriteFile(truth, []byte("1\ta\n2\ta\n5\tb\n6\tb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	more := map[string][][]string{
		"distances": {{"--from", "3"}, {"--from", "3", "--back"}, {"--diameter"}}, "fidelity": {{"--iterations", "0"}, {"--target", "x", "--rankings", "pagerank,indegree"}},
		"seeds": {{"--prune", "none", "--min-core", "1x1", "--distances"}}, "seeds eval": {{"--seeds", list}, {"--seeds", list, "--against", "indegree"}},
		"rank pagerank": {{"--method", "power"}}, "triangles": {{"--samples", "9"}}, "portrait": {{"--cores", "0"}}, "simulate fit": {{"--law", "observed", "--models", "2"}},
		"site": {{"--keyword", "a", "--anyway"}, {"--keyword", "a", "--clusters", "mcl"}}, "site eval": {{"--truth", truth, "--least-pages", "2", "--draws", "1"}},
	}
	asked := 0
	for _, q := range answers.Questions {
		if told[q.Name] != "" {
			continue
		}
		for _, args := range append([][]string{nil}, more[q.Name]...) {
			if args == nil && slices.Contains([]string{"seeds eval", "site", "site eval", "simulate fit"}, q.Name) { // which need one
				continue
			}
			stages, opened := views(t, q, args, c, other)
			if asked++; !slices.Equal(stages, opened) || len(stages) == 0 {
				t.Errorf("%s %q: the plan has %q, the work %q", q.Name, args, stages, opened)
			}
		}
	}
	if asked < 18 {
		t.Errorf("%d questions were asked", asked)
	}
}

// made returns a crawl of a Web, with so many ghosts among its pages.
func made(t *testing.T, ghosts float64) *store.Crawl {
	t.Helper()
	return generatetest.Web(t, random.WebOptions{Pages: 400, Degree: 6, Seed: 7, Ghosts: ghosts})
}

// views asks a question, and returns what its stages are called, and what the views that it opened are.
func views(t *testing.T, q answer.Question, args []string, c, other *store.Crawl) (stages, opened []string) {
	t.Helper()
	asked, flags := q.New(), pflag.NewFlagSet(q.Name, pflag.ContinueOnError)
	asked.Flags(flags)
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	if err := asked.Check(); err != nil {
		t.Fatalf("%s %q: %v", q.Name, args, err)
	}
	o := answer.Options{Memory: 1 << 30, Workers: 2, Seed: 1, Keep: true, Note: func(what string, _, _ int64) {
		if what, is := strings.CutPrefix(what, "reading the graph for "); is {
			opened = append(opened, what)
		}
	}}
	if x, is := asked.(answer.Comparer); is && x.Other() != "" {
		o.Other = other
	}
	work, err := asked.Plan(t.Context(), c, o)
	if err != nil || len(opened) > 0 {
		t.Fatalf("%s %q: the plan opened %q: %v", q.Name, args, opened, err)
	}
	for _, s := range work.Stages {
		stages = append(stages, s.View.What)
	}
	got, err := work.Do()
	if err != nil {
		t.Fatalf("%s %q: %v", q.Name, args, err)
	}
	if len(got.Blocks()) == 0 {
		t.Errorf("%s %q: there is nothing to read", q.Name, args)
	}
	return stages, opened
}

// Each section of the report says how its figures were computed, in words of its own: a report has no options.
func TestSectionsSayHow(t *testing.T) {
	sections := 0
	for _, q := range answers.Questions {
		if q.Section == nil {
			continue
		}
		sections++
		if len(q.Section.How) == 0 {
			t.Errorf("%s: its section does not say how it was computed", q.Name)
		}
		for _, text := range q.Section.How {
			if strings.Contains(text, "--") || strings.Contains(text, "{") || strings.Contains(strings.Join(strings.Fields(q.Long), " "), text) {
				t.Errorf("%s: the section has the help of the command: %s", q.Name, text)
			}
		}
	}
	if sections < 5 {
		t.Errorf("%d sections: the test tests nothing", sections)
	}
}
