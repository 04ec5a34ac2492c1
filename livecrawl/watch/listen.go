package watch

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"syscall"
)

// A Listener is where a status page will be served.
type Listener struct {
	net.Listener
	host string // as it was requested; a loopback address if none was
}

// ErrAddress reports an invalid address to listen on.
var ErrAddress = errors.New("want HOST:PORT or :PORT, such as 127.0.0.1:8080")

// Listen opens a port for a status page: HOST:PORT, or :PORT or PORT, which stand for 127.0.0.1. Port 0 stands for
// a free port. The listener holds few connections at a time, see limited. Before Start it does not respond. The
// error for an invalid address is ErrAddress.
func Listen(address string) (*Listener, error) {
	return ListenMost(address, mostConns(fileHandles()))
}

// ListenMost is Listen with another limit of open connections. A further connection closes the oldest.
func ListenMost(address string, most int) (*Listener, error) {
	if _, err := strconv.ParseUint(address, 10, 16); err == nil {
		address = ":" + address
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", address, ErrAddress)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return nil, fmt.Errorf("%q: %q is no port: %w", address, port, ErrAddress)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%w: port 0 takes a free port", err)
	}
	if err != nil {
		return nil, err
	}
	return &Listener{&limited{Listener: l, most: most}, strings.ToLower(host)}, nil
}

// URL returns the address of the status page.
func (l *Listener) URL() string {
	host := l.host
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// OtherURLs returns the addresses of the status page for other machines, one for each global address of this machine.
// Without an unspecified address such as 0.0.0.0 to listen on, there are no others than URL.
func (l *Listener) OtherURLs() (all []string) {
	if ip := net.ParseIP(l.host); ip == nil || !ip.IsUnspecified() {
		return nil
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	for _, a := range addresses {
		n, ok := a.(*net.IPNet)
		if !ok || !n.IP.IsGlobalUnicast() || !l.isFamily(n.IP) {
			continue
		}
		all = append(all, "http://"+net.JoinHostPort(n.IP.String(), port)+"/")
	}
	return all
}

// isFamily reports whether the listener accepts connections to an address. A listener on 0.0.0.0 has no IPv6.
func (l *Listener) isFamily(ip net.IP) bool {
	own := net.ParseIP(l.host)
	return own.To4() == nil || ip.To4() != nil
}

// Open says whether other machines may reach the page, and so may stop the crawl.
func (l *Listener) Open() bool {
	a, ok := l.Addr().(*net.TCPAddr)
	return !ok || !a.IP.IsLoopback()
}

// Close frees the port. It does nothing to a nil Listener.
func (l *Listener) Close() error {
	if l == nil {
		return nil
	}
	return l.Listener.Close()
}
