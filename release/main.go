// Command release builds what a release of weft consists of: archives for Linux, macOS and Windows on amd64 and arm64,
// Debian and RPM packages, a list of the modules inside (SBOM), a Homebrew formula, and checksums of all. The same commit,
// version and Go give the same bytes. It pushes nothing anywhere.
//
//	cd release && go run . -version 0.1.0 -out ../dist
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

// targets are what releases are built for.
var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// A release is one under way.
type release struct {
	version string
	url     string // where the archives will be found, for the formula
	source  string // the folder of the project
	out     string
	stage   string // what is packed, a folder for each target and one for man pages and completion
	only    []target
	when    time.Time // of the commit: the time of all files
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
	f.StringVar(&r.version, "version", "", "the version, such as 0.1.0; the tag is v0.1.0")
	f.StringVar(&r.out, "out", "../dist", "the folder for the files; it must not exist")
	f.StringVar(&r.url, "url", "", "the address of the folder that the files will be found in; without it there is no Homebrew formula")
	only := f.String("only", "", "build for one target alone, such as linux_amd64")
	if err := f.Parse(args); err != nil {
		return err
	}
	if !versionForm.MatchString(r.version) {
		return fmt.Errorf("-version %q: want a version such as 0.1.0 or 0.1.0-rc.1", r.version)
	}
	for _, t := range targets {
		if *only == "" || *only == t.String() {
			r.only = append(r.only, t)
		}
	}
	if len(r.only) == 0 {
		return fmt.Errorf("-only %s: want one of %v", *only, targets)
	}
	if _, err := os.Stat(r.out); err == nil {
		return fmt.Errorf("%s exists: remove it, or name another folder", r.out)
	}
	return r.make(ctx)
}

// make does all steps. What it began is removed where it fails.
func (r *release) make(ctx context.Context) (err error) {
	if r.source, err = filepath.Abs(".."); err != nil {
		return err
	}
	if r.out, err = filepath.Abs(r.out); err != nil {
		return err
	}
	if err := r.commitTime(ctx); err != nil {
		return err
	}
	if r.stage, err = os.MkdirTemp("", "weft-release"); err != nil {
		return err
	}
	defer os.RemoveAll(r.stage)
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
		{"build", r.build}, {"manual pages and completion", r.documents}, {"archives", r.archives},
		{"packages", r.packages}, {"SBOM", r.sbom}, {"formula", r.formula}, {"checksums", r.checksums},
	} {
		fmt.Println("==", step.name)
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}

// commitTime reads the time of the commit that is built.
func (r *release) commitTime(ctx context.Context) error {
	out, err := r.output(ctx, r.source, nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(out), 10, 64)
	r.when = time.Unix(seconds, 0).UTC()
	return err
}

// output runs a program and returns what it prints; its errors go to standard error.
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
