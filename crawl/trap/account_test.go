package trap

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Pages that lead to news pay back, pages that nobody pays for cost nothing, and site and group pay apart.
func TestAccounts(t *testing.T) {
	g := New(Options{Budget: 100})
	list := g.Judge([]byte("http://h/list?page=1"))
	for range 1000 {
		if !g.Admit(list) {
			t.Fatal("there is no room for a list that leads to news")
		}
		g.Learn(list, Same, Group)
		g.Credit(list, News)
	}
	item := g.Judge([]byte("http://h/item/1"))
	for range 1000 {
		g.Take(item, NoAccount)
		g.Learn(item, Same, NoAccount)
	}
	if s := g.Sample(item); !g.Room(item) || s != (Sample{Looked: 1000}) {
		t.Errorf("pages that nobody pays for: room %v, %+v", g.Room(item), s)
	}
	for range 12 {
		if !g.Admit(item) {
			t.Fatal("a group pays for less than 12 pages")
		}
	}
	if g.Admit(item) {
		t.Error("a new group pays for 13 pages")
	}
	for range 12 {
		g.Learn(item, Unheard, Group)
	}
	if !g.Room(item) {
		t.Error("pages that failed have used up the room")
	}
	for range maxDoubtful {
		g.Take(item, Site)
	}
	if g.Spare(item) || g.Spent(item) {
		t.Errorf("with %d pages in doubt: spare %v, spent %v", maxDoubtful, g.Spare(item), g.Spent(item))
	}
	n := 0
	for ; n < 1000 && !g.Spent(item); n++ {
		g.Learn(item, Same, Site)
		g.Take(item, Site)
	}
	if n != 100-maxDoubtful {
		t.Errorf("the site has paid for %d pages, want 96 and those in flight", n)
	}
	other := g.Judge([]byte("http://h/other/1"))
	n = 0
	for g.Admit(other) {
		n++
	}
	if n != freeLater {
		t.Errorf("a new group of a site that is spent pays for %d pages, want %d", n, freeLater)
	}
	for range 4 {
		g.Take(item, NoAccount)
		g.Learn(item, News, NoAccount)
	}
	if g.Spent(item) {
		t.Error("news pays nothing back")
	}
	if away := g.Judge([]byte("http://elsewhere/other/1")); g.Spent(away) || !g.Spare(away) {
		t.Error("another site pays, too")
	}
}

// All pages are admitted, and nothing is counted, with a negative budget.
func TestNoBudget(t *testing.T) {
	g := New(Options{Budget: -1})
	s := g.Judge([]byte("http://h/p/1"))
	for range 5000 {
		if !g.Admit(s) || g.Twice(s) || g.Doubtful(s) || g.Spent(s) || !g.Spare(s) {
			t.Fatal("a page is counted")
		}
		g.Learn(s, Same, Group)
	}
	if groups, _, _, _ := g.Sizes(); groups > 0 {
		t.Errorf("%d groups", groups)
	}
}

// Weak pages are free up to a number, and beyond if some have news.
func TestManyWeakPages(t *testing.T) {
	for _, news := range []int{0, maxWeak / fewNews} {
		g := New(Options{Budget: 100})
		s := g.Judge([]byte("http://h/p/1"))
		for range news {
			g.Learn(s, News, NoAccount)
		}
		n := 0
		for ; n < maxWeak+1000 && g.Admit(s); n++ {
			g.Learn(s, Weak, Group)
		}
		if want := maxWeak + 12; (n == want) != (news == 0) {
			t.Errorf("with %d pages of news: %d weak pages were admitted", news, n)
		}
	}
}

func TestTwice(t *testing.T) {
	ask := func(g *Guard, n int, state, site uint32) (list []int) {
		s := g.Judge([]byte("http://h/p/1"))
		a, _ := g.groups.get(s.Group)
		b, _ := g.groups.get(s.Site)
		a.state, b.state = state, site
		g.groups.put(s.Group, a)
		g.groups.put(s.Site, b)
		for i := range n {
			if g.Take(s, NoAccount); g.Twice(s) {
				if list = append(list, i+1); !g.Twice(s) {
					t.Error("it is forgotten that a page should be requested twice before one is")
				}
				g.Compares(s)
			}
		}
		return list
	}
	for _, c := range []struct {
		state, site uint32
		want        string
	}{
		{0, 0, "[24 48 96 192]"},
		{noisyGroup | checkedGroup, noisyGroup, "[24 48 96 192]"},
		{idleGroup | checkedGroup, 0, "[24 48 64 96 128 192]"},
	} {
		if got := fmt.Sprint(ask(New(Options{}), 200, c.state, c.site)); got != c.want {
			t.Errorf("state %d, site %d: pages %s, want %s", c.state, c.site, got, c.want)
		}
	}
	if got := fmt.Sprint(ask(New(Options{}), 20, 0, noisyGroup)); got != "[6 12 18]" { // until one is compared
		t.Errorf("on a noisy site: pages %s", got)
	}
}

// To ask a guard changes nothing, also where it forgets.
func TestAskingLeavesNoTrace(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		asked, other := New(Options{Memory: 16, Budget: 20}), New(Options{Memory: 16, Budget: 20})
		var seen []Suspicion
		var f, none Finding
		for range 400 {
			url := fmt.Appendf(nil, "http://h%d.example/%c/%d?a=%d", r.IntN(3), rune(97+r.IntN(9)), r.IntN(9), r.IntN(30))
			s := asked.Judge(url)
			if got := other.Judge(url); got != s {
				t.Fatalf("seed %d: %s is %v, and was %v where nobody asked", seed, url, s, got)
			}
			share := Group
			room, admitted := asked.Room(s), asked.Admit(s)
			if got := other.Admit(s); got != admitted || room != admitted {
				t.Fatalf("seed %d: %s: room %v, admitted %v, and %v where nobody asked", seed, url, room, admitted, got)
			}
			if !admitted {
				share = Site
				asked.Take(s, share)
				other.Take(s, share)
			}
			v := []Verdict{Unheard, Same, Thin, Weak, News}[r.IntN(5)]
			p := drawnPage(r, url)
			asked.Examine(&f, s, p, 16)
			if r.IntN(2) == 0 { // what is examined may be kept or not
				asked.Keep(s, url, &f)
				other.Keep(s, url, &f)
			}
			asked.Learn(s, v, share)
			other.Learn(s, v, share)
			for seen = append(seen, s); r.IntN(3) > 0; {
				x := seen[r.IntN(len(seen))]
				asked.Room(x)
				asked.Spare(x)
				asked.Spent(x)
				asked.Twice(x)
				asked.Doubtful(x)
				asked.Noisy(x)
				asked.Unchecked(x)
				asked.Sample(x)
				asked.Sizes()
				asked.Of(url)
				asked.Examine(&none, x, p, 16)
			}
		}
		if !bytes.Equal(state(t, asked), state(t, other)) {
			t.Errorf("seed %d: it is saved otherwise where nobody asked", seed)
		}
	}
}

// drawnPage draws a page, and often an earlier response.
func drawnPage(r *rand.Rand, url []byte) *Evidence {
	draw := func() string {
		page := around
		for range r.IntN(12) {
			page += fmt.Sprintf("<p class=c%d>%s %d %.1f", r.IntN(4), word(uint64(r.IntN(30))), r.IntN(50), r.Float64())
		}
		return page
	}
	v := newVisitor(Options{}, func(string, int) string { return draw() })
	p := &Evidence{URL: url}
	for range r.IntN(20) {
		p.Said = append(p.Said, uint64(r.IntN(100)))
	}
	_, p.Tokens = v.read(string(url))
	if r.IntN(2) == 0 {
		_, p.Before = v.read(string(url))
	}
	return p
}

// Pages that lead to Weak pages of another group pay back, up to a limit.
func TestWeakCredit(t *testing.T) {
	g := New(Options{Budget: 100})
	list := g.Judge([]byte("http://h/list?page=1"))
	n := 0
	for ; n < 10_000 && g.Admit(list); n++ {
		g.Learn(list, Same, Group)
		g.Credit(list, Weak)
	}
	if n < maxCredits || n > weakPath*maxCredits+100 {
		t.Errorf("%d pages were admitted", n)
	}
}

// Pages of a group in which all is news are not read as tokens, until one says nothing new.
func TestCalmGroups(t *testing.T) {
	g := New(Options{})
	s := g.Judge([]byte("http://h/item/1"))
	learn := func(v Verdict) {
		g.Take(s, Group)
		g.Learn(s, v, Group)
	}
	for range calm {
		if !g.Doubtful(s) {
			t.Fatal("pages are not read before there was news")
		}
		learn(News)
	}
	if g.Doubtful(s) {
		t.Error("pages are read though all is news")
	}
	var f Finding
	if g.Examine(&f, s, &Evidence{URL: []byte("http://h/item/9"), Said: nil, Unread: true}, 16); f.Verdict != Weak {
		t.Errorf("an unread page without news is %v, want Weak", f.Verdict)
	}
	if learn(Weak); !g.Doubtful(s) {
		t.Error("pages are not read after one without news")
	}
}

// The largest budget does not overflow, however much news a site has.
func TestLargestBudget(t *testing.T) {
	g := New(Options{Budget: math.MaxInt, Free: -1, Trust: -1})
	s := g.Judge([]byte("http://h/item/1"))
	for range 4 * newsForOne {
		g.Take(s, Site)
		g.Learn(s, News, Site)
	}
	if g.Spent(s) || !g.Spare(s) {
		t.Error("the site has spent its budget")
	}
}
