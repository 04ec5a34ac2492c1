package contents

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"weft/internal/responses"
)

const (
	longestLine = 1 << 16 // longer lines are bad
	mostDepths  = 12
)

// A reader counts the lines of a crawl log.
type reader struct {
	responses.Counter
	r      *Contents
	silent responses.Sum // lines without a response
	bare   int64         // responses of unknown type and size, such as refused attempts that a later line follows
	depths [mostDepths + 1]responses.Sum
}

// readLog counts the responses of a crawl log, in one pass. A missing log counts as an empty one.
// Memory: the longest line, and some 4,096 spans of time.
func (r *Contents) readLog(ctx context.Context, path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	if err := r.count(ctx, f); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// count counts the lines of a crawl log.
func (r *Contents) count(ctx context.Context, log io.Reader) error {
	x := &reader{r: r}
	if err := x.lines(ctx, bufio.NewReaderSize(log, longestLine)); err != nil {
		return err
	}
	x.finish()
	return nil
}

func (x *reader) lines(ctx context.Context, in *bufio.Reader) error {
	for n := 0; ; n++ {
		const often = 1 << 12
		if n%often == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line, err := in.ReadSlice('\n')
		long := errors.Is(err, bufio.ErrBufferFull)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if len(bytes.TrimSpace(line)) > 0 && (long || !x.line(string(line))) {
			x.r.Bad++
		}
		if err != nil {
			return nil //nolint:nilerr // the end of the file
		}
	}
}

// line counts a line, and reports whether it is one of a crawl log.
func (x *reader) line(line string) bool {
	const columns = 7 // time, status, size, URL, path, referrer, media type
	f := strings.Fields(line)
	if len(f) < columns {
		return false
	}
	at, err := time.Parse("2006-01-02T15:04:05.999Z07:00", f[0])
	status, err2 := strconv.Atoi(f[1])
	size, err3 := strconv.ParseInt(f[2], 10, 64)
	if err != nil || err2 != nil || err3 != nil && f[2] != "-" || size < 0 {
		return false
	}
	media, _, _ := strings.Cut(strings.ToLower(f[6]), ";")
	x.Add(status, strings.Trim(media, "-"), size)
	if status <= 0 { // a failure, or a URL that a rule forbids
		x.silent.Responses, x.silent.Bytes = x.silent.Responses+1, x.silent.Bytes+size
		return true
	}
	if f[2] == "-" {
		x.bare++
	}
	x.AddTime(at, size)
	d := &x.depths[min(depth(f[4]), mostDepths)]
	d.Responses, d.Bytes = d.Responses+1, d.Bytes+size
	if strings.Contains(f[len(f)-1], "duplicate:digest") || strings.Contains(f[len(f)-1], "revisit") {
		x.r.Repeated++
	}
	return true
}

// depth is the number of links of a path in the form of Heritrix: one letter per link. "N+" stands for N links that are left
// out.
func depth(path string) int {
	if path == "-" {
		return 0
	}
	before, letters, long := strings.Cut(path, "+")
	if !long {
		return len(path)
	}
	n, err := strconv.Atoi(before)
	if err != nil || n < 0 {
		return len(letters)
	}
	return min(n, 1<<20) + len(letters)
}

// finish turns the counts into lists.
func (x *reader) finish() {
	t := x.Total()
	t.Responses, t.Bytes = t.Responses-x.silent.Responses, t.Bytes-x.silent.Bytes
	if x.bare > 0 {
		untyped := t.Types[responses.NoType]
		if untyped.Responses -= x.bare; untyped.Responses == 0 {
			delete(t.Types, responses.NoType)
		} else {
			t.Types[responses.NoType] = untyped
		}
		t.Sizes[0].Responses -= x.bare
	}
	x.r.setTotal(t)
	x.r.Silent = x.silent.Responses
	for i, c := range x.depths {
		name := strconv.Itoa(i)
		if i == mostDepths {
			name += " and more"
		}
		if c.Responses > 0 {
			x.r.Depths = append(x.r.Depths, Count{name, c.Responses, c.Bytes})
		}
	}
}
