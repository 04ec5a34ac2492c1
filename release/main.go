// Command release builds the files of a release of weft. These are archives for Linux, macOS and Windows on amd64
// and arm64, Debian and RPM packages, a list of the modules inside (SBOM), a Homebrew formula, and checksums of
// all. It uploads nothing.
//
//	git tag v0.1.0
//	cd release && go run . -version 0.1.0 -url https://example.org/weft/v0.1.0 -out ../dist
//
// The same commit, tags, version and Go give the same bytes, in any folder and on any system. GOFLAGS and the
// variables that choose variants of a processor do not reach the compiler. Sources with uncommitted changes are
// refused.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A target is a system and a processor that the program is built for.
type target struct{ system, processor string }

func (t target) String() string { return t.system + "_" + t.processor }

// program is the name of the program's file.
func (t target) program() string {
	if t.system == "windows" {
		return "weft.exe"
	}
	return "weft"
}

// targets lists every target of a release.
var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// A release holds the settings and the folders of one run.
type release struct {
	version string
	url     string // address of the folder that will hold the archives, for the formula
	pgo     string // profile of the compiler: auto or off
	source  string // folder of the project
	out     string // folder for the finished files
	stage   string // temporary folder: one folder per target, one for manual pages and one for completion
	only    []target
	project project
	when    time.Time // time of the commit; all packed files get it
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

var versionForm = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$`)

func run(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("release", flag.ContinueOnError)
	var r release
	f.StringVar(&r.version, "version", "", "version of the release, such as 0.1.0; its tag is v0.1.0")
	f.StringVar(&r.out, "out", "../dist", "folder for the finished files; it must not exist")
	f.StringVar(&r.url, "url", "", "address of the folder that will hold the archives; without it no Homebrew formula is written")
	f.StringVar(&r.pgo, "pgo", "auto", "profile-guided optimisation: auto, or off to try a release sooner")
	only := f.String("only", "", "build for one target only, such as linux_amd64")
	if err := f.Parse(args); err != nil {
		return err
	}
	if !versionForm.MatchString(r.version) {
		return fmt.Errorf("-version %q: expected a version such as 0.1.0 or 0.1.0-rc.1", r.version)
	}
	if r.pgo != "auto" && r.pgo != "off" {
		return fmt.Errorf("-pgo %q: expected auto or off", r.pgo)
	}
	if f.NArg() > 0 {
		return fmt.Errorf("%q: expected no arguments, only flags", f.Arg(0))
	}
	for _, t := range targets {
		if *only == "" || *only == t.String() {
			r.only = append(r.only, t)
		}
	}
	if len(r.only) == 0 {
		return fmt.Errorf("-only %s: expected one of %v", *only, targets)
	}
	if _, err := os.Stat(r.out); err == nil {
		return fmt.Errorf("%s exists: remove it, or name another folder", r.out)
	}
	if slices.ContainsFunc(r.only, func(t target) bool { return t.system == "linux" }) {
		var err error
		if r.project, err = readProject(projectFile); err != nil {
			return err
		}
	}
	return r.make(ctx)
}

// make runs all steps. If one fails, make removes the folder for the finished files.
func (r *release) make(ctx context.Context) (err error) {
	if r.source, err = filepath.Abs(".."); err != nil {
		return err
	}
	if r.out, err = filepath.Abs(r.out); err != nil {
		return err
	}
	if err := r.checkSources(ctx); err != nil {
		return err
	}
	if err := r.commitTime(ctx); err != nil {
		return err
	}
	if r.stage, err = os.MkdirTemp("", "weft-release"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(r.stage)) }()
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(r.out))
		}
	}()
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"build", r.build},
		{"manual pages and completion", r.documents},
		{"archives", r.archives},
		{"packages", r.packages},
		{"wheels", r.wheels},
		{"SBOM", r.sbom},
		{"formula", r.formula},
		{"checksums", r.checksums},
	} {
		fmt.Println("==", step.name)
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}

// checkSources refuses sources that differ from their commit, and warns if the commit does not have the tag of the version.
func (r *release) checkSources(ctx context.Context) error {
	changed, err := r.output(ctx, r.source, nil, "git", "status", "--porcelain")
	if err != nil {
		return err
	}
	if changed != "" {
		return fmt.Errorf("%s has uncommitted changes; commit or remove them:\n%s", r.source, strings.TrimRight(changed, "\n"))
	}
	tags, err := r.output(ctx, r.source, nil, "git", "tag", "--points-at", "HEAD")
	if err == nil && !slices.Contains(strings.Fields(tags), "v"+r.version) {
		fmt.Printf("warning: the commit has no tag v%s\n", r.version)
	}
	return err
}

// commitTime reads the time of the commit.
func (r *release) commitTime(ctx context.Context) error {
	out, err := r.output(ctx, r.source, nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(out), 10, 64)
	r.when = time.Unix(seconds, 0).UTC()
	return err
}

// output runs a program and returns its standard output. Its standard error is passed on.
func (r *release) output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return string(out), nil
}
