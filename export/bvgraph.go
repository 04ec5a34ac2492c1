package export

import (
	"context"

	"weft/graph"
	"weft/graph/bv"
	"weft/kinds"
)

// BVGraph writes the arcs as the files of a BVGraph with a basename, in the format that the options say: those of WebGraph
// for Java by default, to the byte.
func (j *Job) BVGraph(ctx context.Context, basename string, o bv.Options) (Summary, error) {
	st, err := bv.Create(basename, o, func(add func([]graph.Node) error) error {
		return j.each(ctx, func(_ graph.Node, succ []graph.Node, _ []kinds.Set) error { return add(succ) })
	})
	return j.summary(st.Arcs), err
}
