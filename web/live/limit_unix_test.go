//go:build unix

package live

import (
	"syscall"
	"testing"
)

// Without file handles it is not the page that has failed.
func TestNoFileHandles(t *testing.T) {
	url := rawServer(t, says(exact["length"], false))
	c := newClient(t, quick())
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	few := old
	few.Cur = 3
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Skip(err)
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &old); err != nil {
			t.Fatal(err)
		}
	}()
	wantCause(t, c, url, CauseLocal, "too many open files")
}
