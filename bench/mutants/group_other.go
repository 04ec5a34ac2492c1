//go:build !unix

package main

import "os/exec"

func inGroup(*exec.Cmd) {}
