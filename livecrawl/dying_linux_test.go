package livecrawl_test

import (
	"os/exec"
	"syscall"
)

// dieWith has a child killed when this test binary ends, however it ends.
func dieWith(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
