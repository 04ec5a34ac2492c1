// Package answer is what every question to a crawl goes through: what it is called, which options it takes, in which stages it reads the crawl,
// and what it gives. Terminal, JSON, plan, saved files and report are made of these values alone, so that none of them says
// what another does not, and a question that is asked nowhere else is a folder of its own and a line in package answers.
//
// A first form had a function for each of these in each place: a plan named fewer bytes than the work took, as nothing held the two together. Here the
// stages that a plan adds up are the views that the work opens.
package answer

import (
	"context"
	"fmt"
	"io"

	"weft/internal/option"
	"weft/store"
)

// A Question can be asked of any crawl.
type Question struct {
	// Name is what people type, such as "degrees" or "rank hits"; the last word names the answer.
	Name  string
	Short string // what it does, in some words
	Long  string // and in some sentences
	More  string // of what to type behind the crawl, for the example
	// Title heads a section of the report, which asks the question as it is without options; none if it is empty.
	Title string
	// New returns the question with its defaults.
	New func() Asker
}

// An Asker is a question with its options.
type Asker interface {
	// Flags declares the options.
	Flags(Flags)
	// Check refuses options that cannot be, whatever the crawl, with an [OptionError].
	Check() error
	// Stages are the parts of the work, in order, as Ask does them. It refuses what cannot be asked of this crawl, before anything is read.
	Stages(ctx context.Context, c *store.Crawl, o Options) ([]Stage, error)
	// Ask does the work.
	Ask(ctx context.Context, c *store.Crawl, o Options) (Answer, error)
}

// An Answer is told as JSON: its exported fields with tags are described in docs/json.md.
type Answer interface {
	// Blocks are what people read.
	Blocks() []Block
	// Kept is what is saved of it.
	Kept() Kept
}

// Flags take options; a set of flags of package pflag is one. A name in back quotes in the usage stands for the value.
type Flags interface {
	BoolVar(p *bool, name string, value bool, usage string)
	IntVar(p *int, name string, value int, usage string)
	Float64Var(p *float64, name string, value float64, usage string)
	StringVar(p *string, name, value, usage string)
	StringArrayVar(p *[]string, name string, value []string, usage string)
}

// An OptionError refuses the value of an option, or an option without another.
type OptionError struct {
	Option string
	Value  any
	Want   string
	Lacks  string // the other
}

func (e *OptionError) Error() string { return e.Said(option.Quoted) }

// Said is that of [option.Namer].
func (e *OptionError) Said(call func(string) string) string {
	if e.Lacks != "" {
		return call(e.Option) + " goes with " + call(e.Lacks)
	}
	return fmt.Sprintf("%s %v: want %s", call(e.Option), e.Value, e.Want)
}

// CheckTop refuses a list of fewer than no rows.
func CheckTop(top int) error {
	if top < 0 {
		return &OptionError{Option: "top", Value: top, Want: "0 or more"}
	}
	return nil
}

// A Block is a part of what people read: a Figure, a Table or a Text.
type Block interface {
	write(w io.Writer)
}
