package answer_test

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/store"
)

func flag(name string) string { return "--" + name }

// The first rule that is broken is told, its option by the name that whoever runs the program knows; a refusal keeps
// what it wraps.
func TestRefusals(t *testing.T) {
	alpha, _ := strconv.ParseFloat("NaN", 64) // as people type it
	for _, c := range []struct {
		err  error
		want string
	}{
		{answer.CheckAll(), ""},
		{answer.CheckAll(answer.AtLeast("runs", 3, 3), answer.OneOf("core", "size", []string{"density", "size"})), ""},
		{answer.CheckAll(answer.AtLeast("runs", 3, 3), answer.AtLeast("top", -1, 0), answer.AtLeast("runs", 2, 3)), "--top -1: expected 0 or more"},
		{answer.CheckAll(answer.OneOf("core", "sise", []string{"density", "size"})), "--core sise: expected one of density, size; did you mean size?"},
		{answer.CheckAll(answer.Rule{Holds: alpha > 0, Option: "alpha", Value: alpha, Want: "more than 0"}), "--alpha NaN: expected more than 0"},
		{answer.Refused("{back} requires {from}, not with %s", "{nothing}"), "--back requires --from, not with {nothing}"},
		{answer.Refused("{seeds}: %w", fs.ErrNotExist), "--seeds: file does not exist"},
	} {
		if c.want == "" {
			if c.err != nil {
				t.Errorf("got %v, want none", c.err)
			}
			continue
		}
		var refused *answer.OptionError
		if !errors.As(c.err, &refused) || option.Text(c.err, flag) != c.want {
			t.Errorf("got %q, want %q", option.Text(c.err, flag), c.want)
		}
	}
	if !errors.Is(answer.Refused("{seeds}: %w", fs.ErrNotExist), fs.ErrNotExist) {
		t.Error("what a refusal wraps is not found")
	}
}

// Printed tables have aligned columns, no trailing blanks, one line for each row whatever its cells hold, and options as
// users type them.
func TestPrint(t *testing.T) {
	table := &answer.Table{Title: "sizes", Columns: []answer.Column{{Title: "γ", Width: 3}, {Title: "name", Width: -6, Gap: 1}, {Title: "rest"}}}
	table.Add("12", "a")
	table.Add("1", "b\x1b[31m\nc", "end")
	bare := &answer.Table{NoHead: true, Apart: true, Columns: []answer.Column{{}, {}}}
	bare.Add("", "http://a.example/")
	var b strings.Builder
	answer.Print(&b, []answer.Block{
		answer.Row("pages", "%d\n%s", 3, "x"), table, bare, answer.Text("so\tit is"),
		answer.Advise("cut", "at %d; {iterations} 0 takes all", 7), answer.Advise("", "try {init}"),
	}, flag)
	want := "pages            3\\nx\n\nsizes\n  γ name    rest\n 12 a\n  1 b\\x1b[31m\\nc  end\n\n  http://a.example/\nso\\tit is\ncut              at 7; --iterations 0 takes all\ntry --init\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	defer func() {
		if recover() == nil {
			t.Error("a row of more cells than columns was taken")
		}
	}()
	bare.Add("1", "2", "3")
}

// A stage that sees no view is held against the budget like others.
func TestStagesWithoutAViewAreHeld(t *testing.T) {
	stages := []answer.Stage{{View: store.ViewOptions{What: "crawling"}, Form: "links are held", Need: store.Heap("links", 1000)}}
	p, err := answer.MakePlan(nil, "simulate", mem.Base+1000, stages)
	if err != nil || p.Need != mem.Base+1000 {
		t.Errorf("within the budget: got %+v, %v", p, err)
	}
	var short *mem.ShortError
	if _, err := answer.MakePlan(nil, "simulate", mem.Base+999, stages); !errors.As(err, &short) || short.Need != mem.Base+1000 {
		t.Errorf("a byte less: got %v", err)
	}
}
