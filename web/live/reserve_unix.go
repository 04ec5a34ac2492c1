//go:build unix

package live

import "golang.org/x/sys/unix"

// reserve returns zero bytes of address space, which become memory when they are written to; nil if there is none.
func reserve(size int) []byte {
	b, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	return b
}

// discard gives the memory of reserved bytes back, not their addresses.
func discard(b []byte) { _ = unix.Madvise(b, unix.MADV_DONTNEED) }

// unreserve gives reserved bytes back.
func unreserve(b []byte) { _ = unix.Munmap(b) }
