package report

import (
	"strings"

	"weft/answers/changes"
	"weft/answers/compare"
	"weft/graph/page"
)

// head fills the first screen: what is compared, what changed most, what to do next, and the figures.
func (b *changesBuilder) head() {
	b.Title = b.title()
	b.Over = "Changes between " + spelled(len(b.crawls)) + " crawls"
	if from, to := b.crawls[0].Date.Text, b.crawls[len(b.crawls)-1].Date.Text; from != "" && to != "" {
		b.Over += " · " + from + " to " + to
	}
	b.Disorder = Disorder(b.r, b.d.Names)
	b.Lead = []string{b.sayWhat(), b.sayChanged()}
	if b.r.Same() {
		return
	}
	b.First = b.sayNext()
	b.figures()
}

// title names the crawls; of more than three only the first and the last.
func (b *changesBuilder) title() string {
	if len(b.d.Names) > 3 {
		return b.first() + " → … → " + b.last()
	}
	return strings.Join(b.d.Names, " → ")
}

// spelled writes small numbers as words.
func spelled(n int) string {
	if words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}; n < len(words) {
		return words[n]
	}
	return count(n)
}

// Disorder says which of the dates of crawls are not in order; empty if they are.
func Disorder(r *changes.Changes, names []string) string {
	a, b, found := r.OutOfOrder()
	if !found {
		return ""
	}
	return "The crawls are shown in the order in which they were named, but " + names[b] + " (" + r.Crawls[b].Date.Text + ") is older than " +
		names[a] + " (" + r.Crawls[a].Date.Text + ")."
}

// sayWhat names the crawls and the rule that matches pages.
func (b *changesBuilder) sayWhat() string {
	by := "by URL"
	if b.whole.By == "numbers" {
		by = "by page number, because they have no URLs"
	}
	if len(b.crawls) == 2 {
		return "Two crawls, compared page by page, " + by + ": " + b.named(0) + " knows " + plural(b.whole.Pages.A, "page") + ", " +
			b.named(1) + " knows " + plural(b.whole.Pages.B, "page") + "."
	}
	return upper(spelled(len(b.crawls))) + " crawls, compared page by page, " + by + ": each crawl with the next, and the first, " + b.named(0) + ", with the last, " +
		b.named(len(b.crawls)-1) + "."
}

// sayChanged names the largest changes from the first crawl to the last.
func (b *changesBuilder) sayChanged() string {
	p := b.whole.Pages
	switch {
	case b.r.Same():
		return "Nothing changed: the same pages, in the same states, with the same links."
	case p.A == 0 && p.B == 0:
		return "Both crawls are empty."
	case p.A == 0:
		return b.first() + " is empty, so all pages of " + b.last() + " are new."
	case p.B == 0:
		return b.last() + " is empty, so all pages of " + b.first() + " are gone."
	case p.Kept == 0:
		return "They have no page in common."
	}
	text := "Of the " + plural(p.A, "page") + " of " + b.first() + ", " + share(p.Kept, p.A) + verb(p.Kept, " is", " are") + " still known; " +
		count(p.Gone) + verb(p.Gone, " is gone", " are gone") + " and " + count(p.New) + verb(p.New, " is new", " are new") + "."
	if p.Gone+p.New == 0 {
		text = "Both crawls know the same pages."
	}
	if c := largestChange(b.whole.States); c != nil {
		text += " The largest change: " + b.sayState(c)
	} else if p.Gone+p.New == 0 {
		text += " The links between them changed: " + count(b.whole.Arcs.Gone) + " are gone and " + count(b.whole.Arcs.New) + " are new."
	}
	return text
}

// sayState describes a change of states.
func (b *changesBuilder) sayState(c *compare.StateChange) string {
	pages := plural(c.Pages, "page")
	switch {
	case c.A == compare.Absent:
		return pages + " that " + b.first() + " does not have " + verb(c.Pages, "is ", "are ") + stateIn(c.B) + " in " + b.last() + "."
	case c.B == compare.Absent:
		return pages + " that " + verb(c.Pages, "is ", "are ") + stateIn(c.A) + " in " + b.first() + " " + verb(c.Pages, "is", "are") + " absent from " + b.last() + "."
	}
	return pages + " went from " + stateWords[c.A] + " to " + stateWords[c.B] + "."
}

// stateIn is a state within a sentence.
func stateIn(state string) string {
	if state == page.Ghost.String() {
		return "known by links only"
	}
	return stateWords[state]
}

// largestChange returns the most frequent change between two states; nil if there is none.
func largestChange(states []compare.StateChange) (best *compare.StateChange) {
	for i := range states {
		if c := &states[i]; c.A != c.B && (best == nil || c.Pages > best.Pages) {
			best = c
		}
	}
	return best
}

// stateWords are the names of states on the page.
var stateWords = map[string]string{
	page.Fetched.String(): "fetched", page.Redirected.String(): "redirected", page.Failed.String(): "failed", page.Excluded.String(): "held back",
	page.Ghost.String(): "known by links", page.Unknown.String(): "not known whether fetched", compare.Absent: "absent",
}

// sayNext returns the command to run next.
func (b *changesBuilder) sayNext() *advice {
	p, paths := b.whole.Pages, quotedPath(b.d.Paths[0])+" "+quotedPath(b.d.Paths[len(b.d.Paths)-1])
	switch lost := b.r.Lost(); {
	case lost > 0 && b.crawls[0].Info.Unknown+b.crawls[len(b.crawls)-1].Info.Unknown == 0:
		text := plural(lost, "page") + " that " + b.first() + " fetched " + verb(lost, "was", "were") + " not fetched by " + b.last() + ". List " + verb(lost, "it", "them") + " next:"
		return &advice{text, "weft compare " + paths + " --fetched --list gone"}
	case p.Gone > 0:
		return &advice{"List the pages that are gone next:", "weft compare " + paths + " --list gone"}
	case p.New > 0:
		return &advice{"List the new pages next:", "weft compare " + paths + " --list new"}
	}
	if b.whole.By == "numbers" {
		return &advice{"Compare the in-degrees next:", "weft compare " + paths + " --rank indegree"}
	}
	return &advice{"List the hosts whose links changed next:", "weft compare " + paths}
}

// quotedPath quotes a path for a POSIX shell where it needs that.
func quotedPath(path string) string {
	if path != "" && strings.Trim(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/+:@%,=") == "" && path[0] != '-' {
		return path
	}
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// figures chooses the figures of the first screen: from the first crawl to the last.
func (b *changesBuilder) figures() {
	p, a := b.whole.Pages, b.whole.Arcs
	b.Key = []keyFigure{
		{"Pages in both", count(p.Kept), share(p.Kept, p.Kept+p.Gone+p.New) + " of all"},
		{"New pages", count(p.New), share(p.New, p.B) + " of " + b.last()},
		{"Gone pages", count(p.Gone), share(p.Gone, p.A) + " of " + b.first()},
		{"Links in both", count(a.Kept), share(a.Kept, a.Kept+a.Gone+a.New) + " of all"},
		{"New links", count(a.New), count(a.NewAmongKept) + " between pages of both"},
		{"Gone links", count(a.Gone), count(a.GoneAmongKept) + " between pages of both"},
	}
	if h := b.whole.HostCounts; h != nil {
		b.Key = append(b.Key, keyFigure{"New hosts", count(h.New), "of " + count(h.Kept+h.New)}, keyFigure{"Gone hosts", count(h.Gone), "of " + count(h.Kept+h.Gone)})
	}
}
