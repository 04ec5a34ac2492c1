package folder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"weft/internal/corrupt"
	"weft/internal/option"
	"weft/web/warc"
)

// ErrDamaged marks a crawl that cannot resume because a part is damaged or missing.
var ErrDamaged = errors.New("the crawl is damaged")

// isMissing says whether an error is that a file of a crawl is not there.
func isMissing(dir string, err error) bool {
	of, ok := errors.AsType[*fs.PathError](err)
	return ok && errors.Is(err, fs.ErrNotExist) && strings.HasPrefix(of.Path, filepath.Clean(dir)+string(filepath.Separator)) && Holds(dir)
}

// Rescuable adds to an error of a damaged crawl how the crawl can be made usable again. It returns other errors
// unchanged.
func Rescuable(dir string, err error) error {
	switch {
	case err == nil || errors.Is(err, ErrDamaged):
		return err
	case errors.Is(err, corrupt.Err), errors.Is(err, warc.ErrShort), errors.Is(err, warc.ErrBadRecord), isMissing(dir, err):
		format := "%w (%w: nothing was removed; {recover} %s continues from the intact parts"
		args := []any{err, ErrDamaged, dir}
		if files, _ := os.ReadDir(filepath.Join(dir, WARCDir)); len(files) > 0 {
			format += ", and {import} %s reads the archive"
			args = append(args, filepath.Join(dir, WARCDir))
		}
		return option.Errorf(format+")", args...)
	}
	return err
}

// Holds says whether a folder has anything of a crawl.
func Holds(dir string) bool {
	for _, part := range []string{CrawlFile, LogDir, WARCDir} {
		if _, err := os.Stat(filepath.Join(dir, part)); err == nil {
			return true
		}
	}
	return false
}
