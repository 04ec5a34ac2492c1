//go:build unix

package watch

import "golang.org/x/sys/unix"

// fileHandles returns how many file handles the process may have open.
func fileHandles() uint64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return 1024
	}
	return uint64(limit.Cur) //nolint:unconvert // it is signed on some systems
}
