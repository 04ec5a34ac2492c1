// Package missing says which pages of a crawl are not there, why, and how to fetch them.
package missing

import (
	"context"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/crawl/scope"
	"weft/graph/kinds"
	"weft/internal/choice"
	"weft/internal/ending"
	"weft/internal/mem"
	"weft/internal/offered"
	"weft/livecrawl/folder"
	"weft/livecrawl/ledger"
	"weft/store"
)

const long = `List everything that a crawl does not hold, with the reason. A page is missing because it failed, waits, is held back by
a trap rule, was fetched in part, is an empty application shell, redirects in a loop, lies outside the scope, is forbidden by robots.txt, has
only nofollow links, exceeds a limit, or was never requested. Lost requisites and sitemaps are counted apart. Each page of the crawl is
in exactly one class, so the counts add up.

weft reads the reasons of a live crawl from its log, even while it runs. A stored crawl holds only states: failed
pages, excluded pages, and pages that were only linked to. If it also holds the HTTP status of a page, the status is the
reason.

A table shows the hosts with the most missing pages, and what became of all pages of these hosts.

--held prints patterns of the pages that trap rules hold back. Each has examples, the reason, and commands that fetch its
pages or exclude them. --matching PATTERN shows which pages such a command would concern.

--list CLASS writes all URLs of a class, one per line. Tabs separate the columns: URL, reason, number of pages that link to
it, one of these pages. "weft crawl --seeds" reads this list. --reason narrows the list to one reason, such as 503.`

var how = []string{
	"Each page of the crawl is in exactly one class, so that the counts of the classes add up to the pages of the crawl. Requisites and sitemaps that were lost are counted apart.",
	"A live crawl is read by its log, which has the reasons. A stored crawl has the states of pages alone: failed and excluded pages, and pages that were only linked to. The HTTP status of a page, if the crawl keeps it, is the reason.",
}

// Question is the question of this package.
var Question = answer.Question{
	Name: "missing", Short: "List what a crawl does not hold, why, and how to fetch it", Long: long,
	Logged: true, More: " --list failed -o failed.tsv\nweft missing crawl --list never,waiting | cut -f1", Own: []string{"view", "kinds", "output"},
	Section: &answer.Section{Title: "What is missing", Asked: &asked{top: 5, hosts: usualHosts}, How: how},
	Gives:   []answer.Answer{(*Missing)(nil)},
	New:     func() answer.Asker { return new(asked) },
}

// usualHosts is the default number of hosts in the table of hosts.
const usualHosts = 10

// asked is the question with its options.
type asked struct {
	top    int
	hosts  int
	list   []string
	reason string // of the listed URLs; empty for all
	held   bool
	match  string // a pattern; empty for all URLs
	output string

	matches *scope.Wildcard
}

// Flags implements answer.Asker.
func (q *asked) Flags(f answer.Flags) {
	f.IntVarP(&q.top, "top", "n", 5, "print `N` examples, hosts and reasons per class")
	f.IntVar(&q.hosts, "hosts", usualHosts, "print the `K` hosts with the most missing pages")
	f.StringSliceVar(&q.list, "list", nil, "write all URLs of these `CLASSES`: all, or some of "+strings.Join(Names, ", "))
	offered.Set(f, "list", append([]string{"all"}, Names...))
	f.StringVar(&q.reason, "reason", "", "with --list, write only URLs with this reason: `TEXT` is a reason as printed, or the HTTP status at its beginning")
	f.BoolVar(&q.held, "held", false, "print only patterns of held pages, with commands that fetch or exclude them")
	f.StringVar(&q.match, "matching", "", "count only URLs that match `PATTERN`; * stands for any text")
	f.StringVarP(&q.output, "output", "o", "-", "write the list of --list to `FILE`; - for standard output")
	ending.Set(f, "output", "tsv", "list")
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	if err := answer.CheckAll(answer.AtLeast("top", q.top, 0), answer.AtLeast("hosts", q.hosts, 0)); err != nil {
		return err
	}
	for _, class := range q.list {
		if err := answer.CheckAll(answer.OneOf("list", class, append([]string{all}, Names...))); err != nil {
			return err
		}
	}
	if q.match != "" {
		w, err := scope.ParseWildcard(q.match)
		if err != nil {
			return answer.Refused("{matching}: %w", err)
		}
		q.matches = &w
	}
	if q.reason != "" && len(q.list) == 0 {
		return answer.Refused("{reason} %s requires {list}, which chooses the class to list", q.reason)
	}
	if q.output != "-" && q.output != "" && len(q.list) == 0 {
		return answer.Refused("{output} %s requires {list}, which chooses the class to list", q.output)
	}
	return nil
}

// Lists implements answer.Lister.
func (q *asked) Lists() (option, value string) {
	if len(q.list) == 0 || q.output != "-" {
		return "list", ""
	}
	return "list", strings.Join(q.list, ",")
}

// Plan implements answer.Asker.
func (q *asked) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	own := store.Heap("counts of hosts", (hostBytes+stateBytes)*maxHosts)
	if dir, live := folder.Of(c.Path); live {
		log, err := logBytes(dir)
		if err != nil {
			return answer.Work{}, err
		}
		need := own.And(store.Heap("what became of each URL", log))
		stage := answer.Stage{View: store.ViewOptions{What: "missing"}, Form: "the log is read", Need: need, Passes: "1 over the log, 2 over the names"}
		return answer.Work{Aside: true, Stages: []answer.Stage{stage}, Do: func() (answer.Answer, error) {
			if err := mem.Check("missing", need.Total(), o.Memory); err != nil {
				return nil, err
			}
			return answer.Got(q.live(ctx, dir))
		}}, nil
	}
	if c.HasFacts() {
		own = own.And(store.Heap("status of pages", factsBytes))
	}
	v, err := o.View(ctx, "missing", false, true, own)
	v.Kinds = kinds.All
	stage := answer.Stage{View: v, Passes: "a list for each page that is not there"}
	return answer.Work{Aside: true, Stages: []answer.Stage{stage}, Do: func() (answer.Answer, error) {
		return answer.See(c, &o, stage, func(v *store.View) (answer.Answer, error) { return answer.Got(q.stored(ctx, c, v)) })
	}}, err
}

// factsBytes is about the memory of a [store.FactReader].
const factsBytes = 3 << 20

// live answers from the log of the crawl in a folder.
func (q *asked) live(ctx context.Context, dir string) (*Missing, error) {
	l, err := ledger.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer l.Close() //nolint:errcheck // only read
	m, err := q.count(logged{l}, dir)
	if err != nil {
		return nil, err
	}
	m.Of = "log"
	m.advise(dir, l.Config())
	return m, nil
}

// stored answers from the states of a stored crawl.
func (q *asked) stored(ctx context.Context, c *store.Crawl, v *store.View) (m *Missing, err error) {
	s := graphed{ctx: ctx, c: c, in: v.In}
	if c.HasFacts() {
		if s.facts, err = c.OpenFacts(); err != nil {
			return nil, err
		}
		defer s.facts.Close() //nolint:errcheck // only read
	}
	m, err = q.count(s, c.Path)
	if err != nil {
		return nil, err
	}
	m.Of = "graph"
	if c.Manifest != nil && store.OfArchives(c.Manifest.Steps) {
		for i := range m.Classes {
			if m.Classes[i].Name == Never {
				m.Classes[i].What = neverOfArchive
			}
		}
	}
	m.advise(c.Path, nil)
	return m, nil
}

// count goes through a source, for the counts and for the list that is requested.
func (q *asked) count(s source, of string) (m *Missing, err error) {
	t := newTally(q.top)
	t.named = s.named()
	var list *listing
	if len(q.list) > 0 {
		if list, err = newListing(q.list, q.reason, s); err != nil {
			return nil, err
		}
		defer func() {
			if err != nil {
				list.file.Close() //nolint:errcheck // a scratch file
			}
		}()
	}
	if q.matches != nil && !s.named() {
		return nil, answer.Refused("{matching} %s: the pages of this crawl are numbers, which have no URLs", q.match)
	}
	err = s.each(func(u *url) error {
		if q.matches != nil && !q.matches.Match(u.name) {
			return nil
		}
		t.add(u)
		if list != nil {
			return list.add(u)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if m, err = t.result(s, q.hosts); err != nil {
		return nil, err
	}
	if list != nil && q.reason != "" && list.lines == 0 {
		return nil, m.noReason(q.reason, q.list)
	}
	m.Crawl, m.top, m.match, m.onlyHeld = of, q.top, q.match, q.held
	if list != nil {
		m.files = []answer.File{{Path: q.output, Write: list.write}}
	}
	return m, nil
}

// mostNamed is the number of reasons that an error names.
const mostNamed = 20

// noReason refuses a reason that no URL of some classes has.
func (m *Missing) noReason(reason string, classes []string) error {
	var all []string
	for i := range m.Classes {
		for _, r := range m.Classes[i].Reasons {
			if wants(classes, m.Classes[i].Name) && !slices.Contains(all, r.Reason) && len(all) < mostNamed {
				all = append(all, r.Reason)
			}
		}
	}
	if len(all) == 0 {
		return answer.Refused("{reason} %s: no URL of {list} %s has a reason", reason, strings.Join(classes, ","))
	}
	return answer.Refused("{reason} %s: no URL of {list} %s has this reason: expected %s", reason, strings.Join(classes, ","), choice.Of(reason, all))
}

// wants reports whether URLs of a class are listed.
func wants(classes []string, class string) bool {
	return slices.Contains(classes, class) || slices.Contains(classes, all) && place(class) >= 0
}
