// Package papers runs the experiments of papers again, on crawls that are at hand, and puts what comes out beside what
// the papers print.
//
// [Run] does so for the paper on seed sets by HITS. Its crawls, UK-2002 and UK-2005, are of other sizes than most; so
// what is compared is shape or sign, never a figure, and [Row.Verdict] says in a word whether they agree. That is no
// test of the paper's figures. [RunFidelity] does so for the paper on the fidelity of crawls, whose models are made
// here, so that two of its figures can be reached. [RunExternal] does so for the paper on the Webgraph in external
// memory, on a crawl and on graphs of its models. [RunSite] does so for the paper on logical websites, on a crawl whose
// sites are known.
package papers

// A Verdict says whether what was found is like what a paper says.
type Verdict string

// The verdicts. OtherData is for figures that describe a crawl, which another crawl cannot confirm; NotRun for what
// needs something that was not given.
const (
	Agrees    Verdict = "agrees"
	Partly    Verdict = "partly"
	Differs   Verdict = "differs"
	OtherData Verdict = "other data"
	NotRun    Verdict = "not run"
)

// The verdicts on claims, as sentences of a paper: Depends is for what holds under some conditions alone, which are told.
const (
	Confirmed    Verdict = "confirmed"
	Depends      Verdict = "depends"
	NotConfirmed Verdict = "not confirmed"
)

// A Row is a figure or a claim of a paper, with ours.
type Row struct {
	Where   string  `json:"where"` // in the paper
	What    string  `json:"what"`
	Paper   string  `json:"paper"` // what it says, under which conditions
	Ours    string  `json:"ours"`
	Verdict Verdict `json:"verdict"`
	Note    string  `json:"note,omitempty"` // by what rule the verdict was given, and what else is to be known
}

// verdict returns Agrees or Partly if what they stand for is so, else Differs.
func verdict(agrees, partly bool) Verdict {
	switch {
	case agrees:
		return Agrees
	case partly:
		return Partly
	}
	return Differs
}
