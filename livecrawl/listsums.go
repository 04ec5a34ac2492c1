package livecrawl

import (
	"errors"
	"os"
	"path/filepath"

	"weft/livecrawl/folder"
)

// sumLists notes the checksums of the lists that the run has written, and of the crawl log.
func (j *Job) sumLists() error {
	j.folder.Lists = map[string]folder.ListSum{}
	var all error
	for _, name := range folder.SummedLists() {
		s, err := folder.SumList(j.path(filepath.FromSlash(name)), -1, func() error { return nil })
		switch {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			all = errors.Join(all, err)
		default:
			j.folder.Lists[name] = s
		}
	}
	return all
}
