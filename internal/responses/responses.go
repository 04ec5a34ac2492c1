// Package responses counts responses by status, media type, size and time.
package responses

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Limits of a [Counter].
const (
	mostTypes   = 256  // media types that are kept by name
	mostMoments = 4096 // spans of time that are kept while counting
	MostSpans   = 48   // spans of time of a [Total]
)

// OtherTypes stands for all media types after the first 256, and NoType for responses without one. No media type is called so.
const (
	OtherTypes = "other types"
	NoType     = "no media type"
)

// SizeNames name the classes of sizes. Each class begins where the one before ends.
var SizeNames = [...]string{"empty", "below 1 KiB", "1 to 10 KiB", "10 to 100 KiB", "100 KiB to 1 MiB", "1 to 10 MiB", "10 MiB and more"}

func sizeClass(size int64) int {
	const kib = 1 << 10
	for i, end := range []int64{1, kib, 10 * kib, 100 * kib, kib * kib, 10 * kib * kib} {
		if size < end {
			return i
		}
	}
	return len(SizeNames) - 1
}

// A Sum counts responses and their bytes.
type Sum struct {
	Responses int64 `json:"responses"`
	Bytes     int64 `json:"bytes"`
}

func (s *Sum) add(size int64) { s.Responses, s.Bytes = s.Responses+1, s.Bytes+size }

// A Moment counts the responses of a span of time.
type Moment struct {
	From time.Time `json:"from"`
	Sum
}

// Sources of counts. Each describes responses more fully than the sources after it. Counts of several sources are not added
// up: an index or a WAT file often describes the responses of an archive that was imported, too.
const (
	OfArchives = ""      // records of archives that hold responses
	OfWAT      = "wat"   // records of WAT files, which describe the records of archives
	OfIndexes  = "index" // entries of CDX indexes, which do not tell the sizes of responses
	OfLogs     = "log"   // lines of crawl logs
)

// Sources are all sources, in the order in which an import chooses one.
var Sources = []string{OfArchives, OfWAT, OfIndexes, OfLogs}

// A Total holds the counts of responses.
type Total struct {
	Source string `json:"source,omitempty"` // one of [Sources]
	Sum
	Revisits  int64          `json:"revisits"`        // responses that repeat an earlier one
	Resources int64          `json:"resources"`       // files without an HTTP header
	Statuses  map[int]Sum    `json:"statuses"`        // by HTTP status; 0 of responses without one
	Types     map[string]Sum `json:"types"`           // by media type
	Sizes     []Sum          `json:"sizes"`           // by the classes of [SizeNames]
	First     *time.Time     `json:"first,omitempty"` // time of the first response
	Last      *time.Time     `json:"last,omitempty"`  // time of the last response
	Times     []Moment       `json:"times,omitempty"` // in equal spans of time
}

// A Counter counts responses. The zero value is ready. Memory: about 300 KiB.
type Counter struct {
	Sum
	// Revisits and Resources are counted by the caller: see [Total].
	Revisits, Resources int64

	statuses map[int]*Sum
	types    map[string]*Sum
	sizes    [len(SizeNames)]Sum
	moments  map[int64]*Sum // by the number of spans since 1970
	span     int            // place of their length in spanSeconds

	timed       int64 // responses with a time
	first, last time.Time
}

// Add counts a response. A status below 1 stands for a failure: its size and missing type do not count.
func (c *Counter) Add(status int, media string, size int64) { c.count(status, media, size, status > 0) }

// AddBare counts a response without a status, such as a file that was archived without an HTTP header.
func (c *Counter) AddBare(media string, size int64) { c.count(0, media, size, true) }

func (c *Counter) count(status int, media string, size int64, arrived bool) {
	c.add(size)
	count(&c.statuses, status, size)
	if arrived {
		media = cmp.Or(media, NoType)
		c.sizes[sizeClass(size)].add(size)
	}
	if media != "" {
		c.addType(media, size)
	}
}

func (c *Counter) addType(media string, size int64) {
	count(&c.types, c.typeName(cmp.Or(media, NoType)), size)
}

// typeName returns the name under which a media type is counted.
func (c *Counter) typeName(media string) string {
	if c.types[media] == nil && len(c.types) >= mostTypes {
		return OtherTypes
	}
	return media
}

func count[K comparable](of *map[K]*Sum, key K, size int64) {
	if *of == nil {
		*of = map[K]*Sum{}
	}
	if (*of)[key] == nil {
		(*of)[key] = new(Sum)
	}
	(*of)[key].add(size)
}

// AddSizeless counts a response whose size is not known. Status 0 stands for an unknown status.
func (c *Counter) AddSizeless(status int, media string) {
	c.add(0)
	count(&c.statuses, status, 0)
	c.addType(media, 0)
}

// AddTime counts the time of a response that was counted.
func (c *Counter) AddTime(at time.Time, size int64) {
	at = at.UTC()
	if c.timed++; c.timed == 1 || at.Before(c.first) {
		c.first = at
	}
	if c.timed == 1 || at.After(c.last) {
		c.last = at
	}
	c.addTo(at.Unix()/spanSeconds[c.span], Sum{1, size})
	for len(c.moments) > mostMoments && c.span < len(spanSeconds)-1 {
		c.lengthen()
	}
}

// addTo adds responses to a span of time.
func (c *Counter) addTo(span int64, s Sum) {
	if c.moments == nil {
		c.moments = map[int64]*Sum{}
	}
	if c.moments[span] == nil {
		c.moments[span] = new(Sum)
	}
	c.moments[span].Responses += s.Responses
	c.moments[span].Bytes += s.Bytes
}

// lengthen goes over to the next length of spans. Each length is a multiple of the one before.
func (c *Counter) lengthen() {
	before := c.moments
	ratio := spanSeconds[c.span+1] / spanSeconds[c.span]
	c.span, c.moments = c.span+1, make(map[int64]*Sum, len(before))
	for k, s := range before {
		c.addTo(k/ratio, *s)
	}
}

// spanSeconds are the lengths of spans of time, in seconds. Each is a multiple of the one before.
var spanSeconds = []int64{1, 5, 15, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600, 7 * 24 * 3600, 28 * 24 * 3600, 364 * 24 * 3600, 3640 * 24 * 3600, 364_000 * 24 * 3600}

// Total returns the counts. The counter is not used again.
func (c *Counter) Total() *Total {
	t := &Total{Sum: c.Sum, Revisits: c.Revisits, Resources: c.Resources, Statuses: values(c.statuses), Types: values(c.types), Sizes: slices.Clone(c.sizes[:])}
	if c.timed > 0 {
		t.First, t.Last, t.Times = &c.first, &c.last, c.times()
	}
	return t
}

func values[K comparable](of map[K]*Sum) map[K]Sum {
	all := make(map[K]Sum, len(of))
	for k, s := range maps.All(of) {
		all[k] = *s
	}
	return all
}

// times lists the spans from the first with a response to the last, at most MostSpans.
func (c *Counter) times() []Moment {
	for c.last.Unix()/spanSeconds[c.span]-c.first.Unix()/spanSeconds[c.span] >= MostSpans && c.span < len(spanSeconds)-1 {
		c.lengthen()
	}
	length := spanSeconds[c.span]
	from := c.first.Unix() / length
	all := make([]Moment, c.last.Unix()/length-from+1)
	for i := range all {
		if s := c.moments[from+int64(i)]; s != nil {
			all[i].Sum = *s
		}
		all[i].From = time.Unix((from+int64(i))*length, 0).UTC()
	}
	return all
}
