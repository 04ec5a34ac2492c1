//go:build linux

package main

import (
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
)

// resolver is the address of the DNS server.
const resolver = "127.9.255.53"

// A dns knows names of sites; others do not exist.
type dns struct {
	mu    sync.Mutex
	names map[string]net.IP
	away  map[string]int // response codes instead of addresses
}

// Response codes of DNS.
const (
	serverFails = 2
	noSuchName  = 3
)

// serveNames answers on port 53, and writes a resolv.conf that says so.
func serveNames(conf string) (*dns, error) {
	d := &dns{names: map[string]net.IP{}, away: map[string]int{}}
	l, err := net.ListenPacket("udp", resolver+":53")
	if err != nil {
		return nil, fmt.Errorf("a DNS on port 53 takes root: %w", err)
	}
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := l.ReadFrom(buf)
			if err != nil {
				return
			}
			if a := d.answer(buf[:n]); a != nil {
				l.WriteTo(a, from) //nolint:errcheck // the client asks again
			}
		}
	}()
	return d, os.WriteFile(conf, []byte("nameserver "+resolver+"\noptions timeout:1 attempts:1\n"), 0o644) //nolint:gosec // for all to read
}

// answer answers one question for an address (RFC 1035, section 4).
func (d *dns) answer(q []byte) []byte {
	name, end := question(q)
	if end == 0 {
		return nil
	}
	d.mu.Lock()
	ip, code := d.names[name], d.away[name]
	d.mu.Unlock()
	if ip == nil {
		code = noSuchName
	}
	a := append([]byte(nil), q[:end]...)
	binary.BigEndian.PutUint16(a[2:], 0x8180|uint16(code)) //nolint:gosec // of four bits
	clear(a[6:12])
	if code == 0 && binary.BigEndian.Uint16(q[end-4:]) == 1 {
		a[7] = 1
		a = append(a, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4)
		a = append(a, ip.To4()...)
	}
	return a
}

// question returns the name of a query, and the end of its question; 0 if there is no question.
func question(q []byte) (name string, end int) {
	var labels []string
	at := 12
	for at < len(q) && q[at] != 0 {
		n := int(q[at])
		if at+1+n >= len(q) {
			return "", 0
		}
		labels = append(labels, strings.ToLower(string(q[at+1:at+1+n])))
		at += 1 + n
	}
	if at+5 > len(q) {
		return "", 0
	}
	return strings.Join(labels, "."), at + 5
}

func (d *dns) set(name string, ip net.IP, code int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.names[name], d.away[name] = ip, code
}
