package contents

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"weft/web/live"
)

const (
	longestLine = 1 << 16 // longer lines are bad
	mostDepths  = 12
	spans       = 48   // of time, at most
	mostMoments = 4096 // spans that are kept while reading
)

// A reader counts the lines of a crawl log.
type reader struct {
	r        *Contents
	statuses map[int]*Count
	types    map[string]*Count
	sizes    [len(sizeNames)]Count
	depths   [mostDepths + 1]Count
	moments  map[int64]*Moment // by the number of spans since 1970
	span     int               // place of their length in spanSeconds

	timed       int64 // responses with a time
	first, last time.Time
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

func newReader(r *Contents) *reader {
	return &reader{r: r, statuses: map[int]*Count{}, types: map[string]*Count{}, moments: map[int64]*Moment{}}
}

// count counts the lines of a crawl log.
func (r *Contents) count(ctx context.Context, log io.Reader) error {
	x := newReader(r)
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
	x.response(status, strings.Trim(media, "-"), size)
	if status > 0 {
		x.sizes[sizeClass(size)].add(size)
	}
	x.depths[min(depth(f[4]), mostDepths)].add(size)
	if strings.Contains(f[len(f)-1], "duplicate:digest") || strings.Contains(f[len(f)-1], "revisit") {
		x.r.Repeated++
	}
	x.moment(at.UTC(), size)
	return true
}

// response counts a response.
func (x *reader) response(status int, media string, size int64) {
	x.r.Responses++
	x.r.Bytes += size
	countIn(x.statuses, status, size)
	if media != "" {
		countIn(x.types, media, size)
	}
}

func (c *Count) add(size int64) { c.Responses, c.Bytes = c.Responses+1, c.Bytes+size }

func countIn[K comparable](of map[K]*Count, key K, size int64) {
	if of[key] == nil {
		of[key] = new(Count)
	}
	of[key].add(size)
}

func (x *reader) moment(at time.Time, size int64) {
	if x.timed++; x.timed == 1 || at.Before(x.first) {
		x.first = at
	}
	if x.timed == 1 || at.After(x.last) {
		x.last = at
	}
	x.add(at.Unix()/spanSeconds[x.span], &Moment{Responses: 1, Bytes: size})
	for len(x.moments) > mostMoments && x.span < len(spanSeconds)-1 {
		x.lengthen()
	}
}

// add adds responses to a span of time.
func (x *reader) add(span int64, m *Moment) {
	if x.moments[span] == nil {
		x.moments[span] = new(Moment)
	}
	x.moments[span].Responses += m.Responses
	x.moments[span].Bytes += m.Bytes
}

// lengthen goes over to the next length of spans. Each length is a multiple of the one before.
func (x *reader) lengthen() {
	before := x.moments
	ratio := spanSeconds[x.span+1] / spanSeconds[x.span]
	x.span, x.moments = x.span+1, make(map[int64]*Moment, len(before))
	for k, m := range before {
		x.add(k/ratio, m)
	}
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

// sizeNames name classes of sizes: each begins where the one before ends.
var sizeNames = [...]string{"empty", "below 1 KiB", "1 to 10 KiB", "10 to 100 KiB", "100 KiB to 1 MiB", "1 to 10 MiB", "10 MiB and more"}

func sizeClass(size int64) int {
	const kib = 1 << 10
	for i, end := range []int64{1, kib, 10 * kib, 100 * kib, kib * kib, 10 * kib * kib} {
		if size < end {
			return i
		}
	}
	return len(sizeNames) - 1
}

// finish turns the counts into lists.
func (x *reader) finish() {
	for _, s := range slices.Sorted(maps.Keys(x.statuses)) {
		c := *x.statuses[s]
		c.Name = live.StatusName(s)
		x.r.Statuses = append(x.r.Statuses, c)
	}
	for name, c := range x.types {
		c.Name = name
		x.r.Types = append(x.r.Types, *c)
	}
	slices.SortFunc(x.r.Types, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Responses, a.Responses), cmp.Compare(a.Name, b.Name))
	})
	if len(x.r.Types) > mostTypes {
		others := Count{Name: fmt.Sprintf("%d others", len(x.r.Types)-mostTypes)}
		for _, c := range x.r.Types[mostTypes:] {
			others.Responses, others.Bytes = others.Responses+c.Responses, others.Bytes+c.Bytes
		}
		x.r.Types = append(x.r.Types[:mostTypes:mostTypes], others)
	}
	for i, c := range x.sizes {
		if c.Name = sizeNames[i]; c.Responses > 0 {
			x.r.Sizes = append(x.r.Sizes, c)
		}
	}
	for i, c := range x.depths {
		c.Name = strconv.Itoa(i)
		if i == mostDepths {
			c.Name += " and more"
		}
		if c.Responses > 0 {
			x.r.Depths = append(x.r.Depths, c)
		}
	}
	x.times()
}

// spanSeconds are the lengths of spans of time, in seconds. Each is a multiple of the one before.
var spanSeconds = []int64{1, 5, 15, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600, 7 * 24 * 3600, 28 * 24 * 3600, 364 * 24 * 3600, 3640 * 24 * 3600, 364_000 * 24 * 3600}

// times lists the spans from the first with a response to the last, at most the number in spans.
func (x *reader) times() {
	if len(x.moments) == 0 {
		return
	}
	x.r.From, x.r.To = stamp(x.first), stamp(x.last)
	for x.last.Unix()/spanSeconds[x.span]-x.first.Unix()/spanSeconds[x.span] >= spans && x.span < len(spanSeconds)-1 {
		x.lengthen()
	}
	length := spanSeconds[x.span]
	from := x.first.Unix() / length
	x.r.Times = make([]Moment, x.last.Unix()/length-from+1)
	for i := range x.r.Times {
		if m := x.moments[from+int64(i)]; m != nil {
			x.r.Times[i] = *m
		}
		x.r.Times[i].From = stamp(time.Unix((from+int64(i))*length, 0))
	}
}

// stamp writes a time to the second.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
