package formats

import (
	"fmt"

	"weft/internal/mem"
	"weft/making/assemble"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
)

// A NodeTable numbers nodes by their identifiers, for arcs that name their ends by them. Memory: 40 bytes a node and its
// identifier.
type NodeTable struct {
	ids  assemble.Dict
	Base uint32 // the number of the first node
}

// Number returns the number of a node, and whether it is new. It returns a [tally.BadRecord] for an identifier that is
// empty or too long, and an error if the table exceeds the budget.
func (x *NodeTable) Number(im *Import, id []byte) (n uint32, isNew bool, err error) {
	if len(id) == 0 || len(id) > scan.MaxWord {
		return 0, false, tally.Badf("an identifier of %d bytes: expected 1 to %d", len(id), scan.MaxWord)
	}
	i, isNew := x.ids.Add(id)
	if i >= assemble.None-x.Base-1 {
		return 0, false, fmt.Errorf("more than %d nodes: they cannot be numbered", i)
	}
	if i%4096 == 0 {
		err = mem.Check(fmt.Sprintf("a table of more than %d nodes", i), 2*x.ids.Memory(), im.Set.Memory)
	}
	return x.Base + i, isNew, err
}
