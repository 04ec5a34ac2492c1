package forms

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// crawlQuestion is the name of weft crawl in the list of kinds.
const crawlQuestion = "crawl"

// A Group are options under a heading. Options without a heading are the most common ones.
type Group struct {
	Title   string
	Options []*Option
}

// InGroups divides options by headings. Options without a heading come first, then the headings follow in the order of
// titles. of has the heading of each option that has one.
func InGroups(options []*Option, titles []string, of map[string]string) (all []Group) {
	for _, title := range append([]string{""}, titles...) {
		g := Group{Title: title}
		for _, o := range options {
			if t := of[o.Name]; t == title || title == "" && !slices.Contains(titles, t) {
				g.Options = append(g.Options, o)
			}
		}
		if len(g.Options) > 0 {
			all = append(all, g)
		}
	}
	return all
}

// OfCrawl returns the options of weft crawl for a new crawl. With private, a form may let a crawl connect to private
// addresses.
func OfCrawl(flags *pflag.FlagSet, private bool) (all []*Option) {
	flags.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		o := optionOf(f)
		if o.Kind == Off && !(f.Name == "allow-private" && private) || f.Hidden {
			return
		}
		if o.Kind == Off {
			o.Kind = Yes
		}
		all = append(all, o)
	})
	return all
}

// later are the options of a crawl that a later run may change.
var later = []string{
	"pages", "time", "bytes", "batch", "until", "strategy", "include", "exclude", "depth", "outside", "embeds", "types", "robots", "nofollow", "requisites", "host-pages", "host-bytes",
	"max-page", "delay", "patience", "no-traps",
}

// OfResume returns the options of a later run of a crawl. An empty value changes nothing. Lists begin with the patterns in
// force, because a run replaces them all.
func OfResume(flags *pflag.FlagSet, include, exclude []string) (all []*Option) {
	for _, name := range later {
		f := flags.Lookup(name)
		if f == nil {
			continue
		}
		o := optionOf(f)
		switch {
		case name == "include":
			o.Default, o.Drop = strings.Join(include, "\n"), "no-include"
		case name == "exclude":
			o.Default, o.Drop = strings.Join(exclude, "\n"), "no-exclude"
		case o.Kind == Yes:
			o.Kind, o.Default, o.Words = Switch, "", []string{"", "yes", "no"}
		default:
			o.Default = ""
		}
		if o.Kind == Choice {
			o.Words = append([]string{""}, o.Words...)
		}
		all = append(all, o)
	}
	return all
}

// optionOf makes an option of a flag of weft crawl.
func optionOf(f *pflag.Flag) *Option {
	s := &set{question: crawlQuestion}
	o := s.text(f.Name, f.DefValue, f.Usage)
	s.SetAnnotation(f.Name, "", slices.DeleteFunc(slices.Clone(wordsOf(f)), free)) //nolint:errcheck // the option is there
	kind, listed := kinds[crawlQuestion+" "+f.Name]
	switch t := strings.TrimPrefix(f.Value.Type(), "u"); {
	case listed:
		o.Kind = kind
	case t == "bool":
		o.Kind = Yes
	case strings.HasPrefix(t, "int"):
		o.Kind = Whole
	case t == "float64", t == "seconds":
		o.Kind = Number
	case t == "duration":
		o.Kind = Text
	}
	if o.Default == "[]" { // of a list
		o.Default = ""
	}
	if all := s.finish(); len(all) == 0 {
		o.Kind = Off
	}
	return o
}

// wordsOf returns the words that a flag declares.
func wordsOf(f *pflag.Flag) (words []string) {
	for _, values := range f.Annotations {
		if len(values) > 1 {
			words = values
		}
	}
	return words
}

// Value returns the value of a filled option, to be shown again.
func (o *Option) Value(sent []string) string {
	if len(sent) == 0 {
		if o.Kind == Yes || o.Kind == Product {
			return strconv.FormatBool(false)
		}
		return ""
	}
	return sent[0]
}
