package measure_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph/kinds"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// Distances that were cut early, or go along other arcs, are not taken for those of the defaults.
func TestSavedDistancesOfOtherOptions(t *testing.T) {
	c := ingesttest.Text(t, "a b\nb c\nc d\nd a\nd e\n")
	keep := func(kinds string, most int) {
		t.Helper()
		d, err := measure.GetDistances(t.Context(), c, measure.DistanceOptions{Options: answer.Options{Memory: 1 << 30, Workers: 1, Kinds: kinds}, MaxIterations: most})
		if err != nil {
			t.Fatal(err)
		}
		k, err := answer.NewKeeper(c, "", store.Step{Command: "weft test", Version: "0", Time: time.Unix(0, 0)})
		if err == nil {
			err = errors.Join(k.Keep(d.Kept()), k.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	keep("", 1)
	keep("embed", 0)
	if d, err := measure.SavedDistances(c, kinds.Measured, 0); d != nil || err != nil {
		t.Errorf("got %+v, %v, though only others are saved", d, err)
	}
	if d, err := measure.SavedDistances(c, kinds.Embed, 0); err != nil || d == nil || d.Kinds != "embed" {
		t.Errorf("along embeds: got %+v, %v", d, err)
	}
	keep("", 0)
	d, err := measure.SavedDistances(c, kinds.Measured, 0)
	if err != nil || d == nil || d.Cut {
		t.Fatalf("got %+v, %v", d, err)
	}
	d.Cut, d.Iterations = true, 1 // as an earlier version kept it
	r, err := c.Results("")
	if err == nil {
		err = store.SaveVector(r, store.Result{Name: "harmonic", Kinds: kinds.Measured.String(), Params: map[string]any{"distances": d}}, make([]float64, c.NumPages()))
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := measure.SavedDistances(c, kinds.Measured, 0); err == nil || !strings.Contains(err.Error(), "iterations=1") {
		t.Errorf("cut early, of an earlier version: got %v", err)
	}
}

// Descriptions of saved results, also those that earlier versions kept under a plain name, tell which options made them.
func TestCheckUsual(t *testing.T) {
	const measured = "link+embed+redirect+refresh"
	for _, c := range []struct {
		name, kinds, view, params string
		want                      []string
	}{
		{"pagerank", measured, "", `{"alpha":0.85,"dangling":"strong","method":"power","bound":4e-10,"tolerance":1e-9,"personalised":false,"iterations":90,"converged":true}`, nil},
		{"pagerank", measured, "symmetrised", `{"alpha":0.85,"dangling":"strong","bound":4e-10}`, nil},
		{"pagerank", measured, "", `{"alpha":0.5,"dangling":"strong","bound":4e-10}`, []string{"alpha=0.5"}},
		{"pagerank@symmetrised", measured, "symmetrised", `{"alpha":0.5,"dangling":"pseudo","bound":4e-10}`, []string{"alpha=0.5", "dangling=pseudo"}},
		{"pagerank+alpha=0.5", measured, "", `{"alpha":0.5}`, nil}, // the name says it
		{"pagerank", "link", "", `{"bound":0}`, []string{"kinds=link"}},
		{"pagerank", measured, "", `{"personalised":true,"preference":"0123456789abcdef","bound":0}`, []string{"preference=0123456789ab"}},
		{"pagerank", measured, "", `{"personalised":true,"bound":0}`, []string{"preference=unknown"}},
		{"pagerank", measured, "", `{"bound":1e-12,"tolerance":1e-12,"converged":true}`, nil},
		{"pagerank", measured, "", `{"bound":1e-10,"tolerance":-1,"iterations":600,"converged":false}`, nil},
		{"pagerank", measured, "", `{"bound":1e-4,"tolerance":1e-3,"iterations":9,"converged":true}`, []string{"tolerance=0.001"}},
		{"pagerank", measured, "", `{"bound":1e-4,"tolerance":1e-9,"iterations":5,"converged":false,"method":"power"}`, []string{"iterations=5", "method=power"}},
		{"pagerank", measured, "", `{"bound":1e-8,"tolerance":1e-9,"iterations":200,"converged":false,"method":"power"}`, nil}, // the defaults came no further
		{"hits-hubs", measured, "", `{"iterations":60,"norm":"l2","loops":false,"tolerance":0,"converged":false}`, nil},
		{"hits-authorities", measured, "", `{"iterations":7,"norm":"l1","loops":true,"tolerance":0,"converged":false}`, []string{"loops=true", "norm=l1", "iterations=7"}},
		{"hits-hubs", measured, "", `{"iterations":7,"norm":"l2","loops":false,"tolerance":0.1,"converged":true}`, []string{"tolerance=0.1"}},
		{"indegree", "", "", `{}`, nil},
		{"other", measured, "", `{"alpha":0.5}`, nil},
	} {
		res := store.Result{Name: c.name, Kinds: c.kinds, View: c.view}
		if c.view != "" && c.name == "pagerank" {
			res.Name += "@" + c.view
		}
		if err := json.Unmarshal([]byte(c.params), &res.Params); err != nil {
			t.Fatal(err)
		}
		err := measure.CheckUsual(res)
		u, ok := errors.AsType[*measure.UnusualError](err)
		switch {
		case err == nil && c.want == nil:
		case !ok || !slices.Equal(u.Options, c.want):
			t.Errorf("%s, %s: got %v, want %v", c.name, c.params, err, c.want)
		}
	}
}
