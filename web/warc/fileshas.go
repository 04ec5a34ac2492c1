package warc

import (
	"errors"
	"fmt"
	"os"
)

// HasMark says what lacks of a folder of archives that was written up to a mark; nil if it is all there.
func HasMark(dir string, at Mark, o FilesOptions) error {
	f, err := newFiles(dir, o)
	if err != nil || at == (Mark{}) {
		return err
	}
	if _, err := f.list(); err != nil {
		return err
	}
	info, err := os.Stat(f.path(at.File, openSuffix))
	if errors.Is(err, os.ErrNotExist) {
		info, err = os.Stat(f.path(at.File, ""))
	}
	if err != nil {
		return err
	}
	if info.Size() < at.Offset {
		return fmt.Errorf("%s: it has %d bytes, and had %d", f.path(at.File, ""), info.Size(), at.Offset)
	}
	return nil
}
