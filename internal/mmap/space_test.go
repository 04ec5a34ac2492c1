//go:build linux

package mmap

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A file that does not fit into the address space names the limit.
func TestNoAddressSpace(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for name, makes := range map[string]func(*os.File, int) ([]byte, error){"read": mapFile, "shared": mapShared} {
		_, err := makes(f, math.MaxInt&^(1<<16-1))
		if !errors.Is(err, unix.ENOMEM) || !strings.Contains(err.Error(), "ulimit -v") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
