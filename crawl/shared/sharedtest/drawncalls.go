package sharedtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/crawl"
	"weft/crawl/shared"
	"weft/internal/drawn"
)

// A walk makes the same drawn calls at a frontier and at a model, which is a Memory.
type walk struct {
	t       *testing.T
	r       *rand.Rand
	subject Subject
	model   *Memory
	now     time.Time // of the model

	pages    []shared.Page
	sessions []pair
	log      []string
}

// A pair is a session at the frontier, and the one of the model.
type pair struct {
	real  shared.Session
	model *session
}

// drawnCalls compares results of drawn calls with a model.
func drawnCalls(t *testing.T, subject Subject) {
	w := &walk{t: t, r: drawn.Rand(t), subject: subject, now: time.Unix(1_000_000, 0)}
	w.model = New(func() time.Time { return w.now })
	w.pages = Pages(w.r, 300, 7)
	for range 1500 {
		w.step()
		if t.Failed() {
			t.Fatalf("the last calls:\n%s", strings.Join(w.log[max(0, len(w.log)-25):], "\n"))
		}
	}
	w.finish()
}

// Pages returns n pages of a number of hosts, with names that a service might confuse.
func Pages(r *rand.Rand, n, hosts int) (pages []shared.Page) {
	odd := []string{"a.example", "a.example:8080", "A.example", "ü.example", "h:free", "%s\x00\xff{}", strings.Repeat("long.", 50)}
	for i := range n {
		h := r.IntN(hosts)
		host := odd[h%len(odd)]
		if h >= len(odd) {
			host += fmt.Sprint(h)
		}
		key := crawl.Key(r.Uint64())
		if i < 8 { // also around the largest signed number, and the largest that a float keeps
			key = []crawl.Key{0, 1, 1<<53 - 1, 1<<53 + 1, 1<<63 - 1, 1 << 63, 1<<64 - 2, 1<<64 - 1}[i]
		}
		url := fmt.Sprintf("https://%s/%x", host, key)
		if r.IntN(10) == 0 {
			url = []string{"", "\x00\r\n", "http://" + host, "https://" + host, strings.Repeat("u", 3000)}[r.IntN(5)]
		}
		note := strings.Repeat(fmt.Sprintf("\x00%d\xff", i), r.IntN(9))
		pages = append(pages, shared.Page{Key: key, Host: host, URL: []byte(url), Note: []byte(note)})
	}
	return pages
}

func (w *walk) logf(format string, args ...any) { w.log = append(w.log, fmt.Sprintf(format, args...)) }

// step makes one drawn call.
func (w *walk) step() {
	if len(w.sessions) == 0 || w.r.IntN(25) == 0 {
		w.join(fmt.Sprintf("crawler %d", w.r.IntN(3)))
		return
	}
	p := w.sessions[len(w.sessions)-1-min(w.r.IntN(len(w.sessions)), w.r.IntN(8))]
	switch call := w.r.IntN(40); {
	case call < 8:
		w.offer(p, "Offer", shared.Session.Offer)
	case call < 9:
		w.offer(p, "Again", shared.Session.Again)
	case call < 18:
		w.pull(p, w.r.IntN(30), 1+w.r.IntN(6))
	case call < 26:
		w.tell(p, "Done", shared.Session.Done)
	case call < 29:
		w.tell(p, "Wait", shared.Session.Wait)
	case call < 31:
		w.tell(p, "Aside", shared.Session.Aside)
	case call < 34:
		w.tell(p, "Back", shared.Session.Back)
	case call < 37:
		w.logf("%s Renew", p)
		w.same(p, p.real.Renew(w.t.Context()), p.model.Renew(w.t.Context()))
	case call < 38:
		w.leave(p)
	default:
		d := time.Duration(w.r.Int64N(int64(lease)))
		w.logf("%v pass", d)
		w.now = w.now.Add(d)
		w.subject.Advance(d)
	}
}

func (p pair) String() string { return fmt.Sprintf("%s/%d", p.model.name, p.model.token) }

// same compares errors, and reports whether the call was done.
func (w *walk) same(p pair, got, want error) bool {
	w.t.Helper()
	if errors.Is(got, shared.ErrLapsed) != (want != nil) || (got != nil) != (want != nil) {
		w.t.Errorf("%s: error %v, want %v", p, got, want)
	}
	if want != nil {
		w.logf("  refused")
	}
	return want == nil && got == nil
}

func (w *walk) join(name string) {
	w.logf("Join %s", name)
	real, got, err := w.subject.Join(w.t.Context(), name, lease)
	if err != nil {
		w.t.Fatal(err)
	}
	model, want, _ := w.model.Join(w.t.Context(), name, lease)
	w.equal("Join", got, want)
	w.sessions = append(w.sessions, pair{real, model.(*session)})
}

func (w *walk) equal(method string, got, want []shared.Page) {
	w.t.Helper()
	if !slices.EqualFunc(got, want, equalPages) {
		w.t.Errorf("%s returns\n%s\nwant\n%s", method, text(got), text(want))
	}
}

func equalPages(a, b shared.Page) bool {
	return a.Key == b.Key && a.Host == b.Host && string(a.URL) == string(b.URL) && string(a.Note) == string(b.Note)
}

func text(pages []shared.Page) string {
	var b strings.Builder
	for _, p := range pages {
		fmt.Fprintf(&b, "  %x %q %.40q %q\n", p.Key, p.Host, p.URL, p.Note)
	}
	return b.String()
}

func (w *walk) offer(p pair, method string, call func(shared.Session, context.Context, []shared.Page) error) {
	pages := make([]shared.Page, w.r.IntN(20))
	for i := range pages {
		pages[i] = w.pages[w.r.IntN(len(w.pages))]
	}
	w.logf("%s %s\n%s", p, method, text(pages))
	for range 1 + w.r.IntN(2) { // also repeated
		w.same(p, call(p.real, w.t.Context(), pages), call(p.model, w.t.Context(), pages))
	}
}

// tell makes a call that names pages, most of them held by the session, some twice.
func (w *walk) tell(p pair, method string, call func(shared.Session, context.Context, []crawl.Key) error) {
	var keys []crawl.Key
	for _, h := range w.model.crawlers[p.model.name].held {
		if w.r.IntN(3) == 0 {
			keys = append(keys, h.Key)
		}
	}
	for range w.r.IntN(3) {
		keys = append(keys, w.pages[w.r.IntN(len(w.pages))].Key)
	}
	w.r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	if len(keys) > 0 {
		keys = append(keys, keys[0])
	}
	w.logf("%s %s %x", p, method, keys)
	for range 1 + w.r.IntN(2) {
		w.same(p, call(p.real, w.t.Context(), keys), call(p.model, w.t.Context(), keys))
	}
}

func (w *walk) leave(p pair) {
	w.logf("%s Leave", p)
	for range 1 + w.r.IntN(2) {
		got, err := p.real.Leave(w.t.Context())
		want, wantErr := p.model.Leave(w.t.Context())
		if w.same(p, err, wantErr) && got != want {
			w.t.Errorf("Leave: %+v, want %+v", got, want)
		}
	}
}

// pull checks that the pages of a Pull may be pulled, and lets the model take the same.
func (w *walk) pull(p pair, most, perHost int) int {
	w.logf("%s Pull %d, %d of a host", p, most, perHost)
	got, left, err := p.real.Pull(w.t.Context(), most, perHost)
	_, _, wantErr := p.model.Pull(w.t.Context(), 0, perHost) // lets sessions lapse
	if !w.same(p, err, wantErr) {
		return 0
	}
	w.logf("%s", text(got))
	if fault := w.model.mayPull(p.model.name, got, most, perHost); fault != "" {
		w.t.Errorf("Pull: %s", fault)
		return 0
	}
	for _, page := range got {
		w.model.hold(p.model.name, page.Host, 1, 0)
	}
	if want := w.model.leftover(); left != want {
		w.t.Errorf("Pull: left %+v, want %+v", left, want)
	}
	return len(got)
}

// mayPull describes the fault of a Pull that returned got. Without a fault it returns an empty string.
func (m *Memory) mayPull(name string, got []shared.Page, most, perHost int) string {
	taken := map[string]int{}
	for _, p := range got {
		q := m.queues[p.Host]
		if n := taken[p.Host]; n >= len(q) || !equalPages(q[n], p) {
			return fmt.Sprintf("%x of %q is not the next page of its host", p.Key, p.Host)
		}
		taken[p.Host]++
	}
	if len(got) > most {
		return fmt.Sprintf("%d pages, want %d at most", len(got), most)
	}
	passed := false // over pages that could have been pulled
	var rank int
	for _, c := range m.choices(name, perHost) {
		n := taken[c.host]
		delete(taken, c.host)
		switch {
		case n > c.room:
			return fmt.Sprintf("%d pages of %q, want %d at most", n, c.host, c.room)
		case n > 0 && passed && c.rank > rank:
			return fmt.Sprintf("%q of rank %d was preferred to a host of rank %d", c.host, c.rank, rank)
		case n < c.room && !passed:
			passed, rank = true, c.rank
		}
	}
	for host := range taken {
		return fmt.Sprintf("%q is held by another, or has no room", host)
	}
	if passed && len(got) < most {
		return fmt.Sprintf("%d pages, although there are more", len(got))
	}
	return ""
}

// finish offers all pages, and lets one crawler fetch them: each comes, and then nothing is left.
func (w *walk) finish() {
	w.now = w.now.Add(lease)
	w.subject.Advance(lease)
	w.join("crawler 0")
	p := w.sessions[len(w.sessions)-1]
	w.same(p, p.real.Offer(w.t.Context(), w.pages), p.model.Offer(w.t.Context(), w.pages))
	for !w.t.Failed() {
		w.tell(p, "Done", shared.Session.Done)
		if w.pull(p, 50, 50) == 0 && len(w.model.crawlers["crawler 0"].held) == 0 {
			break
		}
	}
	_, left, err := p.real.Pull(w.t.Context(), 1, 1)
	if want := (shared.Left{Crawlers: 1}); err != nil || left != want {
		w.t.Errorf("after all: %+v, %v; want %+v", left, err, want)
	}
}
