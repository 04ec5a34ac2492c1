package demo

import (
	"context"
	"hash/fnv"
	"strings"

	"weft/gen"
	"weft/internal/par"
)

// A found is a link of an answer.
type found struct {
	url      string
	nofollow bool
}

// A frontier says which URL is next: breadth first.
type frontier struct {
	urls   []string // all that the Web has
	queue  []string
	known  map[string]standing
	served map[string]bool // hosts
}

// standing is what became of a URL that was seen.
type standing uint8

const (
	unseen standing = iota
	refused
	queued
	leftOut
	outside
)

func newFrontier(web *gen.Web) frontier {
	f := frontier{urls: web.URLs(), served: map[string]bool{}}
	f.known = make(map[string]standing, len(f.urls))
	for _, h := range web.Hosts() {
		f.served[h] = true
	}
	for _, u := range web.Seeds() {
		f.known[u] = queued
		f.queue = append(f.queue, u)
	}
	return f
}

// learn queues the target of a link unless it is known, not served, or only nofollow links lead to it.
func (f *frontier) learn(l found) {
	if f.known[l.url] > refused {
		return
	}
	s := queued
	switch {
	case !f.serves(l.url):
		s = outside
	case l.nofollow:
		s = refused
	case ghostly(l.url):
		s = leftOut
	default:
		f.queue = append(f.queue, l.url)
	}
	f.known[l.url] = s
}

// learnRest queues the URLs of the Web that nothing has led to so far.
func (f *frontier) learnRest() {
	for _, u := range f.urls {
		if f.known[u] == unseen {
			f.learn(found{url: u})
		}
	}
}

func (f *frontier) serves(url string) bool {
	rest, isHTTP := strings.CutPrefix(url, "http://")
	host, _, _ := strings.Cut(rest, "/")
	return isHTTP && f.served[host]
}

// ghostly chooses one URL in fifty, but no home, to be left out on purpose.
func ghostly(url string) bool {
	_, path, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	h := fnv.New32a()
	h.Write([]byte(url))
	return path != "" && h.Sum32()%50 == 0
}

// batch is how many URLs are fetched before the queue is looked at again. The order of visits does not depend on it.
const batch = 256

// crawl visits everything: what the seeds lead to, then the rest and what that leads to.
func (r *recorder) crawl(ctx context.Context) error {
	f := &r.frontier
	rested := false
	for done := 0; ; {
		if done == len(f.queue) {
			if rested {
				break
			}
			rested = true
			f.learnRest()
			continue
		}
		end := min(done+batch, len(f.queue))
		if err := r.visit(ctx, f.queue[done:end]); err != nil {
			return err
		}
		done = end
	}
	for _, s := range f.known {
		switch s {
		case leftOut, refused:
			r.stats.LeftOut++
		case outside:
			r.stats.Outside++
		}
	}
	return nil
}

// visit fetches URLs at the same time and takes the answers in order.
func (r *recorder) visit(ctx context.Context, urls []string) error {
	return par.Ordered(ctx, r.workers,
		func(put func(*visit) error) error {
			for _, u := range urls {
				if err := put(&visit{url: u}); err != nil {
					return err
				}
			}
			return nil
		},
		func() func(*visit) {
			var x reader
			return func(v *visit) {
				if v.err = r.client.fetch(ctx, v); v.err == nil {
					v.err = x.read(v)
				}
			}
		},
		r.take)
}
