package report

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"weft/answers/contents"
	"weft/answers/measure"
	"weft/answers/missing"
	"weft/store"
)

// fates count the known pages by their fate in the crawl. The counts add up to the pages of the crawl.
type fates struct {
	fetched, redirected, failed, skipped, never, unknown int64
	archive                                              bool // of an imported archive, which does not say what was requested
	waits                                                bool // some of never were requested, and are to be requested again
}

// notRequested names the pages that are known by links only.
func (f *fates) notRequested() string {
	switch {
	case f.archive:
		return "not in the archive"
	case f.waits:
		return "waiting or never requested"
	}
	return "never requested"
}

// fatesOf counts by the classes of weft missing if these cover the pages of the crawl, else by the states of the graph.
func fatesOf(d *Data) fates {
	info := &d.Info
	f := fates{int64(info.Fetched), int64(info.Redirected), int64(info.Failed), int64(info.Excluded), int64(info.Ghosts), int64(info.Unknown), store.OfArchives(info.Steps), false}
	m := d.Missing
	if m == nil || m.Pages != int64(info.Pages) {
		return f
	}
	f = fates{fetched: m.Here, redirected: m.Redirected, archive: f.archive}
	for i := range m.Classes {
		if c := &m.Classes[i]; !c.NoPages {
			*f.of(c.Name) += c.URLs
			f.waits = f.waits || c.Name == missing.Waiting
		}
	}
	return f
}

// of returns the count that a class of missing pages belongs to.
func (f *fates) of(class string) *int64 {
	switch class {
	case missing.Failed:
		return &f.failed
	case missing.CutShort, missing.Shells, missing.Cookies:
		return &f.fetched
	case missing.Never, missing.Waiting, missing.Absent:
		return &f.never
	case missing.Unknown:
		return &f.unknown
	}
	return &f.skipped
}

// head fills the first screen: how complete the crawl is, what to do first, the figures, and the bar of states.
func (b *builder) head() {
	info := &b.data.Info
	if info.Pages == 0 {
		return
	}
	f := fatesOf(&b.data)
	b.Complete = completeness(f, int64(info.Pages))
	b.First = b.first(f)
	b.key(f)
	if b.Split = newSplit(f, int64(info.Pages)); b.Split != nil {
		b.Split.Figure = b.table(Figure{
			Name: "states", Title: "Pages by state", Caption: "All known pages by their state in the crawl.", Columns: []string{"state", "pages"},
			Rows: [][]any{{"fetched", f.fetched}, {"redirected", f.redirected}, {"failed", f.failed}, {"held back or skipped", f.skipped}, {f.notRequested(), f.never}, {"unknown", f.unknown}},
		})
	}
}

// dates returns the days of the first and the last response, and of the first and last step.
func dates(d *Data) string {
	made := stepDates(d.Info.Steps)
	c := d.Contents
	if c == nil || len(c.From) < len(time.DateOnly) || len(c.To) < len(time.DateOnly) {
		return made
	}
	captured := c.From[:len(time.DateOnly)]
	if to := c.To[:len(time.DateOnly)]; to != captured {
		captured += " to " + to
	}
	if captured == made {
		return made
	}
	captured = "responses of " + captured
	if made != "" {
		captured += " · made " + made
	}
	return captured
}

// stepDates returns the days of the first and last step.
func stepDates(steps []store.Step) string {
	day := func(t time.Time) string { return t.UTC().Format(time.DateOnly) }
	var first, last time.Time
	for _, s := range steps {
		if s.Time.IsZero() {
			continue
		}
		if first.IsZero() || s.Time.Before(first) {
			first = s.Time
		}
		if s.Time.After(last) {
			last = s.Time
		}
	}
	switch {
	case first.IsZero():
		return ""
	case day(first) == day(last):
		return day(first)
	}
	return day(first) + " to " + day(last)
}

// were is the verb for the pages that are known by links only.
func (f *fates) were() string {
	if f.archive {
		return verb(f.never, "is", "are")
	}
	return verb(f.never, "was", "were")
}

// completeness says which share of the known pages was fetched.
func completeness(f fates, pages int64) string {
	if f.unknown == pages {
		return "The input does not say which pages were fetched, so its completeness is unknown."
	}
	if f.fetched == pages {
		return "Every known page was fetched."
	}
	text := share(f.fetched, pages) + " of the known pages were fetched"
	switch {
	case f.fetched == 0 && f.unknown > 0:
		text = "The input does not say which pages were fetched"
	case f.fetched == 0:
		text = "None of the known pages was fetched"
	}
	var rest []string
	for _, r := range []struct {
		n    int64
		what string
	}{
		{f.redirected, verb(f.redirected, "redirects", "redirect")},
		{f.failed, "failed"},
		{f.skipped, verb(f.skipped, "was", "were") + " held back or skipped"},
		{f.never, f.were() + " " + f.notRequested()},
		{f.unknown, verb(f.unknown, "has", "have") + " an unknown state"},
	} {
		if r.n > 0 {
			rest = append(rest, count(r.n)+" "+r.what)
		}
	}
	return text + "; " + strings.Join(rest, ", ") + "."
}

// first returns the command to run first. Pages that wait or were cut short come before failed pages, and these before
// pages that a rule held back. It passes over classes that the crawl left out on purpose.
func (b *builder) first(f fates) *advice {
	if f.unknown > 0 && f.fetched == 0 {
		return &advice{"Do this first: name the fetched pages when you import the graph,", "weft import INPUT -o CRAWL --fetched FILE"}
	}
	if b.data.Missing == nil {
		return nil
	}
	for _, wanted := range [][]string{{missing.Waiting, missing.CutShort, missing.Never}, {missing.Failed}, {missing.Held, missing.Limit}} {
		if a := b.firstOf(wanted); a != nil {
			return a
		}
	}
	return b.firstFinal()
}

// firstFinal returns the command that lists the links to pages with final errors, if such pages are all that is missing.
func (b *builder) firstFinal() *advice {
	for i := range b.data.Missing.Classes {
		c := &b.data.Missing.Classes[i]
		if c.Name == missing.Failed && c.Final > 0 {
			text := "Do this first: list the links to the " + plural(c.Final, "page") + " with a final error, such as 404, which no later run requests again:"
			return &advice{text, "weft links " + quotedPath(b.data.Info.Path) + " --broken"}
		}
	}
	return nil
}

// firstOf returns the command that fetches the most pages of some classes. One command may fetch several classes.
func (b *builder) firstOf(wanted []string) *advice {
	type group struct {
		command string
		pages   int64
		names   []string
	}
	var all []group
	for i := range b.data.Missing.Classes {
		c := &b.data.Missing.Classes[i]
		again := c.URLs - c.Final // a later run requests these
		if !slices.Contains(wanted, c.Name) || len(c.Fetch) == 0 || again == 0 {
			continue
		}
		k := slices.IndexFunc(all, func(g group) bool { return g.command == c.Fetch[0].Command })
		if k < 0 {
			k, all = len(all), append(all, group{command: c.Fetch[0].Command})
		}
		all[k].pages += again
		all[k].names = append(all[k].names, "“"+c.Name+"”")
	}
	if len(all) == 0 {
		return nil
	}
	best := slices.MaxFunc(all, func(x, y group) int { return cmp.Compare(x.pages, y.pages) })
	classes := " of the class "
	if len(best.names) > 1 {
		classes = " of the classes "
	}
	return &advice{"Do this first: fetch the " + plural(best.pages, "page") + classes + listOf(best.names) + ",", best.command}
}

// listOf joins names with commas, and the last with "and".
func listOf(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// perPage names the pages that arcs are divided by: all pages except ghosts.
func perPage(info *measure.Info, f *fates) string {
	switch {
	case info.Ghosts == 0:
		return "per page"
	case info.Pages-info.Ghosts == info.Fetched:
		return "per fetched page"
	}
	return "per page, without pages " + f.notRequested()
}

// key chooses the figures of the first screen. Unknown figures are left out.
func (b *builder) key(f fates) {
	info := &b.data.Info
	pages := int64(info.Pages)
	b.Key = []keyFigure{{"Pages", count(pages), "known"}}
	if f.unknown < pages {
		b.Key = append(b.Key,
			keyFigure{"Fetched", count(f.fetched), share(f.fetched, pages)},
			keyFigure{"Failed", count(f.failed), share(f.failed, pages)},
			keyFigure{"Held back or skipped", count(f.skipped), share(f.skipped, pages)},
			keyFigure{upper(f.notRequested()), count(f.never), share(f.never, pages)},
		)
	}
	b.Key = append(b.Key, keyFigure{"Arcs", count(info.Arcs), fixed(info.MeanOut, 1) + " " + perPage(info, &f)})
	if info.Names && info.Hosts > 0 {
		b.Key = append(b.Key, keyFigure{"Hosts", count(info.Hosts), "in " + plural(info.Domains, "domain")})
	}
	if info.DiskSize > 0 {
		disk := keyFigure{"On disk", size(info.DiskSize), bitsPerArc(info)}
		if c := b.data.Contents; c != nil && (c.Bytes > 0 || c.Counted == contents.CountedIndex) {
			disk = received(c)
		}
		b.Key = append(b.Key, disk)
	}
}

// received is the size of the responses, with their number.
func received(c *contents.Contents) keyFigure {
	switch c.Counted {
	case contents.CountedIndex:
		return keyFigure{"Responses", count(c.Responses), "in the indexes"}
	case contents.CountedCaptures, contents.CountedWAT:
		return keyFigure{"Archived", size(c.Bytes), "in " + plural(c.Responses, "response")}
	case contents.CountedPages:
		return keyFigure{"Size", size(c.Bytes), "of " + plural(c.Responses, "page")}
	}
	return keyFigure{"Received", size(c.Bytes), "in " + plural(c.Responses, "response")}
}

// bitsPerArc writes the size of the compressed graph.
func bitsPerArc(info *measure.Info) string {
	if info.Arcs == 0 || info.BitsPerArc <= 0 {
		return ""
	}
	return fixed(info.BitsPerArc, 2) + " bits per arc"
}

// definitions explain the words of the first screen.
func definitions(info *measure.Info, f *fates) []string {
	all := []string{
		"A page is a canonical URL without its fragment (WHATWG URL Standard), or a node of the graph that was imported. " +
			"There is one arc u → v, however often the link occurs; loops count. Arcs of all kinds count on the first screen.",
		"A ghost is a page that is linked to and was " + f.notRequested() + ". Arcs per page do not count ghosts, because no arc leads from a ghost.",
		"Bits per arc are the length of the compressed graph in BVGraph format, without offsets and names, divided by its arcs (Boldi and Vigna, “The WebGraph framework I”, WWW 2004).",
	}
	if info.Names && info.Hosts > 0 {
		all = append(all, "A host is the host of a URL, without scheme and port; a domain is a registered domain below a public suffix (publicsuffix.org).")
	}
	return all
}
