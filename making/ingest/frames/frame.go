package frames

import "io"

// A Frame is a file that is read at any place.
type Frame struct {
	Path string
	At   io.ReaderAt
	Size int64
}
