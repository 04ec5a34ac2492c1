package cores

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/internal/disk"
	"weft/internal/drawn"
	"weft/internal/stoptest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// A command that is stopped anywhere leaves a file that does not look whole, and goes on within a shape when it is
// given again: with the same file and the same answer. Where somebody has cut the file before that, it does not.
func TestAStoppedFileGoesOnWithinAShape(t *testing.T) {
	r := drawn.Rand(t)
	folder := t.TempDir()
	defer disk.Observe(folder, func(*disk.Op) error { return nil })()         // which saves the syncs
	for kind, pages := range map[string]int{disjoint: 16_000, maximal: 800} { // blocks are of 4096 fans, and of 16 centers
		q, c := defaults(kind), made(t, r, pages)
		q.i, q.j = "1", "1..2"
		q.output = filepath.Join(t.TempDir(), "whole")
		got, err := ask(t, c, q, answer.Options{Memory: 1 << 30, Workers: 1})
		x := stopped{c: c, q: q, want: asJSON(t, got, err), whole: read(t, q.output), folder: folder}
		stoptest.Somewhere(t, 20, func(ctx context.Context) error { return x.stop(t, ctx) })
		if x.gone == 0 {
			t.Errorf("%s: no file was gone on with", kind)
		}
	}
}

// stopped is a question that is stopped, and asked again.
type stopped struct {
	c           *store.Crawl
	q           asked
	want, whole string // the answer and the file
	folder      string
	stops, gone int
}

func (x *stopped) stop(t *testing.T, ctx context.Context) error { //nolint:revive // a test first, then a context that is not its own
	t.Helper()
	x.q.output = filepath.Join(t.TempDir(), "cliques")
	goesOn := false
	o := answer.Options{Memory: 1 << 30, Workers: 2, Interim: answer.NewInterim(x.folder), Inform: func(text string, warning bool) {
		if goesOn = goesOn || strings.HasPrefix(text, "cores continues "); warning {
			t.Error(text)
		}
	}}
	o.Interim.Every = 0
	if _, err := askIn(t, ctx, x.c, x.q, o); err == nil {
		return nil
	}
	text, err := os.ReadFile(x.q.output)
	left := string(text)
	if err != nil { // it was stopped before there was one
		left = x.whole[:strings.IndexByte(x.whole, '\n')+1]
	}
	if !strings.HasPrefix(x.whole, left) || left == x.whole {
		t.Fatalf("%s: %d bytes were left, which are no beginning of the %d of the whole", x.q.kind, len(left), len(x.whole))
	}
	x.stops++
	switch first := strings.IndexByte(left, '\n') + 1; x.stops % 4 {
	case 1:
		write(t, x.q.output, left[:first])
	case 2:
		write(t, x.q.output, left+"{\"fans\":[1")
	}
	goesOn = false
	got, err := ask(t, x.c, x.q, o)
	if text := asJSON(t, got, err); text != x.want {
		t.Fatalf("%s: got %s, want %s", x.q.kind, text, x.want)
	}
	if now := read(t, x.q.output); now != x.whole {
		t.Fatalf("%s: another file, of %d bytes, want %d", x.q.kind, len(now), len(x.whole))
	}
	if goesOn {
		x.gone++
		if x.stops%4 == 1 {
			t.Errorf("%s goes on with a file that was cut", x.q.kind)
		}
	}
	return ctx.Err()
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A file says all that its cliques depend on: who asks with another option is refused, and it is as it was.
func TestAFileSaysItsOptions(t *testing.T) {
	c := made(t, drawn.Rand(t), 60)
	o := answer.Options{Memory: 1 << 30, Workers: 1}
	for kind, differ := range map[string]map[string]func(*asked){
		disjoint: {"max-degree": func(q *asked) { q.maxDegree = 7 }, "steps": func(q *asked) { q.steps = 1000 }, "kind": func(q *asked) { q.kind = maximal }},
		maximal:  {"max-degree": func(q *asked) { q.maxDegree = 7 }, "steps": func(q *asked) { q.steps = 1 }, "least": func(q *asked) { q.i = "2..4" }, "limit": func(q *asked) { q.limit = 3 }},
	} {
		q := defaults(kind)
		q.output = filepath.Join(t.TempDir(), "cliques")
		if _, err := ask(t, c, q, o); err != nil {
			t.Fatal(err)
		}
		whole := read(t, q.output)
		for what, change := range differ {
			p := q
			change(&p)
			if _, err := ask(t, c, p, o); err == nil || !strings.Contains(err.Error(), "its "+what) || !strings.Contains(err.Error(), ":1: ") {
				t.Errorf("%s, another %s: %v", kind, what, err)
			}
			if read(t, q.output) != whole {
				t.Fatalf("%s, another %s: the file is another", kind, what)
			}
		}
		old := regexp.MustCompile(`,"steps":\d+`).ReplaceAllString(whole, "") // of a version that did not say it
		write(t, q.output, old)
		if _, err := ask(t, c, q, o); err != nil {
			t.Errorf("%s, a file without steps: %v", kind, err)
		}
	}
}

// Cliques that were given up are looked for as long as the file says, when it is checked, unless more steps are asked for.
func TestTheStepsOfAFileAreChecked(t *testing.T) {
	var lines strings.Builder // each fan links to most of the centers
	for u := range 12 {
		for v := range 12 {
			if (u+v)%5 > 0 {
				lines.WriteString("http://a.test/" + string(rune('a'+u)) + "\thttp://b.test/" + string(rune('a'+v)) + "\n")
			}
		}
	}
	c, o := ingesttest.Text(t, lines.String()), answer.Options{Memory: 1 << 30, Workers: 1}
	q := defaults(disjoint)
	q.i, q.j, q.steps, q.output = "5", "5", 1, filepath.Join(t.TempDir(), "cliques")
	got, err := ask(t, c, q, o)
	if err != nil || got.(*Found).Cells[0].Cut == 0 || *got.(*Found).Cells[0].Cliques != 0 {
		t.Fatalf("%+v, %v: want a search that is given up", got, err)
	}
	p := defaults(disjoint)
	p.check = q.output
	got, err = ask(t, c, p, o)
	if err != nil || got.(*Checked).Steps != 1 || got.(*Checked).Unsure == 0 {
		t.Errorf("%+v, %v: want doubts after one step", got, err)
	}
	p.steps = 1 << 20
	if _, err = ask(t, c, p, o); err == nil {
		t.Error("no clique is left, after more steps")
	}
}
