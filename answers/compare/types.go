package compare

// A Comparison is what changed from crawl A to crawl B.
type Comparison struct {
	A       string `json:"a"`
	B       string `json:"b"`
	By      string `json:"by"` // names or numbers
	Fetched bool   `json:"fetched_only"`
	Kinds   string `json:"kinds"` // the arcs that count
	Pages   Pages  `json:"pages"`
	Arcs    Arcs   `json:"arcs"`
	// States counts the pages of either crawl by their states in both, also those that do not count as pages.
	States []StateChange `json:"states"`
	// Hosts are those of which most pages, then most arcs, changed; nil without names.
	Hosts []Host `json:"hosts,omitempty"`
	Ranks *Ranks `json:"ranks,omitempty"`
}

// Pages counts pages; Jaccard is the share of those of either crawl that are in both.
type Pages struct {
	A int64 `json:"a"`
	B int64 `json:"b"`
	Change
	Jaccard float64 `json:"jaccard"`
}

// Arcs counts arcs. Those that are gone or new either join pages that were both kept, or touch a page that is gone or
// new itself.
type Arcs struct {
	A int64 `json:"a"`
	B int64 `json:"b"`
	Change
	GoneAmongKept int64   `json:"gone_among_kept_pages"`
	NewAmongKept  int64   `json:"new_among_kept_pages"`
	Jaccard       float64 `json:"jaccard"`
}

// A Change counts what is in both crawls, in A alone, and in B alone.
type Change struct {
	Kept int64 `json:"kept"`
	Gone int64 `json:"gone"`
	New  int64 `json:"new"`
}

// A StateChange counts the pages with a state in A and one in B; Absent stands for none.
type StateChange struct {
	A     string `json:"a"`
	B     string `json:"b"`
	Pages int64  `json:"pages"`
}

// Absent is the state of a page that is not in a crawl.
const Absent = "absent"

// A Host is what changed of the pages of a host and of the arcs that leave them.
type Host struct {
	Host  string `json:"host"`
	Pages Change `json:"pages"`
	Arcs  Change `json:"arcs"`
}

// Ranks say how far a ranking of the kept pages changed. A page has the rank 1 + the number of kept pages that score
// more; scores tie as stats.Ties says.
type Ranks struct {
	Name  string `json:"name"`
	FromA string `json:"from_a"` // Saved or Computed
	FromB string `json:"from_b"`
	// TauB is Kendall's tau-b of the scores of the kept pages; nil if Undefined says why there is none.
	TauB      *float64  `json:"kendall_tau_b"`
	Undefined string    `json:"undefined,omitempty"`
	Overlap   []Overlap `json:"overlap"`
	Up        []Move    `json:"up"`
	Down      []Move    `json:"down"`
}

// Where scores come from.
const (
	Saved    = "saved"
	Computed = "computed"
)

// An Overlap is how many of the K best pages of A are among the K best of B, all pages counted; ties go to the smaller
// number.
type Overlap struct {
	K      int `json:"k"`
	Shared int `json:"shared"`
}

// A Move is a kept page whose rank changed.
type Move struct {
	URL    string  `json:"url,omitempty"`
	PageA  uint32  `json:"page_a"`
	PageB  uint32  `json:"page_b"`
	RankA  uint32  `json:"rank_a"`
	RankB  uint32  `json:"rank_b"`
	ScoreA float64 `json:"score_a"`
	ScoreB float64 `json:"score_b"`
}

func jaccard(c Change) float64 {
	all := c.Kept + c.Gone + c.New
	if all == 0 {
		return 1
	}
	return float64(c.Kept) / float64(all)
}
