// Package option lets libraries name their options in errors. What an option is called where somebody sets it, as a flag or otherwise, only the
// program before the library knows; so an error keeps the names apart from its words, and [Text] puts in them what the program calls them. A
// library that wrote "--force" into its words would tell its users of a command that they do not run.
package option

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// An Error names options.
type Error struct {
	format string // in which {force} stands for the option force
	args   []any
	err    error // what fmt makes of them, for what it wraps
}

// Errorf makes an error as [fmt.Errorf] does, where a name in braces in the format, and there alone, is that of an option.
func Errorf(format string, args ...any) error {
	return &Error{format, args, fmt.Errorf(format, args...)}
}

// Error calls the option force 'force'.
func (e *Error) Error() string { return e.Said(Quoted) }

// Unwrap returns an error that wraps what this one does.
func (e *Error) Unwrap() error { return e.err }

var braced = regexp.MustCompile(`\{[a-z][a-z-]*\}`)

// Said is the text of the error, and of the errors among its arguments, where options are called what call says.
func (e *Error) Said(call func(option string) string) string {
	args := slices.Clone(e.args)
	for i, a := range args {
		if err, is := a.(error); is {
			args[i] = errors.New(Text(err, call))
		}
	}
	format := braced.ReplaceAllStringFunc(e.format, func(name string) string {
		return strings.ReplaceAll(call(strings.Trim(name, "{}")), "%", "%%")
	})
	return fmt.Errorf(format, args...).Error()
}

// Quoted is what a library calls an option by itself.
func Quoted(option string) string { return "'" + option + "'" }

// A Namer is an error that names options: an [Error], or one of another type.
type Namer interface {
	error
	Said(call func(option string) string) string
}

// Text is the text of an error, where options that it or an error in it names are called what call says.
func Text(err error, call func(option string) string) string {
	if n, is := any(err).(Namer); is {
		return n.Said(call)
	}
	text := err.Error()
	for _, in := range wrapped(err) {
		if plain, said := in.Error(), Text(in, call); said != plain {
			text = strings.ReplaceAll(text, plain, said)
		}
	}
	return text
}

func wrapped(err error) []error {
	switch w := any(err).(type) {
	case interface{ Unwrap() error }:
		if in := w.Unwrap(); in != nil {
			return []error{in}
		}
	case interface{ Unwrap() []error }:
		return w.Unwrap()
	}
	return nil
}
