package job

import (
	"bufio"
	"fmt"
	"io"

	"weft/internal/atomicfile"
)

// nearFile lists pages that say nearly the same as one before.
const nearFile = "near-duplicates.tsv"

// writeNear writes the pages that were found to say nearly the same as another, a line each: URL, the other URL, and in how many
// bits of 64 their prints differ.
func (j *Job) writeNear() error {
	k := j.keeper
	if len(k.near) == 0 {
		return nil
	}
	return atomicfile.Write(j.path(nearFile), func(w io.Writer) error {
		out := bufio.NewWriter(w)
		var a, b []byte
		for _, n := range k.near {
			var err error
			if a, err = j.names.Name(a[:0], n.Page); err != nil {
				return err
			}
			if b, err = j.names.Name(b[:0], n.Like); err != nil {
				return err
			}
			fmt.Fprintf(out, "%s\t%s\t%d\n", a, b, n.Distance) //nolint:errcheck // kept until Flush
		}
		return out.Flush()
	})
}
