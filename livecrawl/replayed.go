package livecrawl

import (
	"fmt"

	"weft/livecrawl/folder"
	"weft/store"
)

// Replayed returns the kind of a crawl that replays files: archives, or one graph. The folder of a crawl stands
// for its archives.
func Replayed(paths []string) (web string, inputs []string, err error) {
	for _, path := range paths {
		if folder.Is(path) {
			files, err := folder.Archives(path)
			if err != nil || len(files) == 0 {
				return "", nil, fmt.Errorf("%s: there is no finished archive in it", path)
			}
			inputs = append(inputs, files...)
			continue
		}
		c, err := store.Open(path)
		if err != nil {
			inputs = append(inputs, path)
			continue
		}
		if err := c.Close(); err != nil {
			return "", nil, err
		}
		if len(paths) > 1 {
			return "", nil, fmt.Errorf("%s is a graph: replay it alone", path)
		}
		return folder.Graph, paths, nil
	}
	return folder.Archive, inputs, nil
}
