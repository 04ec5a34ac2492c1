// Package answer defines questions about a crawl: their names, options, stages of reading the crawl, and results.
// Terminal, JSON, plan, saved files and report all derive from these values, so they agree. A new question is a
// folder of its own and a line in package answers.
//
// An earlier design had a function for each question in each of these places. A plan then named fewer bytes than
// the work took, because nothing kept the two together. Now a plan adds up the same stages that the work opens as
// views.
package answer

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"weft/internal/choice"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/store"
)

// A Question can be asked of any crawl.
type Question struct {
	// Name is the typed name, such as "degrees" or "rank hits"; its last word names the result.
	Name  string
	Short string // what it does, in some words
	Long  string // and in some sentences
	// Takes describes the arguments after the name, unless the argument is one crawl. Examples: "A B" for two
	// crawls, "CRAWL…" for one or more, "CRAWL --seeds FILE" if an option is required.
	Takes string
	// The example has the lines of Before first, then a line with the name, Of and More. An empty Of means the
	// crawl "crawl".
	Before, Of, More string
	// Planned is the name in plans, if it differs from Name.
	Planned string
	// Logged says that it reads the log of a live crawl, so that the age of the snapshot does not matter.
	Logged bool
	// States says that it lists pages by their states, which the graph does not have of pages that wait for another request.
	States bool
	// Own are shared options that it does not have, or has in a way of its own: "view", "kinds" and "output".
	Own []string
	// Section is the part of the report without further questions; nil if there is none.
	Section *Section
	// Gives are empty values of the results that the question can have. Their types describe what --json and --csv
	// print, and docs/json is made from them.
	Gives []Answer
	// Lacks names tables of the types in Gives that results of this question never have.
	Lacks []string
	// New returns the question, to be given options.
	New func() Asker
}

// A Section is a part of the report: its question, its title, and paragraphs that explain the figures. The
// paragraphs give counts, formulas with their terms, limits and sources. They name no options, because a report
// has no options.
type Section struct {
	Title string
	Asked Asker
	How   []string
}

// Pages returns how many pages can be named after the crawls: from least to most.
func (q *Question) Pages() (least, most int) {
	switch {
	case strings.HasSuffix(q.Takes, " URL…"):
		return 1, math.MaxInt
	case strings.HasSuffix(q.Takes, " URL"):
		return 1, 1
	case strings.HasSuffix(q.Takes, " [URL]"):
		return 0, 1
	}
	return 0, 0
}

// A Group is the first word of the names of some questions. It is not a question.
type Group struct {
	Name  string
	Short string
	What  string // one of these is
}

// An Asker is a question with its options.
type Asker interface {
	// Flags declares the options, and gives them their defaults.
	Flags(Flags)
	// Check refuses options that cannot be, whatever the crawl, with an [OptionError].
	Check() error
	// Plan says how the crawl would be asked. It refuses what cannot be asked of it, before any of the work is done.
	Plan(ctx context.Context, c *store.Crawl, o Options) (Work, error)
}

// Work is the planned work for a result.
type Work struct {
	// Stages are its parts, in order, as Do does them.
	Stages []Stage
	Do     func() (Answer, error)
	// Aside says that nothing of the answer is kept with the crawl, whatever the question.
	Aside bool
}

// A Comparer is a question with an option that names another crawl.
type Comparer interface {
	// Other is the path of a crawl that replaces the crawl of the options; empty for no other.
	Other() string
}

// A Named is a question whose arguments may name more after the crawl, such as pages.
type Named interface {
	Named(names []string)
}

// A Seeker is a question with an option that names a file of one crawl. It says which crawl.
type Seeker interface {
	// Seeks names the file and the checksum of the graph of that crawl, empty if nothing says it.
	Seeks(o Options) (file, graph string)
}

// A Lister is a question that may be answered by a list, for other programs, on standard output.
type Lister interface {
	// Lists names the option that says so, and its value; empty if it does not.
	Lists() (option, value string)
}

// An Answer is a result that is printed as JSON: docs/json describes its exported fields with tags.
type Answer interface {
	// Blocks returns the report for people.
	Blocks() []Block
	// Kept returns the vectors and tables to save.
	Kept() Kept
}

// Commanding is a result whose fields contain commands. Named receives the function call, which names the options
// in them.
type Commanding interface {
	Named(call func(option string) string)
}

// A Failure is a result that is reported although it is a failure.
type Failure interface{ Err() error }

// Got converts the return values of a measure into a result.
func Got[A Answer](a A, err error) (Answer, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Flags take options; a set of flags of package pflag is one. A name in back quotes in the usage stands for the value.
type Flags interface {
	BoolVar(p *bool, name string, value bool, usage string)
	IntVar(p *int, name string, value int, usage string)
	Float64Var(p *float64, name string, value float64, usage string)
	StringVar(p *string, name, value, usage string)
	StringArrayVar(p *[]string, name string, value []string, usage string)
	StringSliceVar(p *[]string, name string, value []string, usage string)
	// These have a short name, too.
	IntVarP(p *int, name, short string, value int, usage string)
	StringVarP(p *string, name, short, value, usage string)
	StringArrayVarP(p *[]string, name, short string, value []string, usage string)
	// Changed says whether an option was given.
	Changed(name string) bool
	// Package offered annotates options with the values that they can have.
	offered.Flags
}

// An OptionError refuses the value of an option, or options that do not go together.
type OptionError struct {
	Option string
	Value  any
	Want   string
	Why    error // replaces the whole message
}

func (e *OptionError) Error() string { return e.Said(option.Quoted) }
func (e *OptionError) Unwrap() error { return e.Why }

// Said implements [option.Namer].
func (e *OptionError) Said(call func(string) string) string {
	if e.Why != nil {
		return option.Text(e.Why, call)
	}
	return fmt.Sprintf("%s %v: expected %s", call(e.Option), e.Value, e.Want)
}

// Refused refuses options for a reason that names them as option.Errorf does: "{back} requires {from}".
func Refused(format string, args ...any) error {
	return &OptionError{Why: option.Errorf(format, args...)}
}

// A Rule is a condition on the value of an option.
type Rule struct {
	Holds  bool
	Option string
	Value  any
	Want   string
}

// CheckAll refuses the first option that breaks its rule.
func CheckAll(rules ...Rule) error {
	for _, r := range rules {
		if !r.Holds {
			return &OptionError{Option: r.Option, Value: r.Value, Want: r.Want}
		}
	}
	return nil
}

// OneOf is the rule of an option that is a word.
func OneOf(name, value string, words []string) Rule {
	return Rule{slices.Contains(words, value), name, value, choice.Of(value, words)}
}

// AtLeast is the rule of an option that is a number.
func AtLeast(name string, value, least int) Rule {
	return Rule{value >= least, name, value, fmt.Sprintf("%d or more", least)}
}

// CheckTop refuses a list of fewer than no rows.
func CheckTop(top int) error { return CheckAll(AtLeast("top", top, 0)) }

// A Block is a part of a report for people: a Figure, a Table or a Text.
type Block interface {
	write(w io.Writer)
}
