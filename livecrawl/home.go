package livecrawl

import (
	"errors"
	"os"
	"path/filepath"

	"weft/internal/flock"
	"weft/livecrawl/folder"
)

// A home is the folder of a crawl, locked by this process, with the options of the run.
type home struct {
	opts   Options
	cfg    folder.Config  // that the crawl was begun with
	folder *folder.Folder // crawl.json
	lock   *flock.Lock
}

func (h *home) path(parts ...string) string {
	return filepath.Join(append([]string{h.opts.Dir}, parts...)...)
}

// month says when now is to rules about dates: when the crawl began, for the sake of its replay.
func (h *home) month() (year, month int) {
	y, m, _ := h.folder.Created.Date()
	return y, int(m)
}

// latest returns the configuration that holds now.
func (h *home) latest() *folder.Config { return h.folder.Latest(&h.cfg) }

// currentStrategy returns the name of the strategy that continues.
func (h *home) currentStrategy() string {
	if n := len(h.folder.Switches); n > 0 {
		return h.folder.Switches[n-1].Strategy
	}
	return h.cfg.Strategy
}

// sumLists notes the checksums of the lists that the run has written, and of the crawl log.
func (h *home) sumLists() error {
	h.folder.Lists = map[string]folder.ListSum{}
	var all error
	for _, name := range folder.SummedLists() {
		s, err := folder.SumList(h.path(filepath.FromSlash(name)), -1, func() error { return nil })
		switch {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			all = errors.Join(all, err)
		default:
			h.folder.Lists[name] = s
		}
	}
	return all
}
