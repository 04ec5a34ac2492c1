package answers_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"weft/answers"
	"weft/answers/answer"
	"weft/graph/random"
	"weft/internal/disk"
	"weft/internal/stoptest"
	"weft/making/generate/generatetest"
	"weft/store"
)

// A long question is one whose work, called what, goes on where it was broken off, with the options that are asked
// with, and with others that make it begin anew.
type long struct {
	name, what string
	args, with []string
}

var longs = []long{
	{"rank pagerank", "pagerank", nil, []string{"--alpha", "0.5"}},
	{"rank pagerank", "pagerank", []string{"--preference", "file of 5\n9 2\n100"}, []string{"--preference", "file of 5\n9 3\n100"}},
	{"rank hits", "hits", []string{"--iterations", "7"}, []string{"--iterations", "7", "--loops"}},
	{"rank katz", "katz", nil, []string{"--alpha", "0.01"}},
	{"rank closeness", "closeness", []string{"--sources", "600"}, []string{"--sources", "700"}},
	{"rank betweenness", "betweenness", nil, nil},
	{"rank betweenness", "betweenness", []string{"--samples", "30000"}, []string{"--samples", "30000", "seed"}},
	{"components", "components", nil, nil},
	{"components", "growth", []string{"--grow", "3..30%"}, []string{"--grow", "3..30%", "seed"}},
	{"cores", "cores", []string{"-i", "1..4", "-j", "1..3"}, []string{"-i", "1..4", "-j", "1..3", "--max-degree", "9"}},
	{"cores", "what fans share", []string{"-i", "1..4", "-j", "1..4"}, []string{"-i", "1..4", "-j", "1..4", "--max-degree", "9"}},
	{"cores", "cores", []string{"-i", "1..2", "-j", "1..2", "--kind", "maximal"}, []string{"-i", "2", "-j", "1..2", "--kind", "maximal"}},
	{"cores", "cores", []string{"-i", "2", "-j", "1..3", "--kind", "count"}, []string{"-i", "2", "-j", "1..3", "--kind", "count", "--steps", "3"}},
	{"cores", "cores", []string{"-i", "2", "-j", "2", "--kind", "a-priori"}, []string{"-i", "2", "-j", "2", "--kind", "a-priori", "--max-degree", "9"}},
	{"clusters", "clusters", nil, []string{"--resolution", "2"}},
	{"clusters", "clusters-divided", []string{"--max-size", "12", "--iterations", "1"}, []string{"--max-size", "12", "--iterations", "1", "--again", "9"}},
	{"clusters", "clusters", []string{"--method", "mcl", "--keep", "40"}, []string{"--method", "mcl", "--keep", "30"}},
	{"fidelity", "fidelity pagerank", nil, []string{"--alpha", "0.6"}},
	{"fidelity components", "fidelity components", []string{"--target", "itself", "--tau", "0.5"}, []string{"--target", "itself", "--tau", "0.5", "--iterations", "3"}},
	{"fidelity", "fidelity hits", []string{"--target", "itself", "--rankings", "hits,harmonic"}, nil},
	{"fidelity calibrate", "crawling the crawl", []string{"--sets", "3", "--blocks", "0.2,0.5", "--draws", "2"}, []string{"--sets", "3", "--blocks", "0.2,0.5", "--draws", "2", "--iterations", "9"}},
	{"fidelity calibrate", "calibrating Recrawl", []string{"--sets", "1", "--blocks", "0.5", "--draws", "1"}, []string{"--sets", "1", "--blocks", "0.5", "--draws", "1", "seed"}},
	{"distances", "distances", []string{"--runs", "4"}, []string{"--runs", "3"}},
	{"distances", "distances", []string{"--runs", "2", "--sources", "600"}, []string{"--runs", "2", "--sources", "700"}},
	{"distances", "searches", nil, []string{"--iterations", "3"}},
	{"distances", "diameter", []string{"--diameter"}, nil},
	{"seeds", "seeds cold", []string{"-k", "3", "--min-core", "1x1"}, []string{"-k", "3", "--min-core", "1x1", "--iterations", "40"}},
	{"seeds", "seeds", []string{"-k", "3", "--min-core", "1x1", "--warm"}, nil},
	{"seeds", "seeds cold", []string{"-k", "8", "--min-core", "1x1"}, []string{"-k", "1", "--min-core", "1x1"}},
	{"seeds", "seeds cold", []string{"-k", "2", "--min-core", "1x1", "--random-hub", "--both"}, []string{"-k", "2", "--min-core", "1x1", "--random-hub", "--both", "seed"}},
	{"simulate", "simulate", []string{"--sets", "4", "--orders", "bfs,sec", "--seed-share", "0.1"}, []string{"--sets", "4", "--orders", "bfs,sec", "--seed-share", "0.2"}},
	{"simulate", "simulate", []string{"--strategy", "bfs,dfs", "--sets", "4", "--count", "9"}, []string{"--strategy", "bfs,dfs", "--sets", "4", "--count", "9", "seed"}},
	{"chance", "chance", []string{"--draws", "4"}, []string{"--draws", "4", "seed"}},
	{"portrait", "pagerank", []string{"--cores", "2", "--samples", "-1"}, nil},
	{"portrait", "cores", []string{"--cores", "3", "--samples", "-1"}, nil},
	{"site", "site clusters", []string{"5", "--anyway", "--clusters", "leiden"}, []string{"5", "--anyway", "--clusters", "leiden", "--resolution", "0.1"}},
	{"site", "site clusters", []string{"5", "--anyway", "--clusters", "mcl"}, nil},
	{"order", "order", []string{"--gammas", "0,1"}, []string{"--gammas", "0,0.5"}},
	{"order", "order", []string{"--gammas", "1"}, []string{"--gammas", "1", "--rounds", "1"}},
}

// Work that is stopped anywhere goes on when it is asked for again, and gives the same answer, to the byte, as work
// that was not; asked with other options it begins anew. When it is done, nothing is left of it.
func TestStoppedWorkGoesOn(t *testing.T) {
	c := made(t, 0.2)
	for _, l := range longs {
		t.Run(strings.Join(append([]string{l.name}, l.args...), " "), func(t *testing.T) {
			c := c
			if l.what == "searches" || slices.Contains(l.args, "--sources") { // 512 pages are one step
				c = generatetest.Web(t, random.WebOptions{Pages: 1300, Degree: 6, Seed: 7})
			}
			dir := t.TempDir()
			defer disk.Observe(dir, func(*disk.Op) error { return nil })() // which saves the syncs
			whole, with := l.whole(t, c, l.args), map[string]string(nil)
			if l.with != nil {
				with = l.whole(t, c, l.with)
			}
			if l.with != nil && maps.Equal(whole, with) {
				t.Fatalf("with %q the answer is the same: nothing tells which options it goes on with", l.with)
			}
			gone, stops, least := 0, 0, 1
			if l.with != nil {
				least = 2
			}
			for range 8 {
				if gone > 0 && stops >= least {
					break
				}
				stoptest.Somewhere(t, 6, func(ctx context.Context) error {
					first := l.ask(t, ctx, c, l.args, answer.NewInterim(dir))
					if first.err == nil {
						return nil
					}
					args, want := l.args, whole
					if stops++; stops%2 == 0 && l.with != nil {
						args, want = l.with, with
					}
					second := l.ask(t, t.Context(), c, args, answer.NewInterim(dir))
					if second.err != nil || !maps.Equal(second.got, want) {
						t.Errorf("stopped, and asked again with %q: another answer, or %v", args, second.err)
					}
					if second.goesOn {
						gone++
						if stops%2 == 0 && l.with != nil {
							t.Errorf("it goes on with %q", args)
						}
					}
					if _, err := os.Stat(filepath.Join(dir, "unfinished")); !errors.Is(err, os.ErrNotExist) {
						t.Errorf("something is left: %v", err)
					}
					return first.err
				})
			}
			if gone == 0 {
				t.Errorf("it went on %d times of %d", gone, stops)
			}
		})
	}
}

// whole is the answer of a question that nobody stops.
func (l *long) whole(t *testing.T, c *store.Crawl, args []string) map[string]string {
	t.Helper()
	a := l.ask(t, t.Context(), c, args, nil)
	if a.err != nil {
		t.Fatal(a.err)
	}
	return a.got
}

// asked is what came of a question.
type asked struct {
	got    map[string]string // the answer as JSON, and what is kept of it
	goesOn bool              // it was said that it does
	err    error
}

// ask asks a question, whose work is kept wherever it can be.
func (l *long) ask(t *testing.T, ctx context.Context, c *store.Crawl, args []string, interim *answer.Interim) (a asked) { //nolint:revive // a test first, then a context that is not its own
	t.Helper()
	var q answer.Question
	for _, q = range answers.Questions {
		if q.Name == l.name {
			break
		}
	}
	seed := uint64(1)
	if i := slices.Index(args, "seed"); i >= 0 { // no question's own
		args, seed = args[:i], 2
	}
	args = slices.Clone(args)
	for i, arg := range args { // a file with a text
		if text, is := strings.CutPrefix(arg, "file of "); is {
			args[i] = filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(args[i], []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	asker, flags := q.New(), pflag.NewFlagSet(q.Name, pflag.ContinueOnError)
	asker.Flags(flags)
	err := flags.Parse(args)
	if n, is := asker.(answer.Named); is {
		n.Named(flags.Args())
	}
	if err := errors.Join(err, asker.Check()); err != nil {
		t.Fatal(err)
	}
	o := answer.Options{Memory: 1 << 30, Workers: 2, Seed: seed, Keep: true, Interim: interim, Inform: func(text string, warning bool) {
		a.goesOn = a.goesOn || strings.HasPrefix(text, l.what+" continues")
		if warning && interim != nil {
			t.Errorf("warned: %s", text)
		}
	}}
	if x, is := asker.(answer.Comparer); is && x.Other() != "" {
		o.Other = c
	}
	if interim != nil {
		interim.Every, interim.Hold = 0, true
	}
	work, err := asker.Plan(ctx, c, o)
	if err != nil {
		a.err = err
		return a
	}
	answered, err := work.Do()
	if err != nil {
		a.err = err
		return a
	}
	a.got = everything(t, c, answered)
	interim.Done()
	return a
}

// everything is all that an answer tells and keeps.
func everything(t *testing.T, c *store.Crawl, answered answer.Answer) map[string]string {
	t.Helper()
	dir := t.TempDir()
	k, err := answer.NewKeeper(c, dir, store.Step{})
	if err == nil {
		err = k.Keep(answered.Kept())
	}
	text, e := json.Marshal(answered)
	files, e2 := filepath.Glob(filepath.Join(dir, "*"))
	if err := errors.Join(err, e, e2); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{"answer": string(text)}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got[filepath.Base(path)] = string(data)
	}
	return got
}
