package export

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"weft/internal/atomicfile"
)

// ErrExists says that there is something where a folder is to be made.
var ErrExists = errors.New("it exists: name another folder, or remove it")

// atomicFolder calls fill with the path of a new folder, which appears as dir when fill succeeds, and nowhere when it does not.
func atomicFolder(dir string, fill func(dir string) error) error {
	dir = filepath.Clean(dir)
	if _, err := os.Lstat(dir); err == nil {
		return fmt.Errorf("%s: %w", dir, ErrExists)
	}
	tmp, err := atomicfile.NewFolder(filepath.Dir(dir), "."+filepath.Base(dir)+".tmp-*", 0o755)
	if err != nil {
		return fmt.Errorf("write %s: %w", dir, cmp.Or(errors.Unwrap(err), err))
	}
	defer tmp.Remove() //nolint:errcheck // gone, if all went well
	if err := fill(tmp.Path); err != nil {
		return err
	}
	if err := tmp.Rename(dir); err != nil {
		return err
	}
	return atomicfile.SyncDir(filepath.Dir(dir))
}
