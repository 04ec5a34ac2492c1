package captures

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

// IsTar says whether a text begins with the header of a tar archive: its checksum holds (POSIX.1-1988, ustar).
func IsTar(head []byte) bool {
	if len(head) < 512 || head[0] == 0 {
		return false
	}
	_, err := tar.NewReader(bytes.NewReader(head[:512])).Next()
	return err == nil || !errors.Is(err, tar.ErrHeader)
}

// EachTarred calls f with the files of a tar archive in turn. Where the archive breaks off, or f returns a
// brokenArchive, that is noted, and no error unless the import is strict.
func (im *Intake) EachTarred(ctx context.Context, r io.Reader, f func(t *tar.Reader, h *tar.Header) error) error {
	label := im.Tally.Input
	w := &tarEnd{r: r}
	t := tar.NewReader(w)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		h, err := t.Next()
		switch {
		case err == io.EOF && w.whole():
			if err = w.rest(); err == nil {
				return nil
			}
			err = &brokenArchive{err}
		case err == io.EOF:
			err = &brokenArchive{errNoEnd}
		case err != nil:
			err = &brokenArchive{err}
		default:
			err = f(t, h)
		}
		switch {
		case broken(err) != nil:
			im.Tally.Input = label
			return im.Tally.BreakOff(w.n, "the archive", err)
		case err != nil:
			return err
		}
		w.pass(t)
	}
}

var errNoEnd = errors.New("the blocks of zeros that a tar archive ends with are missing")

// brokenArchive says that an archive cannot be read on.
type brokenArchive struct{ error }

func (b *brokenArchive) Unwrap() error { return b.error }

// broken returns the error if the archive ends in the file, or nil.
func broken(err error) error {
	if _, ok := errors.AsType[*brokenArchive](err); ok {
		return err
	}
	return nil
}

// A sizedReader reads a file of an archive; if it ends before its size the archive is broken.
type sizedReader struct {
	r    io.Reader
	left int64
}

func (s *sizedReader) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.left -= int64(n)
	if err != nil && s.left > 0 {
		return n, &brokenArchive{fmt.Errorf("a file of it lacks %d bytes: %w", s.left, err)}
	}
	return n, err
}

// A tarEnd knows whether a tar archive ended with a block of zeros, as it should; the library does not ask for it.
type tarEnd struct {
	r    io.Reader
	n    int64
	last int64 // where the last file ends
}

func (w *tarEnd) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	w.n += int64(n)
	return n, err
}

// pass reads the rest of a file. The next reader reports damage.
func (w *tarEnd) pass(t *tar.Reader) {
	io.Copy(io.Discard, t)      //nolint:errcheck // see above
	w.last = (w.n + 511) &^ 511 // blocks have 512 bytes
}

// rest reads the bytes after the last block, because checksums of the packing follow it.
func (w *tarEnd) rest() error {
	_, err := io.Copy(io.Discard, w)
	return err
}

func (w *tarEnd) whole() bool { return w.n >= w.last+512 }
