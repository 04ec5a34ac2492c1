package cores

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weft/algo/core"
	"weft/answers/answer"
	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// made is a crawl of some pages, 20 at least, in which groups of fans link to groups of centers, and some links at random.
// Five pairs of fans and their centers have no page in common, so that there are two disjoint cliques, whichever is taken.
func made(t *testing.T, r *rand.Rand, pages int) *store.Crawl {
	t.Helper()
	var lines strings.Builder
	link := func(u, v int) { fmt.Fprintf(&lines, "http://h%d.test/%d\thttp://h%d.test/%d\n", u%7, u, v%7, v) }
	for range pages {
		link(r.IntN(pages), r.IntN(pages))
	}
	for x := range slices.Chunk(r.Perm(pages)[:20], 4) {
		for _, u := range x[:2] {
			link(u, x[2])
			link(u, x[3])
		}
	}
	for range pages / 10 {
		fans, heads := r.Perm(pages)[:1+r.IntN(6)], r.Perm(pages)[:1+r.IntN(6)]
		for _, u := range fans {
			for _, v := range heads {
				link(u, v)
			}
		}
	}
	return ingesttest.Text(t, lines.String())
}

// defaults are a question for the shapes up to (4,3).
func defaults(kind string) asked {
	return asked{i: "1..4", j: "2..3", kind: kind, maxDegree: 50, top: 2}
}

func ask(t *testing.T, c *store.Crawl, q asked, o answer.Options) (answer.Answer, error) {
	t.Helper()
	return askIn(t, t.Context(), c, q, o)
}

func askIn(t *testing.T, ctx context.Context, c *store.Crawl, q asked, o answer.Options) (answer.Answer, error) { //nolint:revive // a test first, then a context that is not its own
	t.Helper()
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	w, err := q.Plan(ctx, c, o)
	if err != nil {
		t.Fatal(err)
	}
	return w.Do()
}

func asJSON(t *testing.T, v any, err error) string {
	t.Helper()
	text, e := json.Marshal(v)
	if err := errors.Join(err, e); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Wherever the file is cut, the same command ends with the same file and the same answer.
func TestAnInterruptedFileIsGoneOnWith(t *testing.T) {
	r := drawn.Rand(t)
	c := made(t, r, 60)
	o := answer.Options{Memory: 1 << 30, Workers: 2}
	q := defaults(disjoint)
	q.output = filepath.Join(t.TempDir(), "cliques")
	got, err := ask(t, c, q, o)
	want := asJSON(t, got, err)
	whole, err := os.ReadFile(q.output)
	if err != nil {
		t.Fatal(err)
	}
	first := bytes.IndexByte(whole, '\n') + 1
	for _, at := range append(r.Perm(len(whole) - first + 1)[:25], 0, len(whole)-first) {
		if err := os.WriteFile(q.output, whole[:first+at], 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := ask(t, c, q, o)
		if text := asJSON(t, got, err); text != want {
			t.Fatalf("cut at %d of %d: got %s, want %s", first+at, len(whole), text, want)
		}
		if now, err := os.ReadFile(q.output); err != nil || !bytes.Equal(now, whole) {
			t.Fatalf("cut at %d of %d: %v, the file is\n%s\nwant\n%s", first+at, len(whole), err, now, whole)
		}
	}
}

// A line that is damaged before the end is told with its place, and nothing is cut off.
func TestDamageOfAFileIsTold(t *testing.T) {
	c := made(t, drawn.Rand(t), 60)
	o := answer.Options{Memory: 1 << 30}
	q := defaults(disjoint)
	q.output = filepath.Join(t.TempDir(), "cliques")
	if _, err := ask(t, c, q, o); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(q.output)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	for _, x := range []struct{ line, want string }{
		{"{\"fans\":[1]}\n", "expected fans and centers, or i and j"},
		{"{\n", "no clique"},
		{"\n", "no clique"},
		{"{\"fans\":[999999],\"centers\":[1]}\n", "there is no page 999999"},
		{"{\"fans\":[\"http://no.test/\"],\"centers\":[1]}\n", `the crawl has no page "http://no.test/"`},
		{"{\"i\":1,\"j\":2,\"cut\":0}\n", "expected i, j, left and cliques"},
		{"{\"fans\":[-1],\"centers\":[1]}\n", "no clique"},
		{"{\"i\":1,\"j\":2,\"cliques\":5,\"left\":{},\"cut\":0}\n", "5 cliques"},
		{"{\"fans\":[null],\"centers\":[1]}\n", "got an empty name"},
		{"{\"fans\":[1],\"centers\":[\"\"]}\n", "got an empty name"},
		{"{\"fans\":[1],\"i\":1,\"j\":2,\"cliques\":0,\"left\":{},\"cut\":0}\n", "expected fans and centers, or i and j"},
		{strings.TrimSpace(string(lines[1])) + " junk\n", "unexpected text"},
		{strings.TrimSpace(string(lines[1])) + string(lines[2]), "unexpected text"},
	} {
		bad := bytes.Join([][]byte{lines[0], []byte(x.line), bytes.Join(lines[1:], nil)}, nil)
		if err := os.WriteFile(q.output, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		look := q
		look.check, look.output = q.output, ""
		for _, q := range []asked{q, look} {
			_, err := ask(t, c, q, o)
			if err == nil || !strings.Contains(err.Error(), q.output+q.check+":2: ") || !strings.Contains(err.Error(), x.want) {
				t.Errorf("%q: got %v, want line 2 and %q", x.line, err, x.want)
			}
		}
		if now, _ := os.ReadFile(q.output); !bytes.Equal(now, bad) {
			t.Errorf("%q: the file was changed", x.line)
		}
	}
}

// Whatever bit of the first line is wrong, the cliques are not taken for those of another question.
func TestTheFirstLineIsHeldTo(t *testing.T) {
	c := made(t, drawn.Rand(t), 20)
	q := defaults(disjoint)
	q.output = filepath.Join(t.TempDir(), "cliques")
	if _, err := ask(t, c, q, answer.Options{Memory: 1 << 30}); err != nil {
		t.Fatal(err)
	}
	whole, _ := os.ReadFile(q.output)
	first := whole[:bytes.IndexByte(whole, '\n')+1]
	want, err := newReader("x", bytes.NewReader(first)).header()
	if err != nil || want.Steps == 0 {
		t.Fatalf("%+v, %v", want, err)
	}
	for at := range len(first) * 8 {
		bad := bytes.Clone(first)
		bad[at/8] ^= 1 << (at % 8)
		if got, err := newReader("x", bytes.NewReader(bad)).header(); err == nil && got != want && got.unlike(want) == "" {
			t.Errorf("%q is taken for %q", bad, first)
		}
	}
}

// What was written is right; a clique that is lost, changed or there twice is told with its line.
func TestAFileIsChecked(t *testing.T) {
	r := drawn.Rand(t)
	c := made(t, r, 80)
	o := answer.Options{Memory: 1 << 30}
	q := defaults(disjoint)
	q.i, q.j = "2", "2"
	q.output = filepath.Join(t.TempDir(), "cliques")
	got, err := ask(t, c, q, o)
	if err != nil || *got.(*Found).Cells[0].Cliques < 2 {
		t.Fatalf("%+v, %v: want two cliques or more", got, err)
	}
	whole, _ := os.ReadFile(q.output)
	lines := strings.SplitAfter(string(whole), "\n")
	look := q
	look.check, look.output = q.output, ""
	if got, err = ask(t, c, look, o); err != nil || got.(*Checked).Cliques != int64(len(lines)-3) {
		t.Fatalf("got %+v, %v; want %d cliques", got, err, len(lines)-3)
	}
	cliques := lines[1 : len(lines)-2]
	end := func(n int) string {
		return strings.Replace(lines[len(lines)-2], fmt.Sprintf(`"cliques":%d`, len(cliques)), fmt.Sprintf(`"cliques":%d`, n), 1)
	}
	at := r.IntN(len(cliques) - 1)
	all := strings.Join(cliques, "") + end(len(cliques))
	other := func(member string) string {
		return regexp.MustCompile(`"`+member+`":[0-9.]+`).ReplaceAllString(all, `"`+member+`":77777`)
	}
	for name, x := range map[string]struct {
		text string
		line int
		want string
	}{
		"lost":     {strings.Join(cliques[1:], "") + end(len(cliques)-1), len(cliques) + 1, "one more clique is left, of these fans and centers: http://h"},
		"twice":    {strings.Join(cliques[:at+1], "") + cliques[at] + strings.Join(cliques[at+1:], "") + end(len(cliques)+1), at + 3, "it is a fan twice: http://h"},
		"no end":   {strings.Join(cliques, ""), len(cliques) + 1, "does not end"},
		"nothing":  {"", 1, "nothing follows it"},
		"again":    {all + all, 2*len(lines[1:len(lines)-1]) + 1, "(2,2) ends a second time"},
		"fans":     {other("fans"), len(cliques) + 2, "the core of (2,2) is said to be"},
		"arcs":     {other("arcs"), len(cliques) + 2, "the core of (2,2) is said to be"},
		"border":   {other("removed_border"), len(cliques) + 2, "the core of (2,2) is said to be"},
		"miscount": {strings.Join(cliques, "") + end(len(cliques)+1), len(cliques) + 2, "the end of"},
	} {
		if err := os.WriteFile(q.output, []byte(lines[0]+x.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ask(t, c, look, o); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s:%d: ", q.output, x.line)) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got %v, want line %d: %s", name, err, x.line, x.want)
		}
	}
}

// Whatever the budget and the workers, the answer is the same, and the plan names what the work takes; less is refused.
func TestEveryFormGivesTheSame(t *testing.T) {
	c := made(t, drawn.Rand(t), 3000)
	for _, kind := range Kinds {
		forms, want := map[string]bool{}, ""
		step := int64(1 << 11)
		for budget := int64(1 << 24); budget < 1<<27; budget += step {
			q := defaults(kind)
			o := answer.Options{Memory: budget, Workers: 2}
			if err := q.Check(); err != nil {
				t.Fatal(err)
			}
			w, err := q.Plan(t.Context(), c, o)
			if err != nil {
				t.Fatal(err)
			}
			p, err := answer.MakePlan(c, "cores", budget, w.Stages)
			if short := new(mem.ShortError); errors.As(err, &short) {
				if len(forms) > 0 {
					t.Errorf("%s: %d bytes are refused, less was not", kind, budget)
				}
				continue
			}
			if err != nil || p.Need > budget {
				t.Fatalf("%s: need %d of %d, %v", kind, p.Need, budget, err)
			}
			held := p.Parts[len(p.Parts)-1].Name == "links of cores, as far as they fit"
			form := fmt.Sprint(p.Form, held && p.Parts[len(p.Parts)-1].Bytes > 1<<16)
			if forms[form] {
				continue
			}
			if forms[form] = true; p.Form != store.OnDisk {
				step = 1 << 16
			}
			got, err := w.Do()
			if text := asJSON(t, got, err); want == "" {
				want = text
			} else if text != want {
				t.Errorf("%s, %s: got %s, want %s", kind, form, text, want)
			}
		}
		if len(forms) < 4 {
			t.Errorf("%s: only the forms %v", kind, forms)
		}
	}
}

// What fans share takes no heap that copies of what is live need, as without these each core is made anew: more memory
// never makes a table slower by that. Nor is heap stated for it where it lies in a scratch file.
func TestCopiesComeBeforeWhatIsShared(t *testing.T) {
	c := made(t, drawn.Rand(t), 3000)
	q := defaults(disjoint)
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	copies, shared := core.CopiesBytes(c.NumPages()), q.sharedBytes(c.NumPages())
	seen := map[string]bool{}
	for budget := int64(1 << 24); budget < 1<<25; budget += 1 << 10 {
		stage, left, err := q.stage(t.Context(), c, answer.Options{Memory: budget, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		p, err := answer.MakePlan(c, "cores", budget, []answer.Stage{stage})
		if err != nil {
			continue
		}
		spare := budget - p.Need + left.held // unless it is more than cores can take
		stated := slices.ContainsFunc(p.Parts, func(x mem.Part) bool { return x.Name == "what fans share" })
		if stated {
			spare += shared
		}
		if stated != left.shared || stated && p.Form == store.OnDisk || (left.held >= copies) != (spare >= copies) || left.shared != (spare >= copies+shared) {
			t.Fatalf("%d bytes, %s: of %d to spare %d are held, with %d of copies; of what is shared %d stated: %v, on the heap: %v", budget, p.Form, spare, left.held, copies, shared, stated, left.shared)
		}
		seen[fmt.Sprint(left.held >= copies, left.shared)] = true
	}
	if len(seen) != 3 {
		t.Errorf("only %v: want no room, room for copies, and room for both", seen)
	}
}

// Communities are told by the words of links from their fans to their centers, those of few communities first, and by
// the hosts of the centers.
func TestCommunitiesAreTold(t *testing.T) {
	var in strings.Builder
	page := func(url, html string) {
		block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
		fmt.Fprintf(&in, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", url, len(block), block)
	}
	for i := range 3 {
		page(fmt.Sprintf("http://a%d.test/", i), "<a href=http://bees.test/1>the Honey</a><a href=http://wax.test/2>the honey, Bees</a><a href=http://wax.test/3>of the bees</a><a href=/own>stamps</a>")
		page(fmt.Sprintf("http://b%d.test/", i), "<a href=http://post.test/1>the stamps</a><a href=http://post.test/2>the STAMPS</a><a href=http://post.test/3>the post</a>")
	}
	c := ingesttest.Text(t, in.String())
	q := defaults(disjoint)
	q.i, q.j = "3", "3"
	got, err := ask(t, c, q, answer.Options{Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, k := range got.(*Found).Top {
		told = append(told, k.title())
	}
	want := []string{"bees, honey, the: links to wax.test, bees.test", "stamps, the, post: links to post.test"}
	if fmt.Sprint(told) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", told, want)
	}
}

// A file to look at has disjoint cliques; of those of another kind nothing is said.
func TestOnlyDisjointCliquesAreChecked(t *testing.T) {
	for _, kind := range Kinds {
		q := defaults(kind)
		q.check = "cliques.jsonl"
		if err := q.Check(); (err == nil) != (kind == disjoint) || err != nil && !strings.Contains(err.Error(), kind) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
