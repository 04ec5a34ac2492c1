package ingest

import (
	"slices"
	"strings"

	"weft/internal/option"
)

// layoutOptions are the user's options for a list.
type layoutOptions struct {
	sep       byte      // 0 for any
	columns   []string  // numbers from 1, or names, of source and target; nil for any
	firstLine string    // FirstIsArc and so on; empty: detected
	directed  string    // DirectedYes or DirectedNo; empty: detected
	comments  string    // the signs that begin comments; "none"; empty: detected
	forced    bool      // the format was named: what is doubtful is read, and said
	tree      bool      // archives hold the HTML of a site
	alone     bool      // there is one input
	weigh     *weighing // nil if weights are not kept
	set       []string  // names of the options of lists that were given
}

// parseLayoutOptions reads the options of an import.
func parseLayoutOptions(o *Options) (l layoutOptions, err error) {
	l.forced = slices.Contains([]Format{Edges, Adjacency, JSONArray, Parquet}, o.Format)
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
			return l, option.Errorf("%w: {columns} %q: expected two columns, source and target, by number or by name: 1,2 or from,to", ErrOptions, o.Columns)
		}
	}
	l.firstLine, l.directed = strings.ToLower(o.FirstLine), strings.ToLower(o.Directed)
	if err := checkWord(firstLineOption, o.FirstLine, FirstLines); err != nil {
		return l, err
	}
	if err := checkWord(directedOption, o.Directed, Directions); err != nil {
		return l, err
	}
	l.weigh = newWeighing(o.Weights)
	for _, name := range []string{columnsOption, separatorOption, firstLineOption, directedOption} {
		if o.set(name) {
			l.set = append(l.set, name)
		}
	}
	l.comments = o.Comments
	if o.Comments != "" && o.Comments != "none" && strings.Trim(o.Comments, signBytes) != "" {
		return l, option.Errorf("%w: {comments} %q: expected some of %s, or none", ErrOptions, o.Comments, signBytes)
	}
	return l, nil
}
