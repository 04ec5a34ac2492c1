package trap

import (
	"math"
	"math/bits"
)

// An account counts the pages of a group. A site has an account, too: its debt and news are the sums over its groups,
// and only the pages in flight that the site pays for count as flying. A form of addresses has an account of pages with
// a verdict.
type account struct {
	debt   uint32 // repeating pages that were not paid back
	flying uint32 // pages in flight that the group or the site pays for
	asked  uint32 // pages that were taken
	looked uint32 // pages with a verdict
	news   uint32 // pages with the verdict News
	weak   uint32 // pages with the verdict Weak that paid back
	// credits counts the pages whose link led to a Weak page of another group.
	credits uint32
	streak  uint32 // pages with news in a row, up to now
	state   uint32 // flags
	open    uint32 // of a site: pages in flight that are not covered by the news of their groups
	saved   uint32 // of a site: pages that news of pages in doubt would have paid back, had there been so many
}

// Flags of an account.
const (
	noisyGroup   = 1 << iota // two responses to the same request differed; for a site: in words
	idleGroup                // the rows that two responses share say nothing new: the rest is random
	checkedGroup             // a page of the group was requested twice
	dueGroup                 // a page of the group should be requested twice
	echoForm                 // for a form: a page repeated others but for links that echo their addresses
)

func (a *account) is(state uint32) bool { return a.state&state != 0 }

// A Share names the account that pays for a page, should the page repeat others.
type Share uint8

const (
	// NoAccount pays for a page that a list vouches for.
	NoAccount Share = iota
	// Group means that the group of a page pays: the crawl requests the page in its usual order.
	Group
	// Site means that the site pays: the page is in doubt, and the crawl requests it after all others.
	Site
)

// Admit reports whether the group can pay for a page. If so it takes the page.
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

// counts reports whether the guard counts pages of a group.
func (g *Guard) counts(s Suspicion) bool { return s.Rule != None && g.opt.Budget >= 0 }

// Room reports whether Admit would admit a page. Like Need, Allowance, Yield, Spare, Spent, Twice, Unchecked, Noisy,
// Doubtful, MayEcho, Echoes and Sample it changes nothing, not even the order of forgetting. A crawl and its replay do
// not ask the same questions.
func (g *Guard) Room(s Suspicion) bool { return !g.counts(s) || g.Need(s) <= g.Allowance(s) }

// Need returns the allowance that a group needs to pay for one more page. It depends on the account of the group alone.
func (g *Guard) Need(s Suspicion) int {
	if !g.counts(s) {
		return 0
	}
	a := g.groups.look(s.Group)
	return max(int(a.debt)+int(a.flying)+1-g.trust(&a), 0)
}

// trust returns for how many further pages a group can pay because of its news.
func (g *Guard) trust(a *account) int { return min(int(a.news/2), max(g.opt.Trust, 0)) }

// Allowance returns for how many pages a group without news can pay: repeating pages and pages in flight. It is the same
// for all groups of a site with one form. Once the site has spent its budget, it is freeLater. At 5/4 of the budget it is
// 0. For a poor form it is freePoor, and 0 at 9/8 of the budget.
func (g *Guard) Allowance(s Suspicion) int {
	if !g.counts(s) {
		return math.MaxInt
	}
	site, form := g.groups.look(s.SiteHash()), g.groups.look(s.Form)
	free, used, most := max(g.opt.Free, 0), int64(site.debt)+int64(site.open), g.budget(&site)
	switch poor := s.Form != 0 && form.poor(); {
	case used >= most+most/4, used >= most+most/8 && poor:
		return 0
	case used >= most:
		return min(free, freeLater)
	case poor:
		return min(free, freePoor)
	}
	return free
}

const (
	// freeLater is the number of pages for which a new group can pay after its site has spent the budget.
	freeLater = 2
	// freePoor is the number of pages for which a new group of a poor form can pay.
	freePoor = 1
	// poorAfter is the number of pages after which a form is poor if fewer than one page in poorShare said something new.
	poorAfter, poorShare = 24, 8
)

// poor reports whether pages with a form of addresses have nearly always repeated others.
func (a *account) poor() bool { return a.looked >= poorAfter && (a.news+a.weak)*poorShare < a.looked }

// A Yield counts the fetched pages whose addresses have one form, or the pages of a group.
type Yield struct {
	Looked int // pages with a verdict
	New    int // pages with the verdict News or Weak
	Poor   bool
}

// Yield returns the counts of the form of an address.
func (g *Guard) Yield(s Suspicion) Yield {
	a := g.groups.look(s.Form)
	return Yield{Looked: int(a.looked), New: int(a.news + a.weak), Poor: a.poor()}
}

// Spare reports whether the site of a group can pay for one more page now. At most maxDoubtful such pages are in
// flight.
func (g *Guard) Spare(s Suspicion) bool {
	if !g.counts(s) {
		return true
	}
	site := g.groups.look(s.SiteHash())
	return !g.spent(&site) && site.flying < maxDoubtful
}

// maxDoubtful is the largest number of pages in flight that one site pays for.
const maxDoubtful = 4

// Spent reports whether the site of a group has spent its budget.
func (g *Guard) Spent(s Suspicion) bool {
	site := g.groups.look(s.SiteHash())
	return g.counts(s) && g.spent(&site)
}

// spent reports whether a site has spent its budget.
func (g *Guard) spent(site *account) bool {
	return int64(site.debt)+int64(site.open) >= g.budget(site)
}

// budget returns how many pages of a site may repeat others. A debt has 32 bits: a larger budget is never spent.
func (g *Guard) budget(site *account) int64 {
	most := min(int64(g.opt.Budget), math.MaxUint32)
	return most + int64(site.news/newsForOne) + min(int64(site.saved), most/2)
}

// newsForOne is the number of pages with news that add one page to the budget of their site.
const newsForOne = 4

// opens returns how many pages of a group in flight its news does not cover.
func (g *Guard) opens(a *account) int {
	return max(int(a.flying)-max(g.trust(a)-int(a.debt), 0), 0)
}

// change changes the account of a group, and updates what the site has open.
func (g *Guard) change(a, site *account, by func()) {
	before := g.opens(a)
	by()
	site.open = uint32(max(int64(site.open)+int64(g.opens(a)-before), 0)) //nolint:gosec // not negative, and fewer than pages
}

// Take counts a page as requested at the expense of a share, whether the share can pay or not.
func (g *Guard) Take(s Suspicion, at Share) {
	if !g.counts(s) {
		return
	}
	a, _ := g.groups.get(s.Group)
	site, _ := g.groups.get(s.SiteHash())
	a.asked++
	site.asked++
	if at != NoAccount {
		g.change(&a, &site, func() { a.flying++ })
	}
	if at == Site {
		site.flying++
	}
	if isDue(&a, &site) {
		a.state |= dueGroup
	}
	g.groups.put(s.SiteHash(), site)
	g.groups.put(s.Group, a)
}

const (
	// firstTwice is the number of the first page of a group, and of a site, that is requested twice. The distances
	// double.
	firstTwice = 24
	// earlyTwice replaces firstTwice on a site whose words change from request to request.
	earlyTwice = 6
	// idleTwice is the distance between pages requested twice in an idle group.
	idleTwice = 64
)

// Twice reports whether a page of the group that was just taken should be requested twice. The crawl then learns
// which parts of the page change from request to request. It reports true until [Guard.Compares].
func (g *Guard) Twice(s Suspicion) bool {
	a := g.groups.look(s.Group)
	return g.counts(s) && a.is(dueGroup)
}

// Compares notes that a page of the group is requested twice.
func (g *Guard) Compares(s Suspicion) {
	a, _ := g.groups.get(s.Group)
	a.state &^= dueGroup
	g.groups.put(s.Group, a)
}

// isDue reports whether the page of a group that was taken last should be requested twice.
func isDue(a, site *account) bool {
	n := a.asked
	return a.is(idleGroup) && n%idleTwice == 0 || site.is(noisyGroup) && !a.is(checkedGroup) && n%earlyTwice == 0 || isTwice(n) || isTwice(site.asked)
}

// isTwice reports whether n is firstTwice, doubled any number of times.
func isTwice(n uint32) bool {
	for n > firstTwice && n%2 == 0 {
		n /= 2
	}
	return n == firstTwice
}

// Unchecked reports whether the words of a site change from request to request while no page of the group was requested
// twice. News of such a group may be noise.
func (g *Guard) Unchecked(s Suspicion) bool {
	a, site := g.groups.look(s.Group), g.groups.look(s.SiteHash())
	return g.counts(s) && site.is(noisyGroup) && !a.is(checkedGroup)
}

// Noisy reports whether pages of a group change from request to request, so that phrases alone prove nothing.
func (g *Guard) Noisy(s Suspicion) bool {
	a := g.groups.look(s.Group)
	return g.counts(s) && a.is(noisyGroup|idleGroup)
}

const (
	// maxWeak is the number of Weak pages of a group that are free of charge. Further ones count as repeating pages,
	// unless the group has one page with news for each fewNews of them.
	maxWeak = 100_000
	fewNews = 100
	// weakPays is the number of repeating pages that a Weak page pays back.
	weakPays = 1
	// weakPath is the number of repeating pages that a page pays back that led to a Weak page of another group, for the first
	// maxCredits such pages: two groups of Weak pages that link to each other would never end.
	weakPath   = 4
	maxCredits = 125
)

// Learn counts the verdict on a page that was taken at the expense of a share.
func (g *Guard) Learn(s Suspicion, v Verdict, at Share) {
	if !g.counts(s) {
		return
	}
	a, _ := g.groups.get(s.Group)
	site, _ := g.groups.get(s.SiteHash())
	g.change(&a, &site, func() { g.learn(&a, &site, v, at) })
	g.groups.put(s.SiteHash(), site)
	g.groups.put(s.Group, a)
	if s.Form != 0 && (v >= Weak || v != Unheard && at != NoAccount) {
		form, _ := g.groups.get(s.Form)
		form.count(v)
		g.groups.put(s.Form, form)
	}
}

// learn counts the verdict on a page in the accounts of its group and its site.
func (g *Guard) learn(a, site *account, v Verdict, at Share) {
	if at != NoAccount {
		a.flying -= min(a.flying, 1)
	}
	if at == Site {
		site.flying -= min(site.flying, 1)
	}
	if v != Unheard {
		a.looked++
		a.streak++
	}
	if v != News && v != Unheard {
		a.streak = 0
	}
	switch {
	case v == News:
		a.news++
		site.news++
		g.payBack(a, site, g.opt.Credit, at)
	case v == Weak && (a.weak < maxWeak || a.news >= a.weak/fewNews):
		a.weak++
		g.payBack(a, site, weakPays, at)
	case v != Unheard && at != NoAccount:
		a.debt++
		site.debt++
	}
}

// count counts the verdict on a page in the account of its form.
func (a *account) count(v Verdict) {
	a.looked++
	switch v {
	case News:
		a.news++
	case Weak:
		a.weak++
	}
}

// payBack pays back up to n repeating pages of a group. Of pages in doubt, the promising ones come first. Their site
// saves the rest for the repeating pages that follow.
func (g *Guard) payBack(a, site *account, n int, at Share) {
	if paid := pay(a, site, n); at == Site && site.saved < math.MaxInt32 {
		site.saved += uint32(max(n, 0)) - paid //nolint:gosec // not negative
	}
}

// pay pays back up to n repeating pages of a group, and returns how many.
func pay(a, site *account, n int) uint32 {
	paid := min(a.debt, uint32(max(n, 0))) //nolint:gosec // not negative
	a.debt -= paid
	site.debt -= min(site.debt, paid)
	return paid
}

// Credit pays back repeating pages of a group, because one of its pages has led to a page of another group that is
// News or Weak.
func (g *Guard) Credit(s Suspicion, v Verdict) {
	if !g.counts(s) {
		return
	}
	a, _ := g.groups.get(s.Group)
	site, _ := g.groups.get(s.SiteHash())
	g.change(&a, &site, func() {
		if v == News {
			pay(&a, &site, g.opt.Path)
		} else if a.credits < maxCredits {
			a.credits++
			pay(&a, &site, weakPath)
		}
	})
	g.groups.put(s.SiteHash(), site)
	g.groups.put(s.Group, a)
}

// Doubtful reports whether the crawl should read pages of a group as tokens. It reports true for every suspected
// group, unless its last pages were all news by their phrases alone. A page that is not read and brings no news is
// Weak. For plain URLs it reports true once plainDebt pages have repeated others, or pages change from request to
// request.
func (g *Guard) Doubtful(s Suspicion) bool {
	a := g.groups.look(s.Group)
	if s.Rule != Plain {
		return g.counts(s) && (a.streak < calm || a.is(noisyGroup|idleGroup))
	}
	return g.counts(s) && (a.debt >= plainDebt || a.is(noisyGroup|idleGroup))
}

// MayEcho reports whether the crawl should read a page as tokens because its links may echo their addresses. Links of
// another page of the form did, or the page is a sample of plain URLs.
func (g *Guard) MayEcho(s Suspicion) bool {
	form := g.groups.look(s.Form)
	return g.counts(s) && (form.is(echoForm) || s.Rule == Plain && isSampled(form.looked))
}

// Echoes reports whether links echo their addresses on a page with the form of a URL, and nearly all pages of the form
// repeat others.
func (g *Guard) Echoes(s Suspicion) bool {
	form := g.groups.look(s.Form)
	return s.Form != 0 && form.is(echoForm) && form.poor()
}

// isSampled reports whether page n of a form of plain URLs is read as tokens. Such a page shows whether its links echo
// their addresses. The samples are the first pages, and a few after each power of two.
func isSampled(n uint32) bool {
	return n < leastSampled/2 || n >= leastSampled && n-1<<(bits.Len32(n)-1) < min(2+n/8, mostSampled)
}

const (
	leastSampled = 8
	mostSampled  = 12
)

// calm is the number of pages with news in a row after which a group's pages are not read as tokens, until one
// brings no news.
const calm = 8

// plainDebt is the number of repeating pages of plain URLs from which on they are read as tokens.
const plainDebt = 6

// A Sample counts the fetched pages of a group.
type Sample struct {
	Looked int // pages with a verdict
	New    int // pages with the verdict News
}

// Sample returns the counts of a group.
func (g *Guard) Sample(s Suspicion) Sample {
	a := g.groups.look(s.Group)
	return Sample{Looked: int(a.looked), New: int(a.news)}
}
