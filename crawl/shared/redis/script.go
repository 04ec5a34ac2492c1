package redis

import (
	"context"
	"crypto/sha1" //nolint:gosec // Redis names scripts by it
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"weft/crawl/shared"
)

//go:embed scripts/*.lua
var sources embed.FS

// A script is a script that Redis runs, as a whole and alone.
type script struct {
	name string
	text []byte
	sum  []byte // the name that Redis has for it
}

// load returns a function that reads a script at its first call. All scripts begin with the same functions.
func load(name string) func() script {
	return sync.OnceValue(func() script { return read(name) })
}

func read(name string) script {
	var text []byte
	for _, part := range []string{"prelude", name} {
		source, err := sources.ReadFile("scripts/" + part + ".lua")
		if err != nil {
			panic(err) // it is embedded
		}
		text = append(text, source...)
	}
	sum := sha1.Sum(text) //nolint:gosec // Redis names scripts by it
	return script{name, text, []byte(hex.EncodeToString(sum[:]))}
}

var (
	joinScript  = load("join")
	heldScript  = load("held")
	offerScript = load("offer")
	againScript = load("again")
	pullScript  = load("pull")
	doneScript  = load("done")
	stateScript = load("state")
	backScript  = load("back")
	renewScript = load("renew")
	leaveScript = load("leave")
)

// run runs a script, whose first argument is the crawler. It returns the reply after its first two elements. They say
// whether the session lasts, and how many calls the crawler has made.
func (s *Service) run(ctx context.Context, read func() script, args ...[]byte) ([]any, error) {
	sc := read()
	crawler := string(args[0])
	before := s.called(crawler, 0)
	args = append([][]byte{[]byte("1"), []byte(s.pool.address.prefix()), []byte(s.id)}, args...)
	reply, err := s.pool.call(ctx, append([][]byte{[]byte("EVALSHA"), sc.sum}, args...)...)
	var failed Error
	if errors.As(err, &failed) && failed.code() == "NOSCRIPT" {
		reply, err = s.pool.call(ctx, append([][]byte{[]byte("EVAL"), sc.text}, args...)...)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", sc.name, err)
	}
	list, _ := reply.([]any)
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: %w", sc.name, errMalformed)
	}
	switch status, _ := list[0].([]byte); string(status) {
	case "ok", "lapsed":
		if len(list) < 2 {
			return nil, fmt.Errorf("%s: %w", sc.name, errMalformed)
		}
		calls, ok := list[1].(int64)
		if !ok {
			return nil, fmt.Errorf("%s: %w", sc.name, errMalformed)
		}
		if calls <= before {
			return nil, fmt.Errorf("%w: Redis at %s has restarted with older data, and has lost pages of the frontier: begin the crawl again with another name by ?name=", shared.ErrRefused, s.pool.address)
		}
		s.called(crawler, calls)
		if string(status) == "lapsed" {
			return nil, shared.ErrLapsed
		}
		return list[2:], nil
	case "other":
		return nil, fmt.Errorf("%w: the frontier at %s is gone, or is another one: Redis was emptied, or has restarted without its data", shared.ErrRefused, s.pool.address)
	default:
		return nil, fmt.Errorf("%s: %w", sc.name, errMalformed)
	}
}

// called notes a number of calls of a crawler, and returns the largest that was noted.
func (s *Service) called(crawler string, calls int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls == nil {
		s.calls = map[string]int64{}
	}
	s.calls[crawler] = max(s.calls[crawler], calls)
	return s.calls[crawler]
}

func number[T int | int64](n T) []byte { return strconv.AppendInt(nil, int64(n), 10) }
