package main

import (
	"context"
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// folder returns the temporary folder of a target's program.
func (r *release) folder(t target) string { return filepath.Join(r.stage, t.String()) }

// build builds the program for all targets: static, without paths of this machine, and without symbol tables.
func (r *release) build(ctx context.Context) error {
	for _, t := range r.only {
		program := filepath.Join(r.folder(t), t.program())
		if err := r.compile(ctx, t, program); err != nil {
			return err
		}
		if err := checkCommit(program); err != nil {
			return err
		}
	}
	return nil
}

// checkCommit refuses a program that does not contain the commit of its sources. weft version needs it.
func checkCommit(program string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	var commit, modified string
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			modified = s.Value
		}
	}
	if commit == "" {
		return fmt.Errorf("%s: the go command recorded no commit; run the release in a clone, because go build does not find the commit of a "+
			"folder that git worktree add made", filepath.Base(program))
	}
	if modified != "false" {
		return fmt.Errorf("%s: the sources changed while the release was built; start it again", filepath.Base(program))
	}
	return nil
}

// profile is the profile of the compiler, by its path in the sources. As cmd/weft/default.pgo it would make everyone who
// builds the program compile the standard library once more.
const profile = "bench/pgo/weft.pgo"

func (r *release) compile(ctx context.Context, t target, to string) error {
	// The settings of this machine must not change the bytes. An empty GOFLAGS would let the flags of go env -w through.
	env := []string{
		"GOOS=" + t.system, "GOARCH=" + t.processor, "CGO_ENABLED=0",
		"GOFLAGS=-buildvcs=true", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "GOFIPS140=off",
	}
	pgo := r.pgo
	if pgo == "auto" {
		pgo = profile
	}
	_, err := r.output(ctx, r.source, env, "go", "build", "-trimpath", "-pgo="+pgo,
		"-ldflags=-s -w -X main.release="+r.version, "-o", to, "./cmd/weft")
	return err
}

// documents runs the program to write its manual pages and its completion scripts.
func (r *release) documents(ctx context.Context) error {
	here := target{runtime.GOOS, runtime.GOARCH}
	program := filepath.Join(r.folder(here), here.program())
	if _, err := os.Stat(program); err != nil { // -only excludes this system, or it is not a target
		if err := r.compile(ctx, here, program); err != nil {
			return err
		}
	}
	if _, err := r.output(ctx, r.stage, nil, program, "man", filepath.Join(r.stage, "man1")); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(r.stage, "completion"), 0o755); err != nil {
		return err
	}
	for shell, file := range map[string]string{"bash": "weft.bash", "zsh": "_weft", "fish": "weft.fish", "powershell": "weft.ps1"} {
		script, err := r.output(ctx, r.stage, nil, program, "completion", shell)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(r.stage, "completion", file), []byte(script), 0o644); err != nil {
			return err
		}
	}
	return nil
}
