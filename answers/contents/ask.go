package contents

import (
	"context"
	"path/filepath"

	"weft/answers/answer"
	"weft/livecrawl/folder"
	"weft/store"
)

const long = `Count the pages of a crawl by host, and the responses by HTTP status, media type, size and time.

For a crawl made by weft, responses are the lines of the crawl log: a page that was requested several times counts several times.
Repeated content and near duplicates are counted, too.

For imported archives (WARC, ARC, WACZ), all their responses count, including images and others that are no pages of the graph.
So do the responses that WAT files, indexes (CDX, CDXJ) and crawl logs describe, unless an archive is imported with them. An index
does not tell the size of a response.
In all other crawls that keep the statuses of their pages, each page counts once, with the response that decides its state.
Lists and graphs have no responses: only their hosts are counted.`

const hostsHow = "Pages are counted by host, ghosts too. A host is the host of a URL, without scheme and port."

// responsesHow says for each thing that was counted how it was counted, a paragraph each.
var responsesHow = map[string][]string{
	CountedLog: {
		"Responses are lines of the crawl log (log/crawl.log, in the form of Heritrix) with an HTTP status. A page has several lines if it was requested again later. " +
			"Lines without a response are failures, and URLs that were not requested. Sizes are the bytes received, with headers.",
		"The depth of a response is the number of links from a seed, embedded resources and redirects included. Times are in UTC.",
	},
	CountedCaptures: {
		"Responses are the records of the imported archives that hold a response, a repetition of an earlier response, or a file without an HTTP header. " +
			"They were counted during the import. Images, style sheets and robots.txt count, although most are no pages of the graph. " +
			"Sizes are the blocks of the records: header and body as archived. Times are the dates of the records, in UTC.",
	},
	CountedWAT: {
		"Responses are the records of WAT files about a response, a repetition of an earlier response, or a file without an HTTP header. " +
			"They were counted during the import. Sizes are the blocks of the described records: header and body as archived. Times are the dates of these records, in UTC.",
	},
	CountedIndex: {
		"Responses are the entries of the imported indexes (CDX, CDXJ), counted during the import. Images, style sheets and robots.txt count, although most are no pages of the graph. " +
			"An index does not tell the size of a response, so no bytes are counted. Times are in UTC.",
	},
	CountedImportedLog: {
		"Responses are the lines of the imported crawl logs with a status of HTTP, counted during the import. Images, style sheets and robots.txt count, although most are no pages of the graph. " +
			"Sizes are the sizes in the log. Times are in UTC.",
	},
	CountedPages: {
		"The crawl keeps no log and no count of responses. Each page with a known HTTP status counts once, with the response that decides its state. " +
			"Responses that are no page of the graph do not count. Sizes include header and body, where they are known. Times are in UTC.",
	},
}

// How explains the counts, a paragraph each.
func (r *Contents) How() []string { return append([]string{hostsHow}, responsesHow[r.Counted]...) }

const (
	usualTop  = 60
	mostTypes = 12
)

// Question asks for the contents.
var Question = answer.Question{
	Name: "contents", Short: "Count pages by host, and responses by status, type, size, depth and time", Long: long, Logged: true, Own: []string{"output", "view", "kinds"},
	Gives:   []answer.Answer{(*Contents)(nil)},
	New:     func() answer.Asker { return new(asked) },
	Section: &answer.Section{Title: "Contents", Asked: &asked{top: usualTop}, How: (&Contents{Counted: CountedLog}).How()},
}

type asked struct{ top int }

// Flags implements answer.Asker.
func (q *asked) Flags(f answer.Flags) {
	f.IntVarP(&q.top, "top", "n", usualTop, "list the `K` hosts with the most pages")
}

// Check implements answer.Asker.
func (q *asked) Check() error { return answer.CheckTop(q.top) }

// Plan implements answer.Asker.
func (q *asked) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	need := store.Need{}
	if c.HasFacts() {
		need = store.Heap("facts of pages", 3<<20)
	}
	if c.HasNames() {
		const perHost = 40
		hosts, err := c.Hosts()
		if err != nil {
			return w, err
		}
		need = need.And(store.Heap("counts of hosts", perHost*int64(hosts.Len())))
	}
	view, err := o.View(ctx, "contents", false, false, need)
	if err != nil {
		return w, err
	}
	stage := answer.Stage{View: view, Passes: "1 over the states of pages, and 1 over the crawl log or the facts of pages, if there are any"}
	w.Stages = []answer.Stage{stage}
	w.Do = func() (answer.Answer, error) {
		return answer.See(c, &o, stage, func(*store.View) (answer.Answer, error) { return answer.Got(q.find(ctx, c, &o)) })
	}
	return w, nil
}

func (q *asked) find(ctx context.Context, c *store.Crawl, o *answer.Options) (*Contents, error) {
	r := &Contents{Pages: c.NumPages()}
	if c.HasNames() {
		if err := r.countHosts(ctx, c, q.top); err != nil {
			return nil, err
		}
	}
	if dir, live := folder.Of(c.Path); live {
		o.Tell("reading the crawl log", 0, 0)
		r.Counted = CountedLog
		if err := r.readLog(ctx, filepath.Join(dir, folder.LogDir, folder.CrawlLog)); err != nil {
			return nil, err
		}
		var err error
		if r.Near, err = countLines(filepath.Join(dir, folder.NearFile)); err != nil {
			return nil, err
		}
	} else if c.Manifest != nil && c.Manifest.Responses != nil {
		r.readCaptures(c.Manifest.Responses)
	} else if c.HasFacts() {
		o.Tell("reading facts of pages", 0, 0)
		if err := r.readFacts(ctx, c); err != nil {
			return nil, err
		}
	}
	return r, c.Damage()
}
