// Package shared finds what tests use outside of the repository, such as research data.
package shared

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Outside tells the go command that a test depends on files outside of the repository: research data, or an installed program.
// The go command, which keeps results of tests, does not see these files. The gate sets WEFT_OUTSIDE to another value when
// they change, and the go command then runs the test again.
func Outside() { _ = os.Getenv("WEFT_OUTSIDE") }

// Dir returns the folder of shared data, a sibling of the repository: $WEFT_SHARED, or ../shared/data. It skips
// the test if the folder is absent.
func Dir(tb testing.TB) string {
	tb.Helper()
	Outside()
	dir := os.Getenv("WEFT_SHARED")
	if dir == "" {
		_, file, _, _ := runtime.Caller(0)
		dir = filepath.Join(filepath.Dir(file), "..", "..", "..", "shared", "data")
	}
	if _, err := os.Stat(dir); err != nil {
		tb.Skipf("the shared research data is absent (no folder %s): set WEFT_SHARED", dir)
	}
	return dir
}

// File returns the path of a file of the shared data. Without the shared data, the test is skipped. If only the
// file is missing, the test fails, because its name is wrong or the data is incomplete.
func File(tb testing.TB, elem ...string) string {
	tb.Helper()
	path := filepath.Join(append([]string{Dir(tb)}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		tb.Fatalf("a file of the shared research data is absent: %s", path)
	}
	return path
}
