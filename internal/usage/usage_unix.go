//go:build unix

package usage

import (
	"time"

	"golang.org/x/sys/unix"
)

// Processors returns the time that the process spent on processors, in user and system mode.
func Processors() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
