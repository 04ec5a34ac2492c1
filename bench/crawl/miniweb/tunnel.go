//go:build unix

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/big"
	"net"
	"net/http"
	"time"
)

// A tunnel accepts the connections of CONNECT requests, so that https works, too, with an untrusted certificate.
type tunnel struct {
	conns chan net.Conn
	cert  tls.Certificate
	addr  net.Addr
}

func newTunnel(addr net.Addr) (*tunnel, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	t := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().AddDate(1, 0, 0), DNSNames: []string{"*"}}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	return &tunnel{conns: make(chan net.Conn), cert: tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, addr: addr}, err
}

// Accept implements [net.Listener].
func (t *tunnel) Accept() (net.Conn, error) { return <-t.conns, nil }

// Close implements [net.Listener].
func (t *tunnel) Close() error { return nil }

// Addr implements [net.Listener].
func (t *tunnel) Addr() net.Addr { return t.addr }

// connect hands a connection over.
func (t *tunnel) connect(rw http.ResponseWriter) {
	h, ok := rw.(http.Hijacker)
	if !ok {
		http.Error(rw, "no tunnel", http.StatusNotImplemented)
		return
	}
	c, _, err := h.Hijack()
	if err != nil {
		return
	}
	if _, err := io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n"); err != nil {
		c.Close() //nolint:errcheck // the client sees it
		return
	}
	t.conns <- tls.Server(c, &tls.Config{Certificates: []tls.Certificate{t.cert}, MinVersion: tls.VersionTLS12})
}
