package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"weft/internal/held"
)

// release is the version of a release; the script in release/ sets it with -ldflags "-X main.release=0.1.0".
var release string

// unreleased is the version of a build that is no release and has no tag among its ancestors.
const unreleased = "0.1.0-dev"

// version is the version of weft. Manifests, reports and the user agent of requests contain it.
var version = versionOf(release, readBuildInfo())

// pseudo matches the version that the go command gives to a commit without a tag; see https://go.dev/ref/mod#pseudo-versions.
var pseudo = held.Regexp(`^v\d+\.\d+\.\d+-(?:.*\.)?(\d{14})-([0-9a-f]{12})(\+dirty)?$`)

// built is the result of weft version.
//
//json:object version
type built struct {
	Version  string `json:"version"`                                  // version of weft
	Go       string `json:"go"`                                       // version of Go that built it
	Platform string `json:"platform"`                                 // operating system and processor
	Commit   string `json:"commit,omitempty" absent:"not known"`      // commit of the sources
	Time     string `json:"commit_time,omitempty" absent:"not known"` // time of the commit
	Modified bool   `json:"modified,omitempty"`                       // the sources differed from the commit
}

func (a *app) versionCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of weft",
		Long:    "Print the version of weft, the Go version that built it, the target machine, and the commit of the sources if known.",
		Example: "  weft version",
		Args:    exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			b := newBuilt(readBuildInfo())
			return a.print(b, func(w io.Writer) { printBuilt(w, b) })
		},
	}
}

// readBuildInfo returns what the linker noted about the program, or nil if it noted nothing.
func readBuildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return nil
}

// versionOf returns the version of a release, or else the version of the main module without its v. The go command derives
// that version from the tags of the repository, or from the version named to go install.
func versionOf(release string, info *debug.BuildInfo) string {
	switch {
	case release != "":
		return release
	case info == nil, info.Main.Version == "", info.Main.Version == "(devel)", strings.HasPrefix(info.Main.Version, "v0.0.0-"):
		return unreleased
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}

// newBuilt describes the program by its build information. A module from a module proxy has no repository; then commit and
// time come from its pseudo-version, if it has one.
func newBuilt(info *debug.BuildInfo) built {
	b := built{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info == nil {
		return b
	}
	if part := pseudo().FindStringSubmatch(info.Main.Version); part != nil {
		if at, err := time.Parse("20060102150405", part[1]); err == nil {
			b.Commit, b.Time, b.Modified = part[2], at.Format(time.RFC3339), part[3] != ""
		}
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
