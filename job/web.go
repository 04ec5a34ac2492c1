package job

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"weft/polite"
	"weft/similar"
	"weft/warc"
	"weft/web/live"
)

// ErrOptions marks options of a run that make no sense.
var ErrOptions = errors.New("options")

// backOff is what a host waits that fails, at first.
const backOff = time.Second

// newLiveWeb makes the live Web of a run.
func newLiveWeb(k *keeper, o *Options) (*liveWeb, error) {
	o.Net.Workers = cmp.Or(o.Net.Workers, DefaultWorkers)
	client, err := live.NewClient(o.Net)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	w := &liveWeb{keeper: k, larder: newLarder(k.cfg.Strict, o.Net.Workers), client: client, polite: o.Politeness, hosts: map[string]*hostHealth{}, silent: map[string]bool{}, probes: map[string]*similar.Probe{}, busy: map[*visit]time.Time{}}
	w.polite.Tries = cmp.Or(w.polite.Tries, 3)
	w.sched = polite.New[*visit](polite.Options{
		Delay: w.polite.Delay, AddressDelay: w.polite.AddressDelay, PerHost: w.polite.Connections,
		BackOff: w.backOff(), MaxBackOff: maxBackOff,
	})
	retry, tries := robotsPatience(w.polite)
	w.robots, err = live.NewRobots(w.fetchRobots, live.RobotsOptions{
		Agent: o.Net.UserAgent, Ignore: k.cfg.Robots == "ignore", Google: k.cfg.Robots == "google", Retry: retry, Tries: tries,
	})
	if err != nil {
		client.Close()
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	w.cookies = o.Net.Cookies || len(o.Net.CookieList) > 0
	if !o.NoDedup {
		w.originals = newOriginals(filepath.Join(o.Dir, warcDir))
	}
	if k.cfg.Since != "" {
		if w.since, err = openSince(k.cfg.Since); err != nil {
			client.Close()
			return nil, err
		}
	}
	w.workers = sync.Pool{New: func() any {
		packer, err := warc.NewPacker(warc.WriterOptions{})
		if err != nil {
			panic(err) // options without choice
		}
		f := &fetcher{web: w, linker: newLinker(k.cfg), packer: packer}
		if w.since != nil {
			f.since = w.since.NewReader()
		}
		return f
	}}
	return w, nil
}

// backOff is what a host waits at first that fails; nothing without politeness.
func (w *liveWeb) backOff() time.Duration {
	if w.polite.Delay == 0 {
		return 0
	}
	return max(w.polite.Delay, backOff)
}

// robotsPatience says when a robots.txt that could not be read is asked for again, and how often: after ten delays, twenty and so on,
// five times in all, before the pages of the host are left out.
func robotsPatience(p Politeness) (retry time.Duration, tries int) {
	if p.Delay == 0 {
		return 2 * backOff, p.Tries
	}
	return min(max(10*p.Delay, 2*backOff), time.Minute), max(p.Tries, 5)
}

// maxBackOff is what a host waits that fails again and again.
const maxBackOff = 2 * time.Minute

// close ends connections, and what was opened.
func (w *liveWeb) close() error {
	w.client.Close()
	if w.since != nil {
		return w.since.Close()
	}
	return nil
}
