package redis

import (
	"context"
	"slices"
	"sync"

	"weft/crawl"
	"weft/crawl/shared"
)

// A session is a shared.Session. Each call is one script, or several of up to piece pages.
type session struct {
	s              *Service
	crawler, token []byte

	pulling sync.Mutex
	pulls   int // how many Pulls have succeeded
}

func (x *session) run(ctx context.Context, sc func() script, args ...[]byte) ([]any, error) {
	return x.s.run(ctx, sc, append([][]byte{x.crawler, x.token}, args...)...)
}

// each runs a script for a list, a piece at a time. args are the arguments of one element.
func each[T any](ctx context.Context, x *session, sc func() script, pieces [][]T, args func(T) ([][]byte, error)) error {
	if len(pieces) == 0 { // the session may have ended all the same
		pieces = [][]T{nil}
	}
	for _, list := range pieces {
		var all [][]byte
		for _, v := range list {
			some, err := args(v)
			if err != nil {
				return err
			}
			all = append(all, some...)
		}
		if _, err := x.run(ctx, sc, all...); err != nil {
			return err
		}
	}
	return nil
}

// pieces cuts a list.
func pieces[T any](list []T) [][]T { return slices.Collect(slices.Chunk(list, piece)) }

// fromLast cuts a list into pieces that come in reverse order, for calls that push to the front. Of equal elements the
// first stays.
func fromLast[T any, K comparable](list []T, key func(T) K) [][]T {
	seen := map[K]bool{}
	var once []T
	for _, v := range list {
		if !seen[key(v)] {
			seen[key(v)] = true
			once = append(once, v)
		}
	}
	cut := pieces(once)
	slices.Reverse(cut)
	return cut
}

func pageArgs(p shared.Page) ([][]byte, error) {
	entry, err := appendEntry(nil, p)
	_, num := id(p.Key)
	return [][]byte{num, []byte(p.Host), entry}, err
}

func keyArgs(key crawl.Key) ([][]byte, error) {
	name, _ := id(key)
	return [][]byte{name}, nil
}

// Offer implements [shared.Session].
func (x *session) Offer(ctx context.Context, pages []shared.Page) error {
	return each(ctx, x, offerScript, pieces(pages), pageArgs)
}

// Again implements [shared.Session].
func (x *session) Again(ctx context.Context, pages []shared.Page) error {
	return each(ctx, x, againScript, fromLast(pages, func(p shared.Page) crawl.Key { return p.Key }), pageArgs)
}

// Pull implements [shared.Session]. It pulls 1000 pages at most.
func (x *session) Pull(ctx context.Context, most, perHost int) ([]shared.Page, shared.Left, error) {
	x.pulling.Lock()
	defer x.pulling.Unlock()
	reply, err := x.run(ctx, pullScript, number(min(most, piece)), number(perHost), number(x.pulls))
	if err != nil {
		return nil, shared.Left{}, err
	}
	x.pulls++
	packed, ok := first(reply).([]any)
	if !ok {
		return nil, shared.Left{}, errMalformed
	}
	left, err := unpackLeft(reply[1:])
	if err != nil {
		return nil, shared.Left{}, err
	}
	pages, err := unpackAll(packed)
	return pages, left, err
}

// Done implements [shared.Session].
func (x *session) Done(ctx context.Context, keys []crawl.Key) error {
	return each(ctx, x, doneScript, pieces(keys), func(key crawl.Key) ([][]byte, error) {
		name, num := id(key)
		return [][]byte{name, num}, nil
	})
}

// Wait implements [shared.Session].
func (x *session) Wait(ctx context.Context, keys []crawl.Key) error { return x.set(ctx, "wait", keys) }

// Aside implements [shared.Session].
func (x *session) Aside(ctx context.Context, keys []crawl.Key) error {
	return x.set(ctx, "aside", keys)
}

func (x *session) set(ctx context.Context, state string, keys []crawl.Key) error {
	cut := pieces(keys)
	if len(cut) == 0 {
		cut = [][]crawl.Key{nil}
	}
	for _, list := range cut {
		args := [][]byte{[]byte(state)}
		for _, key := range list {
			name, _ := id(key)
			args = append(args, name)
		}
		if _, err := x.run(ctx, stateScript, args...); err != nil {
			return err
		}
	}
	return nil
}

// Back implements [shared.Session].
func (x *session) Back(ctx context.Context, keys []crawl.Key) error {
	return each(ctx, x, backScript, fromLast(keys, func(k crawl.Key) crawl.Key { return k }), keyArgs)
}

// Renew implements [shared.Session].
func (x *session) Renew(ctx context.Context) error {
	_, err := x.run(ctx, renewScript)
	return err
}

// Leave implements [shared.Session].
func (x *session) Leave(ctx context.Context) (shared.Left, error) {
	for {
		reply, err := x.run(ctx, leaveScript)
		if err != nil {
			return shared.Left{}, err
		}
		if how, _ := first(reply).([]byte); string(how) != "more" {
			return unpackLeft(reply[min(1, len(reply)):])
		}
	}
}

func first(list []any) any {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}
