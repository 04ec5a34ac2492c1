package live

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"time"
)

// Options say how a Client behaves. Of sizes, times and numbers 0 means the default.
type Options struct {
	UserAgent string   // value of the field; required
	Fields    []string // further header fields of every request, each "Name: value", such as "From: me@example.org"
	// Origins get further fields, and they alone, whatever redirects to them or leads on from them. No Answer shows
	// what they got.
	Origins []Origin
	Workers int // how many Gets run at a time, 64; as many and again idle connections are kept

	// Proxy is the URL of an HTTP proxy for http and https, with credentials if it wants them. FromEnvironment takes
	// http_proxy, https_proxy and no_proxy instead, if Proxy is empty. Proxies resolve names themselves.
	Proxy           string
	FromEnvironment bool

	// Resolve lists addresses that are not looked up, in the form of curl: HOST:PORT:ADDRESS[,ADDRESS…]. HOST may be "*",
	// for every other host; addresses of IPv6 may have brackets.
	Resolve []string
	// Lookup resolves names that Resolve does not; the system's resolver if nil. Its result is kept for five
	// minutes.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)

	// Dial makes connections to servers, in place of a net.Dialer; the address has a number, as in 192.0.2.1:80.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	// AllowPrivate permits connections to loopback, private, link-local and all other special addresses. Without
	// it, each such address is refused at the time of connecting, whatever name, redirect or DNS response led to
	// it. The address of a proxy is exempt; hosts that are special by their spelling are still refused.
	AllowPrivate bool

	Insecure   bool           // TLS certificates are not checked, and old versions of TLS are spoken
	Roots      *x509.CertPool // of certificates; the system's if nil
	HTTP2      bool           // HTTP/2 is spoken with servers that offer it over TLS
	Cookies    bool           // cookies are kept in memory and sent back; at most 64 MiB, then they are forgotten
	CookieList []Cookie       // initial cookies; if any are given, later ones are kept, and no Answer shows the cookies sent

	MaxBody   int64 // bytes kept of a body as transferred, 64 MiB; the rest is left, and the Answer is Truncated
	MaxHeader int   // bytes of a header, and of everything else around a body, 256 KiB
	// Budget limits the memory of all Answers in use beyond 256 KiB each; default 64 MiB. A larger response waits
	// until another Answer is released. The budget is at least the largest size of one Answer.
	Budget int64

	ConnectTimeout time.Duration // from the lookup of the name to the end of the TLS handshake, 20 s
	HeaderTimeout  time.Duration // from the request to the end of the header, 30 s
	TotalTimeout   time.Duration // of a Get, 5 min; a body that takes longer is Truncated
	MinRate        int64         // bytes per second, over RateTime, that a body must come with, 100; else it is Truncated; -1 means any
	RateTime       time.Duration // 30 s
	IdleTimeout    time.Duration // of a kept connection, 60 s
}

func (o *Options) setDefaults() {
	o.Workers = cmp.Or(o.Workers, 64)
	o.MaxBody = cmp.Or(o.MaxBody, 64<<20)
	o.MaxHeader = cmp.Or(o.MaxHeader, 256<<10)
	o.Budget = cmp.Or(o.Budget, 64<<20)
	o.ConnectTimeout = cmp.Or(o.ConnectTimeout, 20*time.Second)
	o.HeaderTimeout = cmp.Or(o.HeaderTimeout, 30*time.Second)
	o.TotalTimeout = cmp.Or(o.TotalTimeout, 5*time.Minute)
	o.MinRate = cmp.Or(o.MinRate, 100)
	o.RateTime = cmp.Or(o.RateTime, 30*time.Second)
	o.IdleTimeout = cmp.Or(o.IdleTimeout, 60*time.Second)
}

// tooSlow reports whether a number of bytes of a body is too small for RateTime.
func (o *Options) tooSlow(bytes int64) bool {
	return float64(bytes) < float64(o.MinRate)*o.RateTime.Seconds()
}

var errNegative = errors.New("limits of size, time and number must not be negative")

func (o *Options) check() error {
	if o.UserAgent == "" || !plainText(o.UserAgent) {
		return fmt.Errorf("user agent %q: want one line of text", o.UserAgent)
	}
	for _, f := range o.Fields {
		name, value, ok := strings.Cut(f, ":")
		if !ok || !isToken(name) || !plainText(value) {
			return fmt.Errorf("header field %q: want \"Name: value\"", f)
		}
		if ours(name) {
			return fmt.Errorf("header field %q is for the client to set", f)
		}
	}
	if o.Workers < 0 || o.MaxBody < 0 || o.MaxHeader < 0 || o.Budget < 0 || o.ConnectTimeout < 0 || o.HeaderTimeout < 0 ||
		o.TotalTimeout < 0 || o.RateTime < 0 || o.IdleTimeout < 0 {
		return errNegative
	}
	return nil
}

// ours reports whether a header field says how the request itself is sent.
func ours(name string) bool {
	for _, n := range []string{"Host", "User-Agent", "Connection", "Keep-Alive", "Content-Length", "Transfer-Encoding", "TE", "Upgrade", "Expect", "Proxy-Connection"} {
		if strings.EqualFold(n, name) {
			return true
		}
	}
	return false
}

// plainText reports whether s can be the value of a header field.
func plainText(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' && s[i] != '\t' || s[i] == 0x7f {
			return false
		}
	}
	return true
}

// isToken reports whether s can be the name of a header field.
func isToken(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, s[i]) >= 0 {
			return false
		}
	}
	return s != ""
}
