// Package offered keeps the values that a flag can have beside the flag. Shells offer them, and errors and tests read
// them, so no table of flags and values has to be kept up to date.
package offered

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

const annotation = "weft_values"

// Set declares the values of a flag that the set has. A value such as score:FILE has a part that the user names.
func Set[T any](f *pflag.FlagSet, flag string, values []T) {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprint(v)
	}
	if err := f.SetAnnotation(flag, annotation, words); err != nil {
		panic(err) // there is no such flag: a mistake in the program
	}
}

// List declares the values of a flag, and ends its help with them.
func List[T any](f *pflag.FlagSet, flag string, values []T) {
	Set(f, flag, values)
	of := f.Lookup(flag)
	of.Usage += ": " + strings.Join(of.Annotations[annotation], ", ")
}

// Of returns the values of a flag, as a shell offers them: of score:FILE the part score:. It returns nil for a flag
// that declares none.
func Of(flag *pflag.Flag) []string {
	var words []string
	for _, v := range flag.Annotations[annotation] {
		if name, argument, has := strings.Cut(v, ":"); has && argument == strings.ToUpper(argument) {
			v = name + ":"
		}
		words = append(words, v)
	}
	return words
}
