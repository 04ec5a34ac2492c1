package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
)

// folder returns the temporary folder of a target's program.
func (r *release) folder(t target) string { return filepath.Join(r.stage, t.String()) }

// build builds the program for all targets: static, without paths of this machine, and without symbol tables.
func (r *release) build(ctx context.Context) error {
	for _, t := range r.only {
		if err := r.compile(ctx, t, filepath.Join(r.folder(t), t.program())); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) compile(ctx context.Context, t target, to string) error {
	env := []string{"GOOS=" + t.system, "GOARCH=" + t.processor, "CGO_ENABLED=0",
		"GOFLAGS=", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "GOFIPS140=off"} // the settings of this machine must not change the bytes
	_, err := r.output(ctx, r.source, env, "go", "build", "-trimpath", "-buildvcs=true", "-pgo="+r.pgo,
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
