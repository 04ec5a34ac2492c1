package generate_test

import (
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"weft/internal/option"
	"weft/making/generate"
)

// parse reads flags as the command line does; --plus-random is a flag of the command.
func parse(t *testing.T, args ...string) *generate.Parameters {
	t.Helper()
	f, p := pflag.NewFlagSet("", pflag.ContinueOnError), new(generate.Parameters)
	f.SetOutput(io.Discard)
	f.String("plus-random", "", "")
	p.Flags(f)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	return p
}

func model(t *testing.T, name string) *generate.Model {
	t.Helper()
	m, err := generate.FindModel(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Each parameter that a model takes or needs can be set, and each parameter that can be set is taken by some model.
func TestParametersAreDeclared(t *testing.T) {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(generate.Parameters).Flags(f)
	taken := map[string]bool{}
	for _, m := range generate.Models {
		for _, name := range m.Takes {
			if taken[name] = true; f.Lookup(name) == nil {
				t.Errorf("%s takes %s, which is no parameter", m.Name, name)
			}
		}
		if m.Needs != "" && m.Needs != "plus-random" && !slices.Contains(m.Takes, m.Needs) {
			t.Errorf("%s needs %s, and does not take it", m.Name, m.Needs)
		}
		if m.About == "" || m.OfCrawl != (m.New == nil) {
			t.Errorf("%s is not described, or cannot be made", m.Name)
		}
	}
	f.VisitAll(func(flag *pflag.Flag) {
		if !taken[flag.Name] {
			t.Errorf("no model takes %s", flag.Name)
		}
	})
}

// Of several parameters that do not fit the error names the one that is declared first, each time.
func TestSameErrorEachTime(t *testing.T) {
	for _, c := range []struct{ model, args, want string }{
		{"gnp", "--pages 9 --back-links 0.1 --forward 0.1 --beta 0.1 --alpha 0.1", "--alpha is for generate copying or scale-free; generate gnp takes --pages, --arcs, --degree, --loops"},
		{"web", "--initiator 1,1,1,1 --scale 3 --delta-out 1 --loops", "--loops is for generate gnp; "},
		{"forest-fire", "--delta-in 1 --failed 0.1 --ghosts 0.1 --degree 3", "--degree is for generate web, gnp, copying, evolving or kronecker; "},
		{"rewired", "--scale 3 --pages 3", "--pages is for generate web, gnp, copying, evolving, scale-free or forest-fire"},
		{"kronecker", "--pages 5", "or forest-fire: of generate kronecker, --scale says how many pages there are"},
		{"kronecker", "--loops --degree 5", "; generate kronecker takes --arcs, --degree, --scale, --initiator"},
		{"kronecker", "--degree 5", "--scale is missing: the number of pages, as a power of 2"},
		{"evolving", "--degree 5 --arcs 7", "--pages is missing"},
		{"evolving", "--degree 5 --arcs 7 --pages 4", "--arcs and --degree say the same"},
		{"evolving", "--pages 0", "--pages 0: expected 1 or more"},
		{"plus", "", "--plus-random"},
	} {
		for range 50 {
			err := model(t, c.model).Check(parse(t, strings.Fields(c.args)...))
			if err == nil {
				t.Fatalf("%s %s: no error", c.model, c.args)
			}
			if got := option.Text(err, func(name string) string { return "--" + name }); !strings.Contains(got, c.want) {
				t.Fatalf("%s %s: got %q, want %q", c.model, c.args, got, c.want)
			}
		}
	}
}

// What is given in another way comes to the same: the number of arcs, of pages, and defaults that differ by model.
func TestParametersAreCompleted(t *testing.T) {
	arcs := func(name string, args ...string) (pages int, arcs int64) {
		t.Helper()
		m, p := model(t, name), parse(t, args...)
		if err := m.Check(p); err != nil {
			t.Fatal(err)
		}
		g, err := m.New(p)
		if err != nil {
			t.Fatal(err)
		}
		return g.NumNodes(), g.NumArcs()
	}
	for _, c := range []struct{ name, a, b string }{
		{"gnp", "--pages 300 --arcs 1500", "--pages 300 --degree 5"},
		{"kronecker", "--scale 6 --arcs 640", "--scale 6 --degree 10 --initiator 0.57,0.19,0.19,0.05"},
		{"scale-free", "--pages 500", "--pages 500 --alpha 0.41"},
		{"copying", "--pages 500", "--pages 500 --alpha 0.5 --degree 20"},
		{"forest-fire", "--pages 200", "--pages 200 --forward 0.37 --backward 0.32"},
	} {
		n, m := arcs(c.name, strings.Fields(c.a)...)
		if n2, m2 := arcs(c.name, strings.Fields(c.b)...); n != n2 || m != m2 || m == 0 {
			t.Errorf("%s %s: %d pages and %d arcs; %s: %d and %d", c.name, c.a, n, m, c.b, n2, m2)
		}
	}
	if n, _ := arcs("kronecker", "--scale", "7", "--degree", "2"); n != 128 {
		t.Errorf("a scale of 7 makes %d pages", n)
	}
}

func TestFindModel(t *testing.T) {
	for name, want := range map[string]string{"gpn": "did you mean gnp?", "": "expected web, gnp, "} {
		if _, err := generate.FindModel(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", name, err, want)
		}
	}
	seen := maps.Collect(func(yield func(string, bool) bool) {
		for _, name := range generate.ModelNames() {
			yield(name, true)
		}
	})
	if len(seen) != len(generate.Models) {
		t.Errorf("%d names of %d models", len(seen), len(generate.Models))
	}
}
