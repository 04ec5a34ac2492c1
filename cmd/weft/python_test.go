package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"weft/internal/shared"
)

// pythonHome returns the folder of the virtual environment of tools/python.sh. It skips the test where that is missing.
func pythonHome(t *testing.T) string {
	t.Helper()
	shared.Outside()
	if runtime.GOOS == "windows" {
		t.Skip("tools/python.sh is a script for bash")
	}
	if out, err := exec.Command("../../tools/python.sh", "check").CombinedOutput(); err != nil {
		t.Skipf("no packages of Python: tools/python.sh install (%s)", strings.TrimSpace(string(out)))
	}
	home, err := exec.Command("../../tools/python.sh", "home").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(home))
}

// TestPythonPackage runs the checkers and the tests of the Python package, with this program as the binary.
func TestPythonPackage(t *testing.T) {
	t.Parallel()
	home := pythonHome(t)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	worker := filepath.Join(t.TempDir(), "weft")
	if err := os.Symlink(exe, worker); err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Abs(filepath.Join("..", "..", "python", "src"))
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"ruff", "format", "--check", "--no-cache", "."},
		{"ruff", "check", "--no-cache", "."},
		{"mypy", "--cache-dir", filepath.Join(t.TempDir(), "mypy")},
		{"pytest", "-q", "-p", "no:cacheprovider"},
	} {
		c := exec.Command(filepath.Join(home, "bin", "python"), append([]string{"-m"}, args...)...)
		c.Dir = filepath.Join("..", "..", "python")
		c.Env = append(os.Environ(), "WEFT_BINARY="+worker, "PYTHONPATH="+sources, "PYTHONDONTWRITEBYTECODE=1")
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}
