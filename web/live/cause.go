package live

import (
	"context"
	"errors"
	"fmt"
)

// A Cause is why a page was not answered.
type Cause uint8

// The causes. The words of String are stable: crawl logs hold them.
const (
	NoCause           Cause = iota // no error, or an error of another package
	CauseURL                       // the URL is invalid, or its scheme is not http or https
	CauseNoHost                    // the DNS says that there is no such host
	CauseDNS                       // the DNS did not say anything for now
	CauseRefused                   // the server takes no connections
	CauseUnreachable               // no way to the server
	CauseConnectTime               // not connected in time, TLS included
	CauseHeaderTime                // no whole header in time
	CauseTotalTime                 // no whole header in the time for all
	CauseCertificate               // the certificate is not to be trusted
	CauseTLS                       // no common language, or nonsense, in the TLS handshake
	CausePrivate                   // a loopback, private or otherwise special address
	CauseReset                     // connection closed or reset before a whole header
	CauseProtocol                  // what was answered is not HTTP
	CauseHeaderSize                // the header is larger than the limit
	CauseProxy                     // the proxy did not connect us
	CauseLocal                     // this machine: no file handles, no ports, no network
	CauseCancelled                 // the context ended
	CauseRobots                    // robots.txt forbids the page; never of a Client
	CauseRobotsUnread              // robots.txt could not be read; never of a Client
	numCauses
)

// causes holds for each Cause its word, its number in crawl logs, and whether trying again makes sense.
var causes = [numCauses]struct {
	word      string
	status    int
	temporary bool
}{
	NoCause:           {"", 0, false},
	CauseURL:          {"url", -7, false},
	CauseNoHost:       {"no-host", -1, false},
	CauseDNS:          {"dns", -1, true},
	CauseRefused:      {"refused", -2, true},
	CauseUnreachable:  {"unreachable", -2, true},
	CauseConnectTime:  {"connect-timeout", -4, true},
	CauseHeaderTime:   {"header-timeout", -4, true},
	CauseTotalTime:    {"timeout", -4, true},
	CauseCertificate:  {"certificate", -2, false},
	CauseTLS:          {"tls", -2, false},
	CausePrivate:      {"private-address", -5001, false},
	CauseReset:        {"reset", -3, true},
	CauseProtocol:     {"protocol", -5, false},
	CauseHeaderSize:   {"header-size", -5, false},
	CauseProxy:        {"proxy", -2, true},
	CauseLocal:        {"local", -5, true},
	CauseCancelled:    {"cancelled", -7000, true},
	CauseRobots:       {"robots", -9998, false},
	CauseRobotsUnread: {"robots-unreachable", -61, true},
}

// String returns the cause as a word; "" of NoCause.
func (c Cause) String() string { return causes[c%numCauses].word }

// Status returns the negative number that Heritrix writes in place of an HTTP status (its FetchStatusCodes.java):
//
//   - −1 DNS, −2 connect, −3 connection lost, −4 timeout, −5 unexpected, −7 unsupported kind of URL;
//   - −61 robots.txt unreachable, −9998 forbidden by robots.txt;
//   - −5001 an address that the settings forbid, −7000 stopped;
//   - 0 for NoCause.
func (c Cause) Status() int { return causes[c%numCauses].status }

// Temporary reports whether the page may well be answered when it is requested again.
func (c Cause) Temporary() bool { return causes[c%numCauses].temporary }

// An Error is why there is no Answer. It does not name the URL: callers know it, and it may be long.
type Error struct {
	Cause Cause
	Err   error
}

// Error returns the cause and what is known of it, in one line.
func (e *Error) Error() string {
	if e.Err == nil {
		return e.Cause.String()
	}
	return e.Cause.String() + ": " + e.Err.Error()
}

// Unwrap returns the error below.
func (e *Error) Unwrap() error { return e.Err }

// Temporary reports whether the cause is temporary.
func (e *Error) Temporary() bool { return e.Cause.Temporary() }

// CauseOf returns the cause of an error of this package, also of a wrapped one, else NoCause. Of the errors of contexts it
// is CauseCancelled.
func CauseOf(err error) Cause {
	var e *Error
	switch {
	case err == nil:
		return NoCause
	case errors.As(err, &e):
		return e.Cause
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return CauseCancelled
	}
	return NoCause
}

// fail makes an Error.
func fail(c Cause, format string, args ...any) *Error {
	return &Error{Cause: c, Err: fmt.Errorf(format, args...)}
}

// cancelled is the error of a context that ended.
func cancelled(ctx context.Context) *Error {
	return &Error{Cause: CauseCancelled, Err: context.Cause(ctx)}
}
