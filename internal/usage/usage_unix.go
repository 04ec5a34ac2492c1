//go:build unix

package usage

import (
	"time"

	"golang.org/x/sys/unix"
)

// Processors returns the time that the process spent on processors, by itself and in the system.
func Processors() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
