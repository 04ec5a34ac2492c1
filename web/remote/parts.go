package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	"weft/internal/http1"
)

// Size returns the number of bytes of a file.
func (s *Source) Size(ctx context.Context, address string) (int64, error) {
	v, err := s.version(ctx, address)
	return v.size, err
}

// version returns what the server says about a file.
func (s *Source) version(ctx context.Context, address string) (version, error) {
	t := tries{s: s}
	for {
		v, err := s.versionOnce(ctx, address)
		if err == nil {
			return v, nil
		}
		if err = t.failed(ctx, err); err != nil {
			return version{}, s.named(ctx, address, 0, t.n, err)
		}
	}
}

func (s *Source) named(ctx context.Context, address string, offset int64, attempts int, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &Error{Address: Shown(address), Offset: offset, Attempts: attempts, Err: err}
}

// versionOnce requests the first byte, as some servers and presigned addresses do not allow HEAD. The size is -1 if the
// server does not say.
func (s *Source) versionOnce(ctx context.Context, address string) (version, error) {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Stall)
	defer cancel()
	resp, err := s.get(ctx, address, &span{0, 1}, "")
	if e, ok := errors.AsType[*StatusError](err); ok && e.Status == http.StatusRequestedRangeNotSatisfiable {
		return version{}, nil // an empty file
	}
	if err != nil {
		return version{}, err
	}
	defer resp.Body.Close() //nolint:errcheck // the header is enough
	if resp.StatusCode == http.StatusOK {
		return versionOf(resp.Header, resp.ContentLength), nil
	}
	p, ok := http1.ContentRange(resp.Header.Get("Content-Range"))
	if !ok || p.From != 0 || p.To != 1 {
		return version{}, fmt.Errorf("%w: the first byte was requested, and it says that it sends %.60q", ErrLies, resp.Header.Get("Content-Range"))
	}
	return versionOf(resp.Header, p.Size), nil
}

// Part appends the n bytes of a file from an offset to buf. A part that is not there, or is shorter, is an error.
func (s *Source) Part(ctx context.Context, address string, offset, n int64, buf []byte) ([]byte, error) {
	if offset < 0 || n < 0 || offset+n < 0 { // or their sum is too large
		return buf, s.named(ctx, address, 0, 1, fmt.Errorf("%d bytes from byte %d are no part of a file", n, offset))
	}
	return s.part(ctx, address, span{offset, offset + n}, buf, &version{size: -1})
}

// part is Part of the version v, or of any if v is empty. It sets v by the first response.
func (s *Source) part(ctx context.Context, address string, p span, buf []byte, v *version) ([]byte, error) {
	t := tries{s: s}
	for p.from < p.to {
		var err error
		had := len(buf)
		buf, err = s.partOnce(ctx, address, p, buf, v)
		if more := int64(len(buf) - had); more > 0 {
			p.from += more
			t.n = 0
		}
		if err == nil {
			continue
		}
		if err = t.failed(ctx, err); err != nil {
			return buf, s.named(ctx, address, p.from, t.n, err)
		}
	}
	return buf, nil
}

// partOnce appends as much of a part as one request brings.
func (s *Source) partOnce(ctx context.Context, address string, p span, buf []byte, v *version) ([]byte, error) {
	inner, cancel := context.WithCancelCause(ctx)
	resp, err := s.get(inner, address, &p, "") //nolint:bodyclose // newBody closes it
	if err != nil {
		cancel(nil)
		if e, ok := errors.AsType[*StatusError](err); ok && e.Status == http.StatusRequestedRangeNotSatisfiable {
			return buf, fmt.Errorf("the file has no bytes from %d on: %w", p.from, err)
		}
		return buf, err
	}
	b := newBody(resp.Body, cancel, s.opts.Stall)
	defer b.Close() //nolint:errcheck // it is read, or failed
	if resp.StatusCode == http.StatusOK {
		return buf, ErrNoParts
	}
	said, ok := http1.ContentRange(resp.Header.Get("Content-Range"))
	if !ok || said.From != p.from || said.To > p.to {
		return buf, fmt.Errorf("%w: bytes %d to %d were requested, and it says that it sends %.60q", ErrLies, p.from, p.to-1, resp.Header.Get("Content-Range"))
	}
	now := versionOf(resp.Header, said.Size)
	if err := v.check(now); err != nil {
		return buf, err
	}
	if *v == (version{size: -1}) {
		*v = now
	}
	if said.To < p.to && said.To == said.Size {
		return buf, fmt.Errorf("%w: the file ends at byte %d, and bytes up to %d were requested", ErrChanged, said.Size, p.to)
	}
	had := len(buf)
	for int64(len(buf)-had) < said.To-said.From {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		room := min(int64(cap(buf)-len(buf)), said.To-said.From-int64(len(buf)-had))
		k, err := b.Read(buf[len(buf) : int64(len(buf))+room])
		buf = buf[:len(buf)+k]
		if err != nil {
			if int64(len(buf)-had) == said.To-said.From {
				break
			}
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return buf, err
		}
	}
	return buf, nil
}

// The blocks in which a File is read, and how many of them are kept.
const (
	blockSize  = 1 << 20
	keptBlocks = 16
)

// A File reads a file at any place, in blocks of 1 MiB. It keeps the last 16 of them. It may be used by several
// goroutines, which wait for each other. It fails if the file changes.
type File struct {
	ctx     context.Context
	s       *Source
	address string
	version version // when it was opened

	mu     sync.Mutex
	blocks []block // the last used one at the end
}

type block struct {
	number int64
	bytes  []byte
}

// File opens a file for reading at any place. Its server must send parts.
func (s *Source) File(ctx context.Context, address string) (*File, error) {
	v, err := s.version(ctx, address)
	if err == nil && v.size < 0 {
		err = s.named(ctx, address, 0, 1, ErrNoParts)
	}
	if err != nil {
		return nil, err
	}
	return &File{ctx: ctx, s: s, address: address, version: v}, nil
}

// Size returns the number of bytes.
func (f *File) Size() int64 { return f.version.size }

// ReadAt implements io.ReaderAt.
func (f *File) ReadAt(p []byte, off int64) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for n < len(p) {
		at := off + int64(n)
		if at >= f.version.size {
			return n, io.EOF
		}
		b, err := f.block(at / blockSize)
		if err != nil {
			return n, err
		}
		n += copy(p[n:], b[at%blockSize:])
	}
	return n, nil
}

// block returns a block, from memory if it is there.
func (f *File) block(number int64) ([]byte, error) {
	for i, b := range f.blocks {
		if b.number == number {
			f.blocks = append(append(f.blocks[:i:i], f.blocks[i+1:]...), b)
			return b.bytes, nil
		}
	}
	var room []byte
	if len(f.blocks) == keptBlocks {
		room = f.blocks[0].bytes[:0]
		f.blocks = f.blocks[1:]
	}
	from := number * blockSize
	bytes, err := f.s.part(f.ctx, f.address, span{from, min(from+blockSize, f.version.size)}, room, &f.version)
	if err != nil {
		return nil, err
	}
	f.blocks = append(f.blocks, block{number, bytes})
	return bytes, nil
}
