package live

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"
)

// errnos maps the system's errors to causes. Any other error counts as a reset.
var errnos = []struct {
	errno syscall.Errno
	cause Cause
}{
	{syscall.ECONNREFUSED, CauseRefused},
	{syscall.EHOSTUNREACH, CauseUnreachable},
	{syscall.ENETUNREACH, CauseUnreachable},
	{syscall.EACCES, CauseUnreachable}, // a firewall's answer
	{syscall.EPERM, CauseUnreachable},
	{syscall.EINVAL, CauseUnreachable}, // an address that no route can have
	{syscall.EAFNOSUPPORT, CauseUnreachable},
	{syscall.EMFILE, CauseLocal},
	{syscall.ENFILE, CauseLocal},
	{syscall.ENOBUFS, CauseLocal},
	{syscall.ENOMEM, CauseLocal},
	{syscall.EADDRNOTAVAIL, CauseLocal}, // no free port
	{syscall.ENETDOWN, CauseLocal},
}

func causeOfErrno(err error) (Cause, bool) {
	for _, e := range errnos {
		if errors.Is(err, e.errno) {
			return e.cause, true
		}
	}
	return NoCause, false
}

func isTimeout(err error) bool {
	var ne net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) ||
		errors.As(err, &ne) && ne.Timeout()
}

// asError gives an error of connecting or of an exchange its cause. A timeout gets the given one.
func asError(err error, timeout Cause) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if cause, ok := causeOfErrno(err); ok {
		return &Error{Cause: cause, Err: err}
	}
	if isTimeout(err) {
		return &Error{Cause: timeout, Err: err}
	}
	if alert := tls.AlertError(0); errors.As(err, &alert) {
		return &Error{Cause: CauseTLS, Err: err}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fail(CauseReset, "connection closed before a whole answer")
	}
	return &Error{Cause: CauseReset, Err: err}
}

// dnsError gives an error of the resolver its cause.
func dnsError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if cause, ok := causeOfErrno(err); ok && cause == CauseLocal {
		return &Error{Cause: cause, Err: err}
	}
	var de *net.DNSError
	if errors.As(err, &de) && de.IsNotFound {
		return &Error{Cause: CauseNoHost, Err: err}
	}
	return &Error{Cause: CauseDNS, Err: err}
}

// maxCertName bounds what an error quotes of a certificate, which is the server's to choose.
const maxCertName = 100

// tlsError gives an error of a handshake its cause, and says of a bad certificate which it is and until when it holds.
func tlsError(err error) *Error {
	if bad, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return fail(CauseCertificate, "%w%s", bad.Err, describe(bad.UnverifiedCertificates))
	}
	var record tls.RecordHeaderError
	var alert tls.AlertError
	if errors.As(err, &record) || errors.As(err, &alert) {
		return &Error{Cause: CauseTLS, Err: err}
	}
	if _, ok := causeOfErrno(err); ok || isTimeout(err) || errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) ||
		errors.Is(err, syscall.EPIPE) {
		return asError(err, CauseConnectTime)
	}
	return &Error{Cause: CauseTLS, Err: err}
}

func describe(chain []*x509.Certificate) string {
	if len(chain) == 0 {
		return ""
	}
	leaf := chain[0]
	return fmt.Sprintf(" (certificate of %q by %q, from %s until %s)", cut(leaf.Subject.String(), maxCertName),
		cut(leaf.Issuer.String(), maxCertName), leaf.NotBefore.UTC().Format(time.DateOnly), leaf.NotAfter.UTC().Format(time.DateOnly))
}

// cut returns at most n bytes of s.
func cut[S ~string | ~[]byte](s S, n int) S { return s[:min(len(s), n)] }
