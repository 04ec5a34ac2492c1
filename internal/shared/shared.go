// Package shared finds the research data that tests compare with.
package shared

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Dir returns the folder of shared data, a sibling of the repository: $WEFT_SHARED, or ../shared/data. A test that
// asks for it is skipped where it is absent.
func Dir(tb testing.TB) string {
	tb.Helper()
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
