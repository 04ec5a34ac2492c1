package formats

import (
	"fmt"

	"weft/making/ingest/judge"
	"weft/making/ingest/tables"
)

// A Reading is the format of an input, with the choices that the format leaves open.
type Reading struct {
	Name   Name
	Layout *tables.Layout // of texts
	Keys   fmt.Stringer   // of JSONL: the members that are read; nil for other formats
	IsList bool           // the layout decides how lines are read
	Told   string         // of tables and graphs: a description of their parts; else empty
}

// FirstArcs returns the first three arcs of a list as text; empty for other formats.
func (r *Reading) FirstArcs() string {
	if r.Layout == nil {
		return ""
	}
	return judge.Show(r.Layout.Arcs, r.Layout.Both)
}

// String describes how the input is read: the format and its choices.
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
