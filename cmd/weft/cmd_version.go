package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// built is what weft version says of the program.
//
//json:object version
type built struct {
	Version  string `json:"version"`                                  // version of weft
	Go       string `json:"go"`                                       // version of Go that built it
	Platform string `json:"platform"`                                 // operating system and processor
	Commit   string `json:"commit,omitempty" absent:"not known"`      // commit of the sources
	Time     string `json:"commit_time,omitempty" absent:"not known"` // time of that commit
	Modified bool   `json:"modified,omitempty"`                       // the sources differed from that commit
}

func (a *app) versionCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of weft",
		Long:    "Print the version of weft, the Go version that built it, the target machine, and the commit of the sources if known.",
		Example: "  weft version",
		Args:    exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			b := newBuilt(debug.ReadBuildInfo())
			return a.print(b, func(w io.Writer) { printBuilt(w, b) })
		},
	}
}

func newBuilt(info *debug.BuildInfo, ok bool) built {
	b := built{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

func printBuilt(w io.Writer, b built) {
	row(w, "weft", "%s", b.Version)
	row(w, "go", "%s, %s", b.Go, b.Platform)
	if b.Commit == "" {
		row(w, "commit", "not known")
		return
	}
	changed := ""
	if b.Modified {
		changed = ", with changes"
	}
	row(w, "commit", "%s", fmt.Sprintf("%s, %s%s", b.Commit, b.Time, changed))
}
