package tables

// Options are the user's options for a list.
type Options struct {
	Sep       byte          // 0 for any
	Columns   []string      // numbers from 1, or names, of source and target; nil for any
	FirstLine string        // FirstIsArc and so on; empty: detected
	Directed  string        // DirectedYes or DirectedNo; empty: detected
	Comments  string        // the signs that begin comments; "none"; empty: detected
	Forced    bool          // the format was named: what is doubtful is read, and said
	Tree      bool          // archives hold the HTML of a site
	Alone     bool          // there is one input
	Weigh     *WeightColumn // nil if weights are not kept
	Set       []string      // names of the options of lists that were given
}

// Names of options of lists.
const (
	ColumnsOption   = "columns"
	SeparatorOption = "separator"
	FirstLineOption = "first-line"
	DirectedOption  = "directed"
)

// Names of formats that a list has, or may have as well.
const (
	Edges      = "edges"
	Adjacency  = "adjacency"
	ASCIIGraph = "asciigraph"
)

// Values of options.
var (
	// FirstLines are the values of Options.FirstLine.
	FirstLines = []string{FirstIsArc, FirstIsHeader, FirstIsCounts}
	// Directions are the values of Options.Directed.
	Directions = []string{DirectedYes, DirectedNo}
)
