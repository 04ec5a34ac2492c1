package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"weft/internal/digits"
	"weft/livecrawl/folder"
)

// lists compares the summed files with their checksums.
func (v *Verifier) lists(ctx context.Context) error {
	if v.folder == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(v.folder.Lists)) {
		if !slices.Contains(folder.SummedLists(), name) {
			v.damage("")(folder.CrawlFile, 0, fmt.Sprintf("it has a checksum of %.200q, which is no list of a crawl", name))
			continue
		}
		if err := v.list(ctx, name, v.folder.Lists[name]); err != nil {
			return err
		}
	}
	return nil
}

func (v *Verifier) list(ctx context.Context, name string, want folder.ListSum) error {
	file := filepath.FromSlash(name)
	path := filepath.Join(v.dir, file)
	most := int64(-1)
	if folder.Grows(name) {
		most = want.Bytes
	}
	v.note("the lists", 0, 0)
	got, err := folder.SumList(path, most, ctx.Err)
	switch {
	case errors.Is(err, os.ErrNotExist):
		v.damage("")(file, 0, "it is missing")
		return nil
	case err != nil:
		return err
	case got.Bytes != want.Bytes:
		v.damage("")(file, min(got.Bytes, want.Bytes), fmt.Sprintf("it has %s, and had %s", digits.Plural(got.Bytes, "byte"), digits.Plural(want.Bytes, "byte")))
	case got.SHA256 != want.SHA256:
		v.damage("")(file, 0, fmt.Sprintf("its SHA-256 is %.12s…, and was %.12s…", got.SHA256, want.SHA256))
	}
	v.covered[file] = true
	if info, err := os.Stat(path); err == nil && folder.Grows(name) && info.Size() > want.Bytes {
		v.uncovered(file, fmt.Sprintf("its last %s, which have no checksum until the run ends", digits.Plural(info.Size()-want.Bytes, "byte")))
	}
	return nil
}
