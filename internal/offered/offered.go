// Package offered keeps the values that a flag can have beside the flag. Shells offer them, help lists them, and tests
// read them, so no table of flags and values has to be kept up to date.
package offered

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// Annotations of flags: the values, that help lists them, and that there are no others.
const (
	values = "weft_values"
	listed = "weft_listed"
	all    = "weft_all"
)

// Flags hold annotations of flags, as a set of flags of package pflag does.
type Flags interface {
	SetAnnotation(flag, key string, values []string) error
}

// Set declares the values of a flag of f whose usage explains them. A value such as score:FILE contains a part
// that the user chooses, in capitals.
func Set[T any](f Flags, flag string, words []T) { set(f, flag, values, words) }

// List declares the values of a flag that f has. Its usage does not name them: [Describe] adds them.
func List[T any](f Flags, flag string, words []T) {
	set(f, flag, values, words)
	set(f, flag, listed, []string{""})
	set(f, flag, all, []string{""})
}

func set[T any](f Flags, flag, key string, of []T) {
	words := make([]string, len(of))
	for i, v := range of {
		words[i] = fmt.Sprint(v)
	}
	if err := f.SetAnnotation(flag, key, words); err != nil {
		panic(err) // there is no such flag: a mistake in the program
	}
}

// Describe ends the usage of a flag with its values, if [List] declared them. They stand before a default that the usage
// states.
func Describe(flag *pflag.Flag) {
	if flag.Annotations[listed] != nil {
		usage, standard, has := strings.Cut(flag.Usage, " (default ")
		if flag.Usage = usage + ": " + strings.Join(flag.Annotations[values], ", "); has {
			flag.Usage += " (default " + standard
		}
		delete(flag.Annotations, listed)
	}
}

// Of returns the values of a flag, as a shell offers them: of score:FILE the part score:. It returns nil for a flag
// that declares none.
func Of(flag *pflag.Flag) []string {
	words := slices.Clone(flag.Annotations[values])
	for i, w := range words {
		if name, argument, has := strings.Cut(w, ":"); has && argument == strings.ToUpper(argument) {
			words[i] = name + ":"
		}
	}
	return words
}

// IsAll reports whether [List] declared the values of a flag. The flag then has no other values.
func IsAll(flag *pflag.Flag) bool { return flag.Annotations[all] != nil }
