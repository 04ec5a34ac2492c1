package atomicfile

import (
	"errors"
	"fmt"
	"os"
)

// Scratch makes a file without a name in dir, or in the system's temporary folder if dir is empty. The file
// disappears when it is closed or the process ends.
func Scratch(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, ".weft-scratch-*")
	if err != nil {
		return nil, fmt.Errorf("make a scratch file: %w", err)
	}
	if err := os.Remove(f.Name()); err != nil && !errors.Is(err, os.ErrNotExist) { // which may look left
		f.Close() //nolint:errcheck // the first error is told
		return nil, fmt.Errorf("hide a scratch file: %w", err)
	}
	return f, nil
}
