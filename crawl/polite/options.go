package polite

import (
	"net/http"
	"time"
)

// Options say how polite to be. The zero Options ask every host as often as can be, over one connection.
type Options struct {
	// Delay is how long to leave a host alone after each of its answers.
	Delay time.Duration
	// AddressDelay is how long to leave an address alone after each response from it, whatever the host. Then
	// PerHost holds for addresses too. With 0, addresses do not matter.
	AddressDelay time.Duration
	// Rests says that a host without items before waits for Delay before its first request: another process may have asked
	// it a moment ago.
	Rests bool
	// PerHost is how many connections a host gets at a time, 1 if it is 0.
	PerHost int
	// MaxDelay limits the delays of single hosts, from robots.txt; 0 stands for a minute.
	MaxDelay time.Duration
	// MaxRetryAfter bounds what hosts ask for with Retry-After; an hour if it is 0.
	MaxRetryAfter time.Duration
	// BackOff is the first delay of a failing host, which doubles for each failure in a row; 0 stands for Delay.
	// So a crawl without delays backs off only if BackOff is set. Responses with 5xx count as failures only while
	// most of the last responses were bad. MaxBackOff limits the delay; 0 stands for 5 minutes.
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

// An Outcome is the result of a request to a host.
type Outcome struct {
	// Took is how long the answer took; it is shown by Slowest, and has no other effect.
	Took time.Duration
	// Status is the HTTP status, 0 without a response.
	Status int
	// RetryAfter is the pause that the host requested, 0 if none. All items of the host wait.
	RetryAfter time.Duration
	// Failed says that there was no answer, or one as bad.
	Failed bool
}

// bad reports whether the page was not fetched, and may be available later.
func (o Outcome) bad() bool {
	return o.Failed || o.Status == http.StatusTooManyRequests || o.Status >= 500
}
