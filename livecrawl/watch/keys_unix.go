//go:build unix

package watch

import (
	"io"

	"golang.org/x/sys/unix"
)

// keys reads single keys from a terminal, without echo. Ctrl-C and Ctrl-Z stay what they are. While the process is in
// the background the terminal is left alone.
type keys struct {
	fd  int
	old *unix.Termios // nil while the terminal is as it was found
}

// openKeys returns nil if in is no terminal.
func openKeys(in io.Reader) *keys {
	f := terminal(in)
	if f == nil {
		return nil
	}
	return &keys{fd: int(f.Fd())}
}

// every is how long a wait for a key takes at most, in ms.
const every = 200

// listen calls press for each key until one of the channels is closed, and gives the terminal back.
func (k *keys) listen(done, interrupted <-chan struct{}, press func(byte)) {
	defer k.restore()
	buf := make([]byte, 16)
	for {
		select {
		case <-done:
			return
		case <-interrupted:
			return
		default:
		}
		mine := foreground(k.fd) && k.take()
		wait := []unix.PollFd{{Fd: int32(k.fd), Events: unix.POLLIN}} //nolint:gosec // a small number
		if !mine {
			wait = nil // only the time
		}
		n, err := unix.Poll(wait, every)
		if err != nil || n == 0 || !mine || !foreground(k.fd) {
			continue
		}
		n, err = unix.Read(k.fd, buf)
		if n == 0 || err != nil && err != unix.EINTR && err != unix.EAGAIN {
			return // the terminal is gone
		}
		for _, key := range buf[:max(n, 0)] {
			press(key)
		}
	}
}

// take sets the terminal, also after another program has set it, as a shell does around Ctrl-Z.
func (k *keys) take() bool {
	t, err := unix.IoctlGetTermios(k.fd, getTermios)
	if err != nil {
		return false
	}
	if t.Lflag&(unix.ICANON|unix.ECHO) == 0 {
		return true
	}
	if k.old == nil {
		old := *t
		k.old = &old
	}
	t.Lflag &^= unix.ICANON | unix.ECHO
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
	return unix.IoctlSetTermios(k.fd, setTermios, t) == nil
}

func (k *keys) restore() {
	if k.old != nil && foreground(k.fd) {
		unix.IoctlSetTermios(k.fd, setTermios, k.old) //nolint:errcheck // nothing is to be done about it
	}
	k.old = nil
}

// foreground says whether the process may use a terminal without being stopped for it.
func foreground(fd int) bool {
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp() // without job control everybody may
}
