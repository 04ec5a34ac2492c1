package ingest

import (
	"slices"
	"strings"

	"weft/internal/option"
)

// layoutOptions are what the user says of a list.
type layoutOptions struct {
	sep       byte     // 0 for any
	columns   []string // numbers from 1, or names, of source and target; nil for any
	firstLine string   // FirstIsArc and so on; empty for what the text shows
	directed  string   // DirectedYes or DirectedNo; empty for what the text shows
	comments  string   // the signs that begin comments; "none"; empty for what the text shows
	forced    bool     // the format was named: what is doubtful is read, and said
	tree      bool     // archives hold the HTML of a site
	alone     bool     // there is one input
}

// parseLayoutOptions reads the options of an import.
func parseLayoutOptions(o *Options) (l layoutOptions, err error) {
	l.forced = o.Format == Edges || o.Format == Adjacency
	l.tree, l.alone = o.BaseURL != "", len(o.Inputs) < 2
	if l.sep, err = parseSeparator(o.Separator); err != nil {
		return l, err
	}
	if o.Columns != "" {
		l.columns = strings.Split(o.Columns, ",")
		for i := range l.columns {
			l.columns[i] = strings.TrimSpace(l.columns[i])
		}
		if len(l.columns) != 2 || l.columns[0] == "" || l.columns[1] == "" || l.columns[0] == l.columns[1] {
			return l, option.Errorf("%w: {columns} %q: want two columns, source and target, by number or by name: 1,2 or from,to", ErrOptions, o.Columns)
		}
	}
	l.firstLine, l.directed = strings.ToLower(o.FirstLine), strings.ToLower(o.Directed)
	if !slices.Contains([]string{"", FirstIsArc, FirstIsHeader, FirstIsCounts}, l.firstLine) {
		return l, option.Errorf("%w: {first-line} %q: want arc, header or counts", ErrOptions, o.FirstLine)
	}
	if !slices.Contains([]string{"", DirectedYes, DirectedNo}, l.directed) {
		return l, option.Errorf("%w: {directed} %q: want yes or no", ErrOptions, o.Directed)
	}
	l.comments = o.Comments
	if o.Comments != "" && o.Comments != "none" && strings.Trim(o.Comments, signBytes) != "" {
		return l, option.Errorf("%w: {comments} %q: want some of %s, or none", ErrOptions, o.Comments, signBytes)
	}
	return l, nil
}
