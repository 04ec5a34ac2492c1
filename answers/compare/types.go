package compare

// A Comparison reports the changes from crawl A to crawl B.
//
//json:object compare
type Comparison struct {
	A       string `json:"a"`            // path of the first crawl
	B       string `json:"b"`            // path of the second crawl
	By      string `json:"by"`           // how pages are matched: by names or numbers
	Fetched bool   `json:"fetched_only"` // only fetched pages count
	Kinds   string `json:"kinds"`        // kinds of arcs that count, joined by +
	Pages   Pages  `json:"pages"`        // changes of pages
	Arcs    Arcs   `json:"arcs"`         // changes of arcs
	// States counts the pages of either crawl by their states in both, including pages that the comparison
	// ignores.
	States []StateChange `json:"states"` // number of pages by state in each crawl
	// hosts by the crawls that have pages of them
	HostCounts *Change `json:"host_counts,omitempty" absent:"pages have no names"`
	// hosts with the most changed pages, then the most changed arcs
	Hosts []Host `json:"hosts,omitempty" absent:"pages have no names"`
	Ranks *Ranks `json:"ranks,omitempty"` // change of a ranking

	// More is set if [Options.More] requests it.
	More *More `json:"-"`
}

// Pages counts pages; Jaccard is the share of the pages of either crawl that are in both.
//
//json:object pages that changed
type Pages struct {
	A int64 `json:"a"` // pages of the first crawl
	B int64 `json:"b"` // pages of the second crawl
	Change
	Jaccard float64 `json:"jaccard"` // share in both crawls of all pages in either, 0 to 1
}

// Arcs counts arcs. An arc that is missing or new either joins two kept pages, or touches a page that is missing
// or new.
//
//json:object arcs that changed
type Arcs struct {
	A int64 `json:"a"` // arcs of the first crawl
	B int64 `json:"b"` // arcs of the second crawl
	Change
	GoneAmongKept int64   `json:"gone_among_kept_pages"` // arcs of `gone` between pages that both crawls have
	NewAmongKept  int64   `json:"new_among_kept_pages"`  // arcs of `new` between pages that both crawls have
	Jaccard       float64 `json:"jaccard"`               // share in both crawls of all arcs in either, 0 to 1
}

// A Change counts things in both crawls, in A alone, and in B alone.
//
//json:object kept, gone and new
type Change struct {
	Kept int64 `json:"kept"` // in both crawls
	Gone int64 `json:"gone"` // in the first crawl only
	New  int64 `json:"new"`  // in the second crawl only
}

// A StateChange counts the pages with a state in A and one in B; Absent stands for none.
//
//json:object state change
type StateChange struct {
	A     string `json:"a" label:"state in A"` // state in the first crawl
	B     string `json:"b" label:"in B"`       // state in the second crawl
	Pages int64  `json:"pages" label:"pages"`  // number of pages
}

// Absent is the state of a page that is not in a crawl.
const Absent = "absent"

// A Host counts the changes of the pages of a host and of the arcs that leave them.
//
//json:object host that changed
type Host struct {
	Host  string `json:"host" label:"host" show:"host:(no host)"` // name of the host
	Pages Change `json:"pages"`                                   // pages of the host
	Arcs  Change `json:"arcs"`                                    // arcs of the host
}

// Ranks say how far a ranking of the kept pages changed. A page has the rank 1 + the number of kept pages that score
// more; scores tie as stats.Ties says.
//
//json:object ranks
type Ranks struct {
	Name  string `json:"name"`   // name of the ranking
	FromA string `json:"from_a"` // source of the first crawl's scores: saved or computed
	FromB string `json:"from_b"` // source of the second crawl's scores: saved or computed
	// Kendall's tau-b of the scores of the kept pages
	TauB      *float64  `json:"kendall_tau_b" absent:"null: unknown"`
	Undefined string    `json:"undefined,omitempty" absent:"there is a value"` // reason why there is no value
	Overlap   []Overlap `json:"overlap"`                                       // number of pages shared among the best
	Up        []Move    `json:"up"`                                            // pages that rose most
	Down      []Move    `json:"down"`                                          // pages that fell most
}

// Where scores come from.
const (
	Saved    = "saved"
	Computed = "computed"
)

// An Overlap counts how many of the K best pages of A are among the K best of B, out of all pages. Ties go to the
// smaller number.
//
//json:object overlap
type Overlap struct {
	K      int `json:"k"`      // number of best pages
	Shared int `json:"shared"` // pages among the best in both crawls
}

// A Move is a kept page whose rank changed.
//
//json:object page that moved
type Move struct {
	URL    string  `json:"url,omitempty" absent:"pages have no names" label:"page" show:"url:PageA"` // URL of the page
	PageA  uint32  `json:"page_a"`                                                                   // number of the page in the first crawl, from 0
	PageB  uint32  `json:"page_b"`                                                                   // number of the page in the second crawl, from 0
	RankA  uint32  `json:"rank_a" label:"rank in A"`                                                 // rank in the first crawl, from 1
	RankB  uint32  `json:"rank_b" label:"in B"`                                                      // rank in the second crawl, from 1
	ScoreA float64 `json:"score_a"`                                                                  // score in the first crawl
	ScoreB float64 `json:"score_b"`                                                                  // score in the second crawl
}

func jaccard(c Change) float64 {
	all := c.Kept + c.Gone + c.New
	if all == 0 {
		return 1
	}
	return float64(c.Kept) / float64(all)
}
