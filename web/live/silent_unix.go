//go:build unix

package live

import "syscall"

// silent reports whether there is nothing to be read from a socket, not even its end.
func silent(raw syscall.RawConn) bool {
	quiet := false
	var buf [1]byte
	err := raw.Read(func(fd uintptr) bool {
		_, _, err := syscall.Recvfrom(int(fd), buf[:], syscall.MSG_PEEK)
		quiet = err == syscall.EAGAIN
		return true
	})
	return err == nil && quiet
}
