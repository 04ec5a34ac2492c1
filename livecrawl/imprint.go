package livecrawl

import (
	"fmt"
	"os"
	"strings"

	"weft/livecrawl/folder"
	"weft/web/warc"
)

// Imprint names the operator and the subject of a crawl, for the archive.
type Imprint struct {
	Collection  string // begins the names of WARC files; "weft" if empty
	Operator    string // who crawls, and how they are reached
	Description string // of the crawl
}

// Check refuses what no name of a file, or no line of a record, can hold.
func (a *Imprint) Check() error {
	if a.Collection != "" && !warc.MayPrefix(a.Collection) {
		return fmt.Errorf("collection %q: want up to 100 letters, digits, dots, hyphens and underscores, as names of files begin with it", a.Collection)
	}
	if strings.ContainsAny(a.Operator+a.Description, "\r\n") {
		return fmt.Errorf("operator and description are a line each")
	}
	return nil
}

// warcOptions returns the options of the archive. Its files are named by collection and machine. They begin with a
// record about the software that wrote them, its operator, and its behaviour (field names of ISO 28500, annex B,
// and of Dublin Core).
func (h *home) warcOptions() warc.FilesOptions {
	by := &h.opts.Imprint
	host, err := os.Hostname()
	if err != nil || host == "" {
		host = "localhost"
	}
	o := warc.FilesOptions{Size: h.opts.WARCSize, Prefix: by.Collection, Host: host, Aside: h.path(folder.RescuedDir)}
	for _, f := range [...][2]string{
		{"software", "weft/" + h.opts.Version},
		{"format", "WARC File Format 1.1"},
		{"conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
		{"isPartOf", by.Collection},
		{"operator", by.Operator},
		{"description", by.Description},
		{"hostname", host},
		{"http-header-user-agent", h.opts.Net.UserAgent},
		{"robots", h.cfg.Robots},
	} {
		if f[1] != "" {
			o.Info = append(o.Info, f[0], f[1])
		}
	}
	return o
}
