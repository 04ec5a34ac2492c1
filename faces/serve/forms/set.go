package forms

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// add notes an option.
func (s *set) add(name string, kind Kind, value, usage string) *Option {
	o := &Option{Name: name, Kind: kind, Default: value, Usage: usage}
	if before, after, found := strings.Cut(usage, "`"); found {
		if meta, rest, found := strings.Cut(after, "`"); found {
			o.Meta, o.Usage = meta, before+meta+rest
		}
	}
	s.all = append(s.all, o)
	return o
}

// text notes an option that takes a text. Its kind follows when its words are known.
func (s *set) text(name, value, usage string) *Option { return s.add(name, "", value, usage) }

// finish gives options of texts their kinds, and drops the options that forms do not have.
func (s *set) finish() []*Option {
	for _, o := range s.all {
		if o.Kind != "" {
			continue
		}
		if own, has := ofBoth(words, s.question, o.Name); has {
			o.Words = own
		}
		o.Words = slices.DeleteFunc(slices.Clone(o.Words), free)
		if o.Kind = kindOf(s.question, o.Name, o.Words); o.Kind == Choice && o.several {
			o.Kind = Choices
		}
		switch o.Kind {
		case Product:
			o.Files, _ = ofBoth(products, s.question, o.Name)
			o.Default = ""
		case Choice:
			if !slices.Contains(o.Words, o.Default) { // such as an empty default, which stands for the question's own
				o.Words = slices.Insert(o.Words, 0, o.Default)
			}
		}
	}
	return slices.DeleteFunc(s.all, func(o *Option) bool { return o.Kind == Off })
}

// BoolVar implements answer.Flags.
func (s *set) BoolVar(p *bool, name string, value bool, usage string) {
	*p = value
	s.add(name, Yes, strconv.FormatBool(value), usage)
}

// IntVar implements answer.Flags.
func (s *set) IntVar(p *int, name string, value int, usage string) {
	*p = value
	s.add(name, Whole, strconv.Itoa(value), usage)
}

// Float64Var implements answer.Flags.
func (s *set) Float64Var(p *float64, name string, value float64, usage string) {
	*p = value
	s.add(name, Number, strconv.FormatFloat(value, 'g', -1, 64), usage)
}

// StringVar implements answer.Flags.
func (s *set) StringVar(p *string, name, value, usage string) {
	*p = value
	s.text(name, value, usage)
}

// StringArrayVar implements answer.Flags.
func (s *set) StringArrayVar(p *[]string, name string, value []string, usage string) {
	*p = value
	s.text(name, strings.Join(value, ","), usage).several = true
}

// StringSliceVar implements answer.Flags.
func (s *set) StringSliceVar(p *[]string, name string, value []string, usage string) {
	s.StringArrayVar(p, name, value, usage)
}

// IntVarP implements answer.Flags.
func (s *set) IntVarP(p *int, name, _ string, value int, usage string) {
	s.IntVar(p, name, value, usage)
}

// StringVarP implements answer.Flags.
func (s *set) StringVarP(p *string, name, _, value, usage string) { s.StringVar(p, name, value, usage) }

// StringArrayVarP implements answer.Flags.
func (s *set) StringArrayVarP(p *[]string, name, _ string, value []string, usage string) {
	s.StringArrayVar(p, name, value, usage)
}

// Changed implements answer.Flags: a form is filled later.
func (s *set) Changed(string) bool { return false }

// SetAnnotation implements answer.Flags. It notes the words of an option.
func (s *set) SetAnnotation(flag, _ string, values []string) error {
	i := slices.IndexFunc(s.all, func(o *Option) bool { return o.Name == flag })
	if i < 0 {
		return errors.New("no option " + flag)
	}
	if len(values) > 0 && values[0] != "" { // the mark that help lists the words has none
		s.all[i].Words = values
	}
	return nil
}
