package live

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"math/big"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// An authority signs certificates for tests.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t testing.TB) (authority, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	ca := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Test CA"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-1000 * time.Hour), NotAfter: time.Now().Add(1000 * time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, ca, ca, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	ca, err = x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(ca)
	return authority{ca, key}, roots
}

// issue makes a certificate for a name, which holds until a time.
func (a authority) issue(t testing.TB, name string, until time.Time) *tls.Config {
	t.Helper()
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-500 * time.Hour), NotAfter: until,
	}
	der, err := x509.CreateCertificate(rand.Reader, leaf, a.cert, &a.key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: a.key}}}
}

// tlsServer serves with a certificate and returns its port.
func tlsServer(t testing.TB, config *tls.Config, h http.Handler, h2 bool) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(h2)
	s := &http.Server{Handler: h, TLSConfig: config, Protocols: protocols, ErrorLog: quietLog, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = s.ServeTLS(l, "", "") }()
	t.Cleanup(func() { _ = s.Close() })
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

func hello(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "hello "+r.Host) }

func TestCertificates(t *testing.T) {
	ca, roots := newAuthority(t)
	stranger, _ := newAuthority(t)
	tomorrow, yesterday := time.Now().Add(24*time.Hour), time.Now().Add(-24*time.Hour)
	for name, tc := range map[string]struct {
		config *tls.Config
		cause  Cause
		words  []string
	}{
		"good":    {ca.issue(t, "example.org", tomorrow), NoCause, nil},
		"expired": {ca.issue(t, "example.org", yesterday), CauseCertificate, []string{"expired", `"CN=example.org"`, `"CN=Test CA"`, yesterday.UTC().Format(time.DateOnly)}},
		"wrong":   {ca.issue(t, "example.com", tomorrow), CauseCertificate, []string{"example.com", "example.org"}},
		"unknown": {stranger.issue(t, "example.org", tomorrow), CauseCertificate, []string{"unknown authority", tomorrow.UTC().Format(time.DateOnly)}},
	} {
		t.Run(name, func(t *testing.T) {
			port := tlsServer(t, tc.config, http.HandlerFunc(hello), false)
			o := quick()
			o.Roots, o.Resolve = roots, []string{"*:" + port + ":127.0.0.1"}
			url := "https://example.org:" + port + "/"
			if tc.cause != NoCause {
				wantCause(t, newClient(t, o), url, tc.cause, tc.words...)
				o.Insecure = true
			}
			c := newClient(t, o)
			var a Answer
			for range 2 {
				get(t, c, url, &a)
			}
			if string(a.Body()) != "hello example.org:"+port || a.TLS != "tls/1.3" || a.Proto != "http/1.1" || a.IP.String() != "127.0.0.1" {
				t.Errorf("%s over %s, %s, from %s", a.Body(), a.TLS, a.Proto, a.IP)
			}
		})
	}
}

func TestNoTLS(t *testing.T) {
	c := newClient(t, quick())
	for _, text := range []string{"HTTP/1.1 400 Bad Request\r\n\r\n", "\x15\x03\x03\x00\x02\x02\x28"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for {
				nc, err := l.Accept()
				if err != nil {
					return
				}
				_, _ = nc.Write([]byte(text))
				_, _ = io.Copy(io.Discard, nc)
				_ = nc.Close()
			}
		}()
		wantCause(t, c, "https://"+l.Addr().String(), CauseTLS)
		_ = l.Close()
	}
	wantCause(t, c, strings.Replace(rawServer(t, says("", false)), "http:", "https:", 1), CauseReset)
	config := (&tls.Config{MaxVersion: tls.VersionTLS11})
	ca, _ := newAuthority(t)
	config.Certificates = ca.issue(t, "example.org", time.Now().Add(time.Hour)).Certificates
	port := tlsServer(t, config, http.HandlerFunc(hello), false)
	wantCause(t, c, "https://127.0.0.1:"+port, CauseTLS)
}

func TestStalledHandshake(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	o := quick()
	o.ConnectTimeout = 50 * time.Millisecond
	wantCause(t, newClient(t, o), "https://"+l.Addr().String(), CauseConnectTime, "50ms")
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := newClient(t, quick()).Get(ctx, "https://"+l.Addr().String(), Condition{}, new(Answer)); CauseOf(err) != CauseCancelled {
		t.Errorf("a context that ends: %v", err)
	}
}
