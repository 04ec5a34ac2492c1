// Package papers runs the experiments of papers again, on crawls that are at hand, and puts what comes out beside what
// the papers print.
//
// [Run] does so for the paper on seed sets by HITS. Its crawls, UK-2002 and UK-2005, are of other sizes than most; so
// what is compared is shape or sign, never a figure, and [Row.Verdict] says in a word whether they agree, by one rule
// ([Verdict]). That is no test of the paper's figures. [RunFidelity] does so for the paper on the fidelity of crawls,
// whose models are made here, so that two of its figures can be reached. [RunExternal] does so for the paper on the
// Webgraph in external memory, on a crawl and on graphs of its models. [RunSite] does so for the paper on logical
// websites, on a crawl whose sites are known.
//
// What the papers say, and by which rule a figure of ours agrees, stands in the files of folder claims, a file for each
// paper. A function for each claim compares it with the results of a run.
package papers

// A Row is a figure or a claim of a paper, with ours.
//
//json:object row of a paper
type Row struct {
	Where string `json:"where"` // place in the paper
	What  string `json:"what"`  // quantity that is compared
	Paper string `json:"paper"` // value in the paper
	Ours  string `json:"ours"`  // value that was found
	// agrees, differs or cannot tell: our interval lies inside the range of the row, outside it, or
	// overlaps its end; other data, beyond the paper or not run: nothing is judged
	Verdict Verdict `json:"verdict"`
	Note    string  `json:"note,omitempty"` // rule of the verdict, and further notes
}
