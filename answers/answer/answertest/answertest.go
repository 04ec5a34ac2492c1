// Package answertest asks questions as a command line does, for tests.
package answertest

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"weft/answers/answer"
	"weft/internal/option"
	"weft/store"
)

// Ask returns a question with the options and arguments of a command line.
func Ask(t testing.TB, q answer.Asker, args ...string) answer.Asker {
	t.Helper()
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	q.Flags(f)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	if n, ok := q.(answer.Named); ok {
		n.Named(f.Args())
	}
	return q
}

// AskNamed returns the question with a name.
func AskNamed(t testing.TB, all []answer.Question, name string, args ...string) answer.Asker {
	t.Helper()
	i := slices.IndexFunc(all, func(q answer.Question) bool { return q.Name == name })
	if i < 0 {
		t.Fatalf("there is no question %s", name)
	}
	return Ask(t, all[i].New(), args...)
}

// Result asks a crawl a question whose options are fine, and returns the answer, which must be of type T.
func Result[T answer.Answer](t testing.TB, q answer.Asker, c *store.Crawl, o answer.Options) T {
	t.Helper()
	w, err := q.Plan(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.Do()
	if err != nil {
		t.Fatal(err)
	}
	result, is := got.(T)
	if !is {
		t.Fatalf("the answer is a %T", got)
	}
	return result
}

// Text is the text of an error, where options are called as flags; empty for none.
func Text(err error) string {
	if err == nil {
		return ""
	}
	return option.Text(err, func(name string) string { return "--" + name })
}

// Checks refuses or takes options. A line is the name of a question and its options; after => stands how the error
// begins, and nothing where the options are fine.
func Checks(t *testing.T, all []answer.Question, lines string) {
	t.Helper()
	n := 0
	for line := range strings.Lines(lines) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		n++
		command, want, _ := strings.Cut(strings.TrimSpace(line), "=>")
		want = strings.TrimSpace(want)
		words := strings.Fields(command)
		i := len(words)
		for ; i > 0; i-- { // the longest name that is one
			name := strings.Join(words[:i], " ")
			if slices.ContainsFunc(all, func(q answer.Question) bool { return q.Name == name }) {
				break
			}
		}
		got := Text(AskNamed(t, all, strings.Join(words[:i], " "), words[i:]...).Check())
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
	if n == 0 {
		t.Error("there are no lines")
	}
}
