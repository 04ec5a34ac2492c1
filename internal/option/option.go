// Package option lets libraries name their options in errors. Only the program that calls the library knows the
// name under which users set an option, as a flag or otherwise. So an error keeps the names apart from its text,
// and [Text] inserts the program's names. If a library wrote "--force" into its text, users of other programs
// would read about a flag that they do not have.
package option

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"weft/internal/held"
)

// A Namer is an error that names options. Said is its text where an option is called what call says.
type Namer interface {
	error
	Said(call func(option string) string) string
}

// Quoted is the library's own name of an option.
func Quoted(option string) string { return "'" + option + "'" }

// Text is the text of an error, where options that it or an error in it names are called what call says.
func Text(err error, call func(option string) string) string {
	var in []error
	switch e := any(err).(type) {
	case Namer:
		return e.Said(call)
	case interface{ Unwrap() []error }:
		in = e.Unwrap()
	case interface{ Unwrap() error }:
		in = []error{e.Unwrap()}
	}
	text := err.Error()
	for _, e := range in {
		if e == nil {
			continue
		}
		if raw := e.Error(); raw != "" {
			text = strings.ReplaceAll(text, raw, Text(e, call))
		}
	}
	return text
}

type named struct {
	format string
	args   []any
	error  // made by fmt.Errorf; it wraps the errors among the arguments
}

// A Name is an option as an argument of [Errorf], for options that are not known before.
type Name string

// Names are several options, with commas between them.
type Names []string

// Errorf makes an error as [fmt.Errorf] does, a [Namer]: {force} in the format, and there alone, names the option force.
// Arguments of the types [Name] and [Names] name options, too.
func Errorf(format string, args ...any) error {
	return &named{format, args, fmt.Errorf(format, args...)}
}

func (e *named) Error() string { return e.Said(Quoted) }
func (e *named) Unwrap() error { return e.error }

var braced = held.Regexp(`\{[a-z][a-z-]*\}`)

func (e *named) Said(call func(option string) string) string {
	args := slices.Clone(e.args)
	for i, a := range args {
		switch a := a.(type) {
		case error:
			args[i] = errors.New(Text(a, call))
		case Name:
			args[i] = call(string(a))
		case Names:
			var called []string
			for _, name := range a {
				called = append(called, call(name))
			}
			args[i] = strings.Join(called, ", ")
		}
	}
	format := braced().ReplaceAllStringFunc(e.format, func(name string) string {
		return strings.ReplaceAll(call(strings.Trim(name, "{}")), "%", "%%")
	})
	return fmt.Errorf(format, args...).Error()
}
