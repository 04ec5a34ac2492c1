package trap

// An account says how a group stands. Of a site debt is that of all its groups, flying are pages that the site pays for, and
// news those of all its groups.
type account struct {
	debt    uint32 // pages that repeated others and were not paid back
	flying  uint32 // pages that were admitted and not learnt
	asked   uint32 // pages that were admitted
	looked  uint32 // pages that were learnt
	news    uint32 // of them said something new
	weak    uint32 // of them said only what is known, together as never before
	credits uint32 // times that a page of it led to a weak one
	state   uint32 // noisyGroup, idleGroup
}

const (
	noisyGroup   = 1 << iota // two answers to the same request differ; of a site, their words do
	idleGroup                // what such answers share says nothing: the rest is random
	checkedGroup             // a page of it was requested twice
)

func (a *account) is(state uint32) bool { return a.state&state != 0 }

// A Share says at whose expense a page was admitted.
type Share uint8

const (
	// Nobody pays for a page that the guard was not asked about.
	Nobody Share = iota
	// Group pays for a page: it is requested in its turn.
	Group
	// Site pays for a page: it is in doubt, and is requested when nothing better is left.
	Site
)

// Admit says whether a page of a group may be requested in its turn, and counts it as under way if so.
func (g *Guard) Admit(s Suspicion) bool {
	if !g.counts(s) {
		return true
	}
	if !g.Room(s) {
		return false
	}
	g.Take(s, Group)
	return true
}

// counts says whether the guard counts pages of a group.
func (g *Guard) counts(s Suspicion) bool { return s.Rule != None && g.opt.Budget >= 0 }

// Room says whether Admit would admit a page. Like Sample it changes nothing, not even what is forgotten next, as a
// crawl asks when it likes, and a replay does not.
func (g *Guard) Room(s Suspicion) bool {
	if !g.counts(s) {
		return true
	}
	a, site := g.groups.look(s.Group), g.groups.look(s.site())
	return g.free(&a, &site)
}

// Spare says whether the site of a group may pay for one more page. Few such pages are under way at a time.
func (g *Guard) Spare(s Suspicion) bool {
	if !g.counts(s) {
		return true
	}
	site := g.groups.look(s.site())
	return !g.spent(&site) && site.flying < maxDoubtful
}

// maxDoubtful is how many pages in doubt of a site are under way at a time.
const maxDoubtful = 4

// Spent says whether the site of a group has paid for as many pages as it may.
func (g *Guard) Spent(s Suspicion) bool {
	site := g.groups.look(s.site())
	return g.counts(s) && g.spent(&site)
}

// spent says whether a site has paid for as many pages as it may.
func (g *Guard) spent(site *account) bool {
	return int64(site.debt)+int64(site.flying) >= g.budget(site)
}

// budget is how many pages of a site may repeat others.
func (g *Guard) budget(site *account) int64 { return int64(g.opt.Budget) + int64(site.news/newsForOne) }

// newsForOne is for how many pages that say something new a site may have one more that does not.
const newsForOne = 4

// free says whether a group may have one more page in doubt without its site.
func (g *Guard) free(a, site *account) bool {
	return uint64(a.debt)+uint64(a.flying) < g.own(a, site)
}

// own is how many pages of a group may be in doubt without its site. Once the site has spent what it may, new groups
// begin with fewer, and at last with none.
func (g *Guard) own(a, site *account) uint64 {
	free := max(g.opt.Free, 0)
	if g.spent(site) {
		free = min(free, freeLater)
		if most := g.budget(site); int64(site.debt) >= most+most/4 {
			free = 0
		}
	}
	return uint64(free) + min(uint64(a.news)/2, uint64(max(g.opt.Trust, 0))) //nolint:gosec // not negative
}

// freeLater is how many pages of a group may be in doubt whose site has spent what it may.
const freeLater = 2

// Take counts a page as under way whether there is room or not. Nobody pays for a page that is above suspicion.
func (g *Guard) Take(s Suspicion, at Share) {
	if !g.counts(s) {
		return
	}
	a, _ := g.groups.get(s.Group)
	site, _ := g.groups.get(s.site())
	a.asked++
	site.asked++
	if at != Nobody {
		a.flying++
	}
	if at == Site {
		site.flying++
	}
	g.groups.put(s.site(), site)
	g.groups.put(s.Group, a)
}

const (
	// firstTwice is the number of the first page of a group, and of a site, that is requested twice; then at doubled numbers.
	firstTwice = 24
	// earlyTwice is that of groups of a site whose words change from request to request.
	earlyTwice = 6
	// idleTwice is after how many pages one is requested twice in a group that was found idle.
	idleTwice = 64
)

// Twice says whether the page of a group that was admitted last is to be requested twice, so that what changes by itself can be
// told from what the page says.
func (g *Guard) Twice(s Suspicion) bool {
	if !g.counts(s) {
		return false
	}
	a, site := g.groups.look(s.Group), g.groups.look(s.site())
	n := a.asked
	if a.is(idleGroup) && n%idleTwice == 0 || site.is(noisyGroup) && !a.is(checkedGroup) && n%earlyTwice == 0 {
		return true
	}
	return isTwice(a.asked) || isTwice(site.asked)
}

// isTwice says whether n is firstTwice, doubled any number of times.
func isTwice(n uint32) bool {
	for n > firstTwice && n%2 == 0 {
		n /= 2
	}
	return n == firstTwice
}

// Unchecked says whether the words of a site change from request to request, and it is not known yet whether those of a group
// do.
func (g *Guard) Unchecked(s Suspicion) bool {
	a, site := g.groups.look(s.Group), g.groups.look(s.site())
	return g.counts(s) && site.is(noisyGroup) && !a.is(checkedGroup)
}

// Noisy says whether pages of a group change from request to request, so that their phrases alone say nothing.
func (g *Guard) Noisy(s Suspicion) bool {
	a := g.groups.look(s.Group)
	return g.counts(s) && a.is(noisyGroup|idleGroup)
}

// maxWeak is how many pages of a group may say what is known in new ways, if hardly any says more. Whoever needs more of
// them asks for them.
const (
	maxWeak  = 100_000
	fewNews  = 100 // of so many weak pages one must have said something new
	weakPays = 1
	weakPath = 4 // pages in doubt that a page makes good that leads to a weak one of another group
	// maxCredits is for how many such pages: two groups of weak pages that lead to one another would never end.
	maxCredits = 125
)

// Learn tells what became of a page that was admitted at somebody's expense.
func (g *Guard) Learn(s Suspicion, v Verdict, at Share) {
	if !g.counts(s) {
		return
	}
	a, _ := g.groups.get(s.Group)
	site, _ := g.groups.get(s.site())
	if at != Nobody {
		a.flying -= min(a.flying, 1)
	}
	if at == Site {
		site.flying -= min(site.flying, 1)
	}
	if v != Unheard {
		a.looked++
	}
	switch {
	case v == News:
		a.news++
		site.news++
		pay(&a, &site, g.opt.Credit)
	case v == Weak && (a.weak < maxWeak || a.news >= a.weak/fewNews):
		a.weak++
		pay(&a, &site, weakPays)
	case v != Unheard && at != Nobody:
		a.debt++
		site.debt++
	}
	g.groups.put(s.site(), site)
	g.groups.put(s.Group, a)
}

// pay makes good for pages that repeated others.
func pay(a, site *account, n int) {
	paid := min(a.debt, uint32(max(n, 0))) //nolint:gosec // not negative
	a.debt -= paid
	site.debt -= min(site.debt, paid)
}

// Credit tells that a page of the group has led to one of another group that is News or Weak.
func (g *Guard) Credit(s Suspicion, v Verdict) {
	if !g.counts(s) {
		return
	}
	a, _ := g.groups.get(s.Group)
	site, _ := g.groups.get(s.site())
	if v == News {
		pay(&a, &site, g.opt.Path)
	} else if a.credits < maxCredits {
		a.credits++
		pay(&a, &site, weakPath)
	}
	g.groups.put(s.site(), site)
	g.groups.put(s.Group, a)
}

// Doubtful says whether pages of a group are to be read as tokens: always, but those of plain URLs only once some have repeated
// others, or change from request to request.
func (g *Guard) Doubtful(s Suspicion) bool {
	if s.Rule != Plain {
		return g.counts(s)
	}
	a := g.groups.look(s.Group)
	return g.counts(s) && (a.debt >= plainDebt || a.is(noisyGroup|idleGroup))
}

// plainDebt is how many pages of plain URLs may repeat others before they are read as tokens.
const plainDebt = 6

// A Sample is what the pages of a group said that were fetched.
type Sample struct {
	Looked int // pages
	New    int // of them had a phrase that no page of their site had
}

// Sample returns what was seen of a group.
func (g *Guard) Sample(s Suspicion) Sample {
	a := g.groups.look(s.Group)
	return Sample{Looked: int(a.looked), New: int(a.news)}
}
