package check

import (
	"errors"
	"fmt"
	"testing"

	"weft/crawl/frontier"
)

// Damage of names is told of the file that has it; where it is in the last one, of the place where what is whole ends.
func TestBlamed(t *testing.T) {
	c := &frontier.Checked{Where: "names.tail-0000000128", Whole: 77}
	in := func(path string) error { return &frontier.FileError{Path: path, Err: errors.New("wrong checksum")} }
	for _, x := range []struct {
		err  error
		file string
		at   int64
	}{
		{in("c/frontier/names.tail-0000000128"), c.Where, 77},
		{fmt.Errorf("read names: %w", in("c/frontier/names.tail-0000000128")), c.Where, 77},
		{in("c/frontier/names.blocks"), "names.blocks", 0},
		{fmt.Errorf("names.tail-0000000128: %w", in("names.blocks")), "names.blocks", 0},
		{errors.New("names.blocks: two names have one fingerprint"), c.Where, 0},
	} {
		if file, at := blamed(x.err, c); file != x.file || at != x.at {
			t.Errorf("%v: blamed %s at %d, want %s at %d", x.err, file, at, x.file, x.at)
		}
	}
}
