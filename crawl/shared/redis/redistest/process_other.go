//go:build !linux

package redistest

import "os/exec"

// run runs a program until it ends, and calls started after its start.
func run(cmd *exec.Cmd, started func(error)) {
	err := cmd.Start()
	started(err)
	if err == nil {
		_ = cmd.Wait() // it is killed
	}
}
