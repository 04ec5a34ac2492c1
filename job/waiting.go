package job

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"weft/crawl"
	"weft/internal/atomicfile"
)

// WaitingFile lists, in the folder of a crawl, pages that were not had, and may be had later.
const WaitingFile = "waiting.tsv"

// writeWaiting writes the pages that the crawl waits for, a line each: URL, and why it was not had. There is no file without any.
func (j *Job) writeWaiting() error {
	if j.live == nil {
		return nil
	}
	if j.live.waits.unanswered().Pages == 0 {
		if err := os.Remove(j.path(WaitingFile)); !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	}
	return atomicfile.Write(j.path(WaitingFile), func(w io.Writer) error {
		out := bufio.NewWriter(w)
		var url []byte
		err := j.live.waits.each(func(p crawl.Page, reason string) (err error) {
			if url, err = j.names.Name(url[:0], p); err == nil {
				_, err = fmt.Fprintf(out, "%s\t%s\n", url, oneLine(reason))
			}
			return err
		})
		return errors.Join(err, out.Flush())
	})
}
