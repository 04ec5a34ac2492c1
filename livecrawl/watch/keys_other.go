//go:build !unix

package watch

import "io"

// keys are read on Unix alone.
type keys struct{}

func openKeys(io.Reader) *keys { return nil }

func (k *keys) listen(_, _ <-chan struct{}, _ func(byte)) {}

func foreground(int) bool { return true }
