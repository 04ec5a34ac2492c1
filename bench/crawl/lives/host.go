//go:build linux

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"sync"
	"time"
)

// A host serves pages under a name of its own, on port 80 and optionally on 443.
type host struct {
	name  string
	ip    net.IP
	serve http.HandlerFunc

	mu      sync.Mutex
	servers []*http.Server
}

// up begins to listen.
func (h *host) up(tlsToo bool) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	l, err := listen(h.ip, 80)
	if err != nil {
		return err
	}
	h.start(l)
	if !tlsToo {
		return nil
	}
	cert, err := certificate(h.name)
	if err != nil {
		return err
	}
	if l, err = listen(h.ip, 443); err == nil {
		h.start(tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}))
	}
	return err
}

func (h *host) start(l net.Listener) {
	s := &http.Server{Handler: h.serve, ReadHeaderTimeout: time.Minute}
	h.servers = append(h.servers, s)
	go s.Serve(l) //nolint:errcheck // until it goes down
}

// down closes ports and connections at once.
func (h *host) down() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.servers {
		s.Close() //nolint:errcheck // it is gone
	}
	h.servers = nil
}

// listen takes a port, which may still be busy for a moment.
func listen(ip net.IP, port int) (net.Listener, error) {
	var err error
	for range 50 {
		var l net.Listener
		if l, err = net.Listen("tcp", fmt.Sprintf("%s:%d", ip, port)); err == nil {
			return l, nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return nil, err
}

// certificate makes an untrusted certificate.
func certificate(name string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	t := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().AddDate(1, 0, 0), DNSNames: []string{name}}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

// breakOff ends a connection in the middle of a response.
func breakOff(rw http.ResponseWriter) error {
	h, ok := rw.(http.Hijacker)
	if !ok {
		return errors.New("not a connection of one's own")
	}
	c, _, err := h.Hijack()
	if err != nil {
		return err
	}
	return c.Close()
}
