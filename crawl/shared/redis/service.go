package redis

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"time"

	"weft/crawl/shared"
)

// A Service is a shared.Service in Redis.
type Service struct {
	pool *pool
	id   string // of the frontier, drawn when it was made

	mu    sync.Mutex
	calls map[string]int64 // of each crawler; see Service.called
}

// version is the version of the keys of a frontier.
const version = "1"

// openTime is how long opening a frontier may take.
const openTime = time.Minute

// Open opens the frontier at an address. It makes one if there is none. It refuses one of another version, and keys of
// another program.
func Open(ctx context.Context, a Address) (*Service, error) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	s := &Service{pool: &pool{address: a}}
	if err := s.open(ctx); err != nil {
		s.pool.close()
		return nil, err
	}
	return s, nil
}

func (s *Service) open(ctx context.Context) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	there, err := s.read(ctx)
	if there || err != nil {
		return err
	}
	key, err := s.anyKey(ctx)
	if err != nil {
		return err
	}
	if there, err = s.read(ctx); there || err != nil { // made meanwhile
		return err
	}
	if key != "" {
		return fmt.Errorf("%w: %s has keys of another program, such as %q: give the frontier a name by ?name=", shared.ErrRefused, s.pool.address, key)
	}
	// The identity and the version are set in one step. Of two crawlers that do so, the first is right.
	const create = `if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('HSET', KEYS[1], 'version', ARGV[1], 'id', ARGV[2]) end`
	if _, err := s.pool.call(ctx, bytesOf([]string{"EVAL", create, "1", s.format(), version, rand.Text()})...); err != nil {
		return err
	}
	_, err = s.read(ctx)
	return err
}

func (s *Service) format() string { return s.pool.address.prefix() + "format" }

// read reads version and identity, and reports whether there is a frontier.
func (s *Service) read(ctx context.Context) (bool, error) {
	reply, err := s.pool.call(ctx, bytesOf([]string{"HMGET", s.format(), "version", "id"})...)
	if err != nil {
		return false, err
	}
	list, _ := reply.([]any)
	if len(list) != 2 {
		return false, errMalformed
	}
	found, isVersion := list[0].([]byte)
	id, isID := list[1].([]byte)
	switch {
	case !isVersion && !isID:
		return false, nil
	case string(found) != version || !isID:
		return false, fmt.Errorf("%w: the frontier at %s has version %.20q, expected %q: use the same version of weft for all crawlers, or another name by ?name=", shared.ErrRefused, s.pool.address, found, version)
	}
	s.id = string(id)
	return true, nil
}

// anyKey returns a key with the prefix of the frontier, or an empty string. A scan takes time with the number of
// all keys, which is why it is done only for a new frontier.
func (s *Service) anyKey(ctx context.Context) (string, error) {
	cursor := []byte("0")
	for {
		reply, err := s.pool.call(ctx, []byte("SCAN"), cursor, []byte("MATCH"), []byte(s.pool.address.prefix()+"*"), []byte("COUNT"), []byte("1000"))
		if err != nil {
			return "", err
		}
		list, _ := reply.([]any)
		if len(list) != 2 {
			return "", errMalformed
		}
		next, _ := list[0].([]byte)
		keys, _ := list[1].([]any)
		for _, key := range keys {
			if text, ok := key.([]byte); ok {
				return string(text), nil
			}
		}
		if cursor = next; len(next) == 0 || bytes.Equal(next, []byte("0")) {
			return "", nil
		}
	}
}

// Agree implements [shared.Agreed].
func (s *Service) Agree(ctx context.Context, text string) (string, error) {
	const agree = `if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return '' end
redis.call('HSETNX', KEYS[1], 'settings', ARGV[2])
return redis.call('HGET', KEYS[1], 'settings')`
	reply, err := s.pool.call(ctx, bytesOf([]string{"EVAL", agree, "1", s.format(), s.id, text})...)
	if err != nil {
		return "", err
	}
	kept, ok := reply.([]byte)
	if !ok {
		return "", errMalformed
	}
	return string(kept), nil
}

// Identity implements [shared.Identified].
func (s *Service) Identity() string { return s.id }

// Close implements [shared.Service].
func (s *Service) Close() error {
	s.pool.close()
	return nil
}

// piece is the largest number of pages in one call.
const piece = 1000

// Join implements [shared.Service].
func (s *Service) Join(ctx context.Context, crawler string, lease time.Duration) (shared.Session, []shared.Page, error) {
	reply, err := s.run(ctx, joinScript, []byte(crawler), nil, number(lease.Milliseconds()))
	if err != nil {
		return nil, nil, err
	}
	if len(reply) != 1 {
		return nil, nil, errMalformed
	}
	token, _ := reply[0].([]byte)
	x := &session{s: s, crawler: []byte(crawler), token: token}
	var pages []shared.Page
	for {
		reply, err := x.run(ctx, heldScript, number(len(pages)), number(piece))
		if err != nil {
			return nil, nil, err
		}
		some, err := unpackAll(reply)
		if err != nil {
			return nil, nil, err
		}
		if pages = append(pages, some...); len(some) < piece {
			return x, pages, nil
		}
	}
}
