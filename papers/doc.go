// Package papers repeats the experiments of papers on available crawls, and compares the results with the printed
// ones.
//
// [Run] repeats the paper on seed sets by HITS. Its crawls, UK-2002 and UK-2005, have other sizes than most. So
// shapes and signs are compared, never figures, and [Row.Verdict] states agreement by one rule ([Verdict]). This
// is no test of the paper's figures. [RunFidelity] repeats the paper on the fidelity of crawls; its models are
// generated here, so two of its figures can be reached. [RunExternal] repeats the paper on the Webgraph in
// external memory, on a crawl and on graphs of its models. [RunSite] repeats the paper on logical websites, on a
// crawl with known sites.
//
// The files of the folder claims, one per paper, state the claims of the papers and the rules of agreement. A
// function for each claim compares it with the results of a run.
package papers

// A Row is a figure or a claim of a paper, with ours.
//
//json:object row of a paper
type Row struct {
	Where string `json:"where"` // place in the paper
	What  string `json:"what"`  // quantity that is compared
	Paper string `json:"paper"` // value in the paper
	Ours  string `json:"ours"`  // value that was found
	// agrees, differs or cannot tell: our interval lies inside the range of the row, outside it, or overlaps its
	// end; other data, beyond the paper or not run: nothing is judged
	Verdict Verdict `json:"verdict"`
	Note    string  `json:"note,omitempty"` // rule of the verdict, and further notes
}
