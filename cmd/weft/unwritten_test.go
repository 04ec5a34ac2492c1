package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"weft/answers/measure"
	"weft/internal/digits"
)

// A brokenPipe takes nothing.
type brokenPipe struct{}

var errPipe = errors.New("nobody reads this")

func (brokenPipe) Write([]byte) (int, error) { return 0, errPipe }

// What cannot be printed is no success, as text and as JSON.
func TestOutputThatCannotBeWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	var out, errs bytes.Buffer
	links := "http://a.example/ http://b.example/x\nhttp://b.example/x http://a.example/\nhttp://b.example/x http://c.example/\n"
	if got := run([]string{"import", "-", "-o", "c", "--fetched", "linking"}, strings.NewReader(links), &out, &errs); got != exitDone {
		t.Fatal(errs.String())
	}
	for _, line := range []string{ // those with most of the ways to print
		"version", "info c", "verify c", "degrees c", "rank pagerank c", "rank hits c", "components c", "distances c --from 0",
		"rank pagerank c --plan", "components c --plan", "compare c c", "fidelity c", "seeds c -k 1 --min-core 1x1 --prune none", "quotient c -o hosts --force", "info nowhere",
	} {
		for _, args := range []string{line, line + " --json"} {
			errs.Reset()
			if got := run(strings.Fields(args), strings.NewReader(""), brokenPipe{}, &errs); got != exitFailed || line != "info nowhere" && !strings.Contains(errs.String(), errPipe.Error()) {
				t.Errorf("weft %s: exit status %d, %s", args, got, errs.String())
			}
		}
	}
	errs.Reset()
	if got := run([]string{"export", "c"}, strings.NewReader(""), brokenPipe{}, &errs); got != exitFailed || !strings.Contains(errs.String(), errPipe.Error()) {
		t.Errorf("weft export c: exit status %d, %s", got, errs.String())
	}
}

// Memory that was not stated is not shown as 0.
func TestSpeedsAreShown(t *testing.T) {
	var b strings.Builder
	printSpeeds(&b, []measure.Speed{{Operation: "scan", Peak: 4 << 20}, {Operation: "hits", Need: 1, Peak: 3}, {Operation: "sort", Need: 5 << 20}})
	rows := strings.Split(b.String(), "\n")
	for i, want := range []string{"– " + digits.Size(4<<20), digits.Size(1) + " " + digits.Size(3), digits.Size(5<<20) + " " + digits.Size(0)} {
		if got := strings.Join(strings.Fields(rows[i+1]), " "); !strings.HasSuffix(got, want) {
			t.Errorf("got %q, want %q at its end", got, want)
		}
	}
}
