package formats

import (
	"fmt"

	"weft/making/ingest/judge"
	"weft/making/ingest/tables"
)

// A Reading is the format of an input, and how it is written, as far as the format leaves that open.
type Reading struct {
	Name   Name
	Layout *tables.Layout // of texts
	Keys   fmt.Stringer   // of JSONL
	IsList bool           // the layout says how its lines are read
	Told   string         // of tables and graphs: what their parts are
}

// FirstArcs returns the first three arcs of a list as text; empty if it is no list.
func (r *Reading) FirstArcs() string {
	if r.Layout == nil {
		return ""
	}
	return judge.Show(r.Layout.Arcs, r.Layout.Both)
}

// String says how the input is read.
func (r *Reading) String() string {
	switch {
	case r.Told != "":
		return r.Name.String() + ", " + r.Told
	case r.Keys != nil:
		return r.Name.String() + ", " + r.Keys.String()
	case r.IsList && r.Layout != nil:
		return r.Name.String() + ", " + r.Layout.String()
	}
	return r.Name.String()
}
