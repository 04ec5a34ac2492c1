package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// wheels writes a wheel of the Python package for each target, with the program inside. hatchling, which tools/python.sh
// installs, builds them; without it a release has no wheels, and says so.
func (r *release) wheels(ctx context.Context) error {
	script := filepath.Join(r.source, "tools", "python.sh")
	if exec.CommandContext(ctx, script, "check").Run() != nil {
		fmt.Println("warning: no wheels: tools/python.sh install fetches what builds them")
		return nil
	}
	home, err := r.output(ctx, r.source, nil, script, "home")
	if err != nil {
		return err
	}
	return r.wheelsBy(ctx, filepath.Join(strings.TrimSpace(home), "bin", "python"))
}

// wheelsBy builds the wheels by an interpreter that has hatchling.
func (r *release) wheelsBy(ctx context.Context, python string) error {
	folder := filepath.Join(r.stage, "python")
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(r.source, "python"))); err != nil {
		return err
	}
	version := fmt.Sprintf("__version__ = %q\n", pythonVersion(r.version))
	if err := os.WriteFile(filepath.Join(folder, "src", "weft", "_version.py"), []byte(version), 0o644); err != nil {
		return err
	}
	for _, t := range r.only {
		program := filepath.Join(r.folder(t), t.program())
		if err := os.Chmod(program, 0o755); err != nil {
			return err
		}
		env := []string{
			fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.when.Unix()), "WEFT_WHEEL=" + t.system + "/" + t.processor, "WEFT_WHEEL_BINARY=" + program,
			"PYTHONDONTWRITEBYTECODE=1",
		}
		if _, err := r.output(ctx, folder, env, python, "-m", "hatchling", "build", "--target", "wheel", "--directory", r.out); err != nil {
			return err
		}
	}
	return nil
}

var beforeRelease = regexp.MustCompile(`^([0-9.]+)-([a-z]+)\.?([0-9]*)$`)

// pythonVersion returns a version in the form of Python: 0.1.0-rc.1 is 0.1.0rc1, 0.1.0-dev is 0.1.0.dev0.
func pythonVersion(version string) string {
	m := beforeRelease.FindStringSubmatch(version)
	if m == nil {
		return version
	}
	number := m[3]
	if number == "" {
		number = "0"
	}
	switch m[2] {
	case "alpha", "beta", "rc":
		return m[1] + map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[m[2]] + number
	}
	return m[1] + ".dev" + number
}
