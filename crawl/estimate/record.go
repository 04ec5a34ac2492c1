package estimate

import "slices"

// samples bounds the history of a Record.
const samples = 1024

// A Record holds the finds of a crawl, page by page. Pages are numbered from 0 in the order of first mention, as
// crawl.Page is, so that memory is 1 byte per known page. The zero value is ready; one goroutine may use it.
type Record struct {
	mentions []uint8 // of each page, 1 more than there were, up to 4; 0 for a page that is not known
	counts   [4]int  // number of pages with this many mentions; the last counts all higher numbers too
	known    int
	now      moment
	history  []moment // after 0, stride, 2 stride … fetched pages
	stride   int
	buf      []uint32
}

// A moment is how far a crawl had come.
type moment struct{ fetched, found, productive int } // productive pages found something new

// Seed adds a page from which the crawl starts.
func (r *Record) Seed(p uint32) { r.touch(p) }

// Fetched adds a fetched page with its links to pages of the site: none for a failed page. A link to the page
// itself, and a repeated link, do not count.
func (r *Record) Fetched(p uint32, links []uint32) {
	if r.stride == 0 {
		r.stride, r.history = 1, append(r.history, moment{})
	}
	r.touch(p)
	before := r.known
	r.buf = append(r.buf[:0], links...)
	slices.Sort(r.buf)
	for _, to := range slices.Compact(r.buf) {
		if to != p {
			r.mention(to)
		}
	}
	r.now.fetched++
	if r.known > before {
		r.now.found += r.known - before
		r.now.productive++
	}
	r.remember()
}

func (r *Record) touch(p uint32) {
	if n := int(p) + 1; n > len(r.mentions) {
		r.mentions = append(r.mentions, make([]uint8, n-len(r.mentions))...)
	}
	if r.mentions[p] == 0 {
		r.mentions[p] = 1
		r.known++
		r.counts[0]++
	}
}

func (r *Record) mention(p uint32) {
	r.touch(p)
	if m := int(r.mentions[p]); m < len(r.counts) {
		r.counts[m-1]--
		r.counts[m]++
		r.mentions[p]++
	}
}

// remember keeps every stride-th moment, and half of them when there are too many.
func (r *Record) remember() {
	if r.now.fetched%r.stride != 0 {
		return
	}
	if r.history = append(r.history, r.now); len(r.history) < samples {
		return
	}
	n := 0
	for i := 0; i < len(r.history); i += 2 {
		r.history[n] = r.history[i]
		n++
	}
	r.history, r.stride = r.history[:n], 2*r.stride
}

// half returns the moment when half of the pages were fetched, up to a stride.
func (r *Record) half() moment {
	if len(r.history) == 0 {
		return moment{}
	}
	return r.history[min(r.now.fetched/2/r.stride, len(r.history)-1)]
}
