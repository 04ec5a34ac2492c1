package urlfrontier

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"time"

	"weft/crawl"
	"weft/crawl/shared"
)

// mostTries is how often a page may wait.
const mostTries = 5

// piece is the largest number of items in one call.
const piece = 1000

// put sends items, each made with an identifier of its own, and checks that the server has taken all.
func (x *session) put(ctx context.Context, items []func(id string) ([]byte, error)) error {
	for begin := 0; begin < len(items); begin += piece {
		var requests [][]byte
		for i, item := range items[begin:min(begin+piece, len(items))] {
			message, err := item(strconv.Itoa(begin + i))
			if err != nil {
				return err
			}
			requests = append(requests, message)
		}
		taken := map[string]bool{}
		err := x.s.call(ctx, "PutURLs", requests, func(message []byte) error {
			id, status, err := readAck(message)
			taken[id] = taken[id] || status != ackFail
			return err
		})
		if err != nil {
			return err
		}
		for i := range requests {
			if !taken[strconv.Itoa(begin+i)] {
				return fmt.Errorf("%s: PutURLs: the server has not taken a page", x.s.address)
			}
		}
	}
	return nil
}

// Status of an AckMessage: the item could be sent again. A skipped item must not be, since it is known already, say.
const ackFail = 2

func readAck(message []byte) (id string, status uint64, err error) {
	list, err := fields(message)
	for _, f := range list {
		switch f.number {
		case 1:
			id = string(f.bytes)
		case 2:
			status = f.n
		}
	}
	return id, status, err
}

// Offer implements [shared.Session].
func (x *session) Offer(ctx context.Context, pages []shared.Page) error {
	return x.putPages(ctx, pages, discovered)
}

// Again implements [shared.Session], but in no special place of the queue. It must not name pages that are held.
func (x *session) Again(ctx context.Context, pages []shared.Page) error {
	return x.putPages(ctx, pages, func(i info, id string) ([]byte, error) { return known(i, x.s.now().Unix(), id) })
}

func (x *session) putPages(ctx context.Context, pages []shared.Page, item func(info, string) ([]byte, error)) error {
	var items []func(string) ([]byte, error)
	for _, p := range pages {
		items = append(items, func(id string) ([]byte, error) { return item(info{Page: p, crawl: x.s.address.Crawl}, id) })
	}
	return x.put(ctx, items)
}

// Pull implements [shared.Session]. It takes one page of a host. A page that this session was handed before comes again
// only after its lease.
func (x *session) Pull(ctx context.Context, most, perHost int) (pages []shared.Page, left shared.Left, err error) {
	if most > 0 && perHost > 0 {
		if pages, err = x.pull(ctx, min(most, piece)); err != nil {
			return nil, shared.Left{}, err
		}
	}
	left, err = x.s.left(ctx)
	if err != nil && len(pages) > 0 { // the pages are handed out; the next call reports the error
		return pages, shared.Left{Held: uint64(len(pages))}, nil
	}
	return pages, left, err
}

func (x *session) pull(ctx context.Context, most int) (pages []shared.Page, err error) {
	request := appendNumber(nil, 1, 1)                              // pages of a queue
	request = appendNumber(request, 2, uint64(most))                //nolint:gosec // queues; it is not negative
	request = appendNumber(request, 4, uint64(x.lease/time.Second)) //nolint:gosec // it is not negative
	request = appendMessage(request, 6, []byte(x.s.address.Crawl))  // also when it is empty: it is one of several fields
	until := x.s.now().Add(x.lease)
	var got []info
	err = x.s.call(ctx, "GetURLs", [][]byte{request}, func(message []byte) error {
		i, err := readInfo(message)
		got = append(got, i)
		return err
	})
	if err != nil {
		return nil, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, i := range got {
		i.crawl = x.s.address.Crawl
		x.held[i.Key] = handed{i, until}
		delete(x.waits, i.Key)
		pages = append(pages, i.Page)
	}
	return pages, nil
}

// Expires implements [shared.Expirer].
func (x *session) Expires(key crawl.Key) (time.Time, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	p, held := x.held[key]
	return p.until, held
}

// Waits implements [shared.Expirer].
func (x *session) Waits(key crawl.Key) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	p, is := x.waits[key]
	if !is {
		p, is = x.held[key] // the session does not know yet that it waits
	}
	return is && x.s.now().Before(p.until)
}

// finish gives up pages that the session holds or that wait. They may be handed out again from a time on: from returns it
// for each page, in seconds of Unix time; 0 means never. Pages whose lease is over belong to other crawlers.
func (x *session) finish(ctx context.Context, keys []crawl.Key, from func(*info) int64) error {
	var items []func(string) ([]byte, error)
	x.mu.Lock()
	for _, key := range keys {
		p, held := x.held[key]
		if !held {
			p, held = x.waits[key]
		}
		if !held || !x.s.now().Before(p.until) {
			continue
		}
		again := from(&p.info)
		items = append(items, func(id string) ([]byte, error) { return known(p.info, again, id) })
	}
	x.mu.Unlock()
	if err := x.put(ctx, items); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, key := range keys {
		delete(x.held, key)
		delete(x.waits, key)
	}
	return nil
}

// Done implements [shared.Session].
func (x *session) Done(ctx context.Context, keys []crawl.Key) error {
	return x.finish(ctx, keys, func(*info) int64 { return 0 })
}

// Wait implements [shared.Session] as the package says: the session does not hold the pages any more.
func (x *session) Wait(ctx context.Context, keys []crawl.Key) error {
	waits := map[crawl.Key]handed{}
	err := x.finish(ctx, keys, func(i *info) int64 {
		if i.tries++; i.tries > mostTries {
			return 0
		}
		due := x.s.now().Add(x.lease << (i.tries - 1)).Truncate(time.Second)
		waits[i.Key] = handed{*i, due}
		return due.Unix()
	})
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	maps.Copy(x.waits, waits)
	return nil
}

// Aside implements [shared.Session] as the package says. It also gives up pages that wait, so that other crawlers do not
// wait for them at the end.
func (x *session) Aside(ctx context.Context, keys []crawl.Key) error { return x.Done(ctx, keys) }

// Back implements [shared.Session], but in no special place of the queue.
func (x *session) Back(ctx context.Context, keys []crawl.Key) error {
	return x.finish(ctx, keys, func(*info) int64 { return x.s.now().Unix() })
}

// Renew implements [shared.Session]: it finds out whether the server answers.
func (x *session) Renew(ctx context.Context) error {
	_, err := x.s.left(ctx)
	return err
}

// Leave implements [shared.Session].
func (x *session) Leave(ctx context.Context) (shared.Left, error) {
	x.mu.Lock()
	var keys []crawl.Key
	for key := range x.held {
		keys = append(keys, key)
	}
	x.mu.Unlock()
	if err := x.Back(ctx, keys); err != nil {
		return shared.Left{}, err
	}
	return x.s.left(ctx)
}
