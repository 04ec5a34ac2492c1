// Package demo records a made Web: it serves the Web of package gen on this machine's loopback interface, fetches it
// with an HTTP client and writes what came over the wire into a WARC file.
//
// It is a demonstration and no crawler: one server, no politeness, no resuming. Nothing but loopback is ever contacted:
// whatever a URL says, every connection is made to the listener, and the dialer refuses any address that is not
// loopback.
package demo

import (
	"context"
	"fmt"
	"io"
	"time"

	"weft/gen"
	"weft/internal/atomicfile"
	"weft/internal/par"
	"weft/page"
	"weft/warc"
)

// Options of Record; the zero value is the default.
type Options struct {
	Web     gen.Options // what is served
	Workers int         // requests under way at a time; as many as processors if 0. The file does not depend on it.
}

// Stats count what was recorded.
type Stats struct {
	Hosts      int   // served
	URLs       int   // that the Web has
	Requests   int   // made and answered; the sum of the next three
	Fetched    int   // answered with content
	Redirected int   // answered with another address
	Failed     int   // answered with status 4xx or 5xx
	LeftOut    int   // known URLs of served hosts that were not asked for: some on purpose, some because of nofollow
	Outside    int   // known URLs that nobody serves
	Bytes      int64 // of the file
}

// start is the date of the first record; each further one is a second later. Dates are made up so that the same options
// give the same file.
var start = time.Date(2025, 6, 1, 6, 0, 0, 0, time.UTC)

// Record serves the Web of o, fetches it breadth first from its seeds, then what cannot be reached from them, and
// writes a WARC/1.1 file: warcinfo, then a response and a request a URL, each record a gzip member. Status lines, header
// fields and bodies are as they came, chunks and content encodings included. Redirects are recorded and their targets
// queued. Left out are URLs that only nofollow links lead to, and one in fifty on purpose, so that there are ghosts.
//
// The file appears at path when it is complete; when ctx ends or anything fails there is none. The same options give
// the same bytes. Memory is a few responses a worker and about 200 bytes a URL beside the Web. progress, if not nil, is
// called now and then with the number of URLs dealt with and of all, from one goroutine.
func Record(ctx context.Context, path string, o Options, progress func(done, total int)) (Stats, error) {
	if progress == nil {
		progress = func(int, int) {}
	}
	web := gen.NewWeb(o.Web)
	srv, err := serve(web)
	if err != nil {
		return Stats{}, fmt.Errorf("record demo: %w", err)
	}
	defer srv.close()
	client := newClient(srv.addr(), par.Workers(o.Workers))
	defer client.close()

	r := &recorder{web: web, client: client, workers: o.Workers, progress: progress}
	err = atomicfile.Write(path, func(w io.Writer) error {
		if err := r.begin(w, o); err != nil {
			return err
		}
		if err := r.crawl(ctx); err != nil {
			return err
		}
		return ctx.Err()
	})
	if err != nil {
		return Stats{}, fmt.Errorf("record demo: %w", err)
	}
	progress(len(r.frontier.urls), len(r.frontier.urls))
	return r.stats, nil
}

// A recorder takes the answers in order, writes them and learns their links.
type recorder struct {
	web      *gen.Web
	client   *client
	workers  int
	progress func(done, total int)
	warc     *warc.Writer
	frontier frontier
	stats    Stats
}

// begin writes the record that says what the file is.
func (r *recorder) begin(w io.Writer, o Options) error {
	r.frontier = newFrontier(r.web)
	r.stats.Hosts, r.stats.URLs = len(r.web.Hosts()), len(r.frontier.urls)
	var err error
	if r.warc, err = warc.NewWriter(w, warc.WriterOptions{Seed: o.Web.Seed}); err != nil {
		return err
	}
	o.Web.SetDefaults()
	return r.write(warc.Warcinfo(start, "",
		"software", "weft demo",
		"format", "WARC File Format 1.1",
		"conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
		"description", fmt.Sprintf("a made Web of %d URLs on %d hosts, random seed %d, served on loopback",
			o.Web.Pages, r.stats.Hosts, o.Web.Seed),
	))
}

// take writes one visit and queues what it links to.
func (r *recorder) take(v *visit) error {
	if v.err != nil {
		return v.err
	}
	date := start.Add(time.Duration(r.stats.Requests) * time.Second)
	r.stats.Requests++
	switch page.FromStatus(v.status, v.redirects) {
	case page.Fetched:
		r.stats.Fetched++
	case page.Redirected:
		r.stats.Redirected++
	default:
		r.stats.Failed++
	}
	response := warc.HTTPResponse(v.url, date, v.response)
	response.Extra = append(response.Extra, "WARC-IP-Address", r.client.ip())
	placed, err := r.warc.Write(response)
	if err != nil {
		return err
	}
	r.stats.Bytes += placed.Length
	if err := r.write(warc.HTTPRequest(v.url, date, placed.ID, v.request)); err != nil {
		return err
	}
	for _, l := range v.links {
		r.frontier.learn(l)
	}
	if r.stats.Requests%100 == 0 {
		r.progress(r.stats.Requests, len(r.frontier.urls))
	}
	return nil
}

func (r *recorder) write(rec warc.NewRecord) error {
	placed, err := r.warc.Write(rec)
	r.stats.Bytes += placed.Length
	return err
}
