//go:build linux || darwin || freebsd

package mmap

import "golang.org/x/sys/unix"

// Free is the room on the disk of a folder that the process may take, in bytes; 0 where the system does not tell.
func Free(dir string) int64 {
	var s unix.Statfs_t
	if unix.Statfs(dir, &s) != nil {
		return 0
	}
	return int64(s.Bavail) * int64(s.Bsize) //nolint:gosec,unconvert // of a disk; types differ by system
}
