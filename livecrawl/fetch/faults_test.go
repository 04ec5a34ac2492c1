package fetch

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"

	"weft/web/warc"
)

// What cannot be archived is told, and not remembered as if it were there.
func TestArchiveThatFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "warc")
	files, err := warc.CreateFiles(dir, warc.FilesOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	o := newOriginals("")
	a := &Archiver{files: files, originals: o}
	digest := warc.Digest([]byte("payload"))
	for _, pc := range []*parcel{
		{original: true, digest: digest, coming: &coming{}},
		{original: true, digest: digest},
		{coming: &coming{appended: true}, twin: &warc.Packed{Bytes: []byte("x")}},
		{},
	} {
		pc.packed.Bytes = []byte("x")
		if err := a.appendAnswer(pc); err == nil || len(o.list) > 0 || pc.coming != nil && pc.twin == nil && pc.coming.appended {
			t.Errorf("got %v, and %d payloads are remembered", err, len(o.list))
		}
	}
}

// Of what is archived the payloads of originals alone are remembered, where it stands, and nothing without a memory.
func TestOriginalsAlone(t *testing.T) {
	files, err := warc.CreateFiles(filepath.Join(t.TempDir(), "warc"), warc.FilesOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	digest := warc.Digest([]byte("payload"))
	for _, c := range []struct {
		o        *originals
		original bool
		want     int
	}{{nil, true, 0}, {newOriginals(""), false, 0}, {newOriginals(""), true, 1}} {
		at := files.Mark()
		pc := &parcel{original: c.original, digest: digest, coming: new(coming)}
		pc.packed.Bytes = []byte("record")
		a := &Archiver{files: files, originals: c.o}
		if err := a.appendAnswer(pc); err != nil || pc.coming.appended != (c.want > 0) {
			t.Errorf("original %v: %v, appended %v", c.original, err, pc.coming.appended)
		}
		if c.o == nil {
			continue
		}
		if len(c.o.list) != c.want || c.want > 0 && c.o.list[0].offset != at.Offset {
			t.Errorf("original %v: %+v is remembered, appended at %+v", c.original, c.o.list, at)
		}
	}
}

// An answer waits for room, unless it is the first one, the one to be learnt next, or that of the last worker.
func TestLarderWaits(t *testing.T) {
	for _, c := range []struct {
		name      string
		strict    bool
		workers   int
		held, put int64
		seq       uint64
		waits     bool
	}{
		{"larger than the larder", false, 4, 0, larderBytes + 1, 7, false},
		{"just fits", false, 4, 1, larderBytes - 1, 7, false},
		{"does not fit", false, 4, 2, larderBytes - 1, 7, true},
		{"does not fit, in order", true, 4, 2, larderBytes - 1, 7, true},
		{"is learnt next", true, 4, 2, larderBytes - 1, 3, false},
		{"has the number of the next, in no order", false, 4, 2, larderBytes - 1, 3, true},
		{"has two workers", false, 2, 2, larderBytes - 1, 7, true},
		{"has one worker", false, 1, 2, larderBytes - 1, 7, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newLarder(c.strict, c.workers, larderBytes)
			l.held, l.next = c.held, 3
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- l.put(ctx, c.seq, c.put) }()
			synctest.Wait()
			if waits := len(ended) == 0; waits != c.waits {
				t.Errorf("what %s: it waits: %v", c.name, waits)
			}
			cancel()
			err := <-ended
			if held := l.held; (err != nil) != c.waits || c.waits && held != c.held || !c.waits && held != c.held+c.put {
				t.Errorf("what %s: got %v, and %d bytes are held", c.name, err, held)
			}
		})
	}
}
