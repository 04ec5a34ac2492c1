package livecrawl

import (
	"encoding/json"
	"maps"
	"time"

	"weft/livecrawl/folder"
)

// private are the settings that are not published.
var private = []string{"proxy", "resolve"}

// settings returns the settings of a run as JSON, without the command line and private settings.
func (h *home) settings() ([]byte, error) {
	shown := map[string][]string{}
	maps.Copy(shown, h.opts.Settings)
	for _, name := range private {
		delete(shown, name)
	}
	return json.MarshalIndent(struct {
		Kind     string              `json:"kind"`
		Software string              `json:"software"`
		Created  time.Time           `json:"created"`
		Run      int                 `json:"run"`
		Config   *folder.Config      `json:"config"`
		Settings map[string][]string `json:"settings,omitempty"`
	}{folder.Kind, "weft/" + h.opts.Version, h.folder.Created, len(h.folder.Runs), &h.cfg, shown}, "", "  ")
}

// logPiece is how much of the log a record has; a longer one becomes several. Tests change it.
var logPiece = 4 << 20

// keepLog puts the crawl log of the run into the archive, unless the run learnt nothing.
func (j *Job) keepLog() error {
	if j.source.archiver == nil || !j.source.archiver.Learnt() || len(j.folder.Runs) == 0 {
		return nil
	}
	from := int64(0)
	for _, r := range j.folder.Runs {
		from = max(from, r.Logged)
	}
	end, err := j.source.archiver.KeepLog(j.path(folder.LogDir, folder.CrawlLog), from, logPiece)
	if err != nil {
		return err
	}
	j.folder.Runs[len(j.folder.Runs)-1].Logged = end
	return j.book.journal.Archived(j.source.archiver.End())
}
