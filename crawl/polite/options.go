package polite

import (
	"net/http"
	"time"
)

// Options say how polite to be. The zero Options ask every host as often as can be, over one connection.
type Options struct {
	// Delay is how long to leave a host alone after each of its answers.
	Delay time.Duration
	// AddressDelay is how long to leave an address alone after each answer that came from it, whichever host gave it; then
	// PerHost holds for addresses too. With 0, addresses do not matter.
	AddressDelay time.Duration
	// PerHost is how many connections a host gets at a time, 1 if it is 0.
	PerHost int
	// MaxDelay bounds the delays of single hosts, those of robots.txt; a minute if it is 0.
	MaxDelay time.Duration
	// MaxRetryAfter bounds what hosts ask for with Retry-After; an hour if it is 0.
	MaxRetryAfter time.Duration
	// BackOff is what a host that fails waits, times two for each failure in a row, Delay if it is 0; so a crawl
	// without delays does not back off unless told to. Answers with 5xx count as failures only while most of the last
	// answers were bad. MaxBackOff is the most, 5 minutes if it is 0.
	BackOff, MaxBackOff time.Duration
}

func (o Options) withDefaults() Options {
	o.PerHost = max(o.PerHost, 1)
	for _, d := range []struct {
		is   *time.Duration
		none time.Duration
	}{
		{&o.MaxDelay, time.Minute},
		{&o.MaxRetryAfter, time.Hour},
		{&o.BackOff, o.Delay},
		{&o.MaxBackOff, 5 * time.Minute},
	} {
		if *d.is == 0 {
			*d.is = d.none
		}
	}
	return o
}

// An Outcome is what came of asking a host.
type Outcome struct {
	// Took is how long the answer took; it is shown by Slowest, and has no other effect.
	Took time.Duration
	// Status is that of HTTP, 0 if there was none.
	Status int
	// RetryAfter is what the host asked for, 0 if nothing. All items of the host wait.
	RetryAfter time.Duration
	// Failed says that there was no answer, or one as bad.
	Failed bool
}

// bad says whether the page was not had, and may be had later.
func (o Outcome) bad() bool {
	return o.Failed || o.Status == http.StatusTooManyRequests || o.Status >= 500
}
