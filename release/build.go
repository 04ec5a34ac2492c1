package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
)

// folder is where the program for a target is staged.
func (r *release) folder(t target) string { return filepath.Join(r.stage, t.String()) }

// build builds the program for all targets: without cgo, paths of this machine, and tables for debuggers.
func (r *release) build(ctx context.Context) error {
	for _, t := range r.only {
		if err := r.compile(ctx, t, filepath.Join(r.folder(t), t.program())); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) compile(ctx context.Context, t target, to string) error {
	env := []string{"GOOS=" + t.system, "GOARCH=" + t.processor, "CGO_ENABLED=0"}
	_, err := r.output(ctx, r.source, env, "go", "build", "-trimpath", "-buildvcs=true",
		"-ldflags=-s -w -X main.version="+r.version, "-o", to, "./cmd/weft")
	return err
}

// documents lets the program write its manual pages and its completion for shells.
func (r *release) documents(ctx context.Context) error {
	here := target{runtime.GOOS, runtime.GOARCH}
	program := filepath.Join(r.folder(here), here.program())
	if _, err := os.Stat(program); err != nil { // this system is none of the targets
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
