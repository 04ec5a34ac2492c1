package urlfrontier

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"weft/crawl/shared"
)

// gRPC is HTTP/2 with messages of a byte (0: not compressed), four bytes of length (big endian) and as many of Protocol
// Buffers. The status comes in trailers (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md).

// largestMessage is the size of the largest message that is read, in bytes, as in other clients of gRPC.
const largestMessage = 4 << 20

// A Status is an error of a call.
type Status struct {
	Code    int
	Message string
}

// Error implements error.
func (s Status) Error() string { return fmt.Sprintf("gRPC status %d: %.200s", s.Code, s.Message) }

// Is implements the interface of errors.Is: some codes do not pass.
func (s Status) Is(target error) bool {
	switch s.Code {
	case 3, 5, 7, 12, 16: // invalid argument, not found, permission denied, unimplemented, unauthenticated
		return target == shared.ErrRefused
	}
	return false
}

var errMalformed = fmt.Errorf("%w: the server does not answer as URLFrontier does", shared.ErrRefused)

// A channel makes calls to a server.
type channel struct {
	client *http.Client
	base   string // the URL before the name of a method
}

func newChannel(host string, secure bool) *channel {
	protocols := new(http.Protocols)
	scheme := "http://"
	if secure {
		scheme = "https://"
		protocols.SetHTTP2(true)
	} else {
		protocols.SetUnencryptedHTTP2(true)
	}
	transport := &http.Transport{Protocols: protocols, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}, Proxy: nil}
	return &channel{&http.Client{Transport: transport}, scheme + host + "/urlfrontier.URLFrontier/"}
}

// call sends requests, and passes each reply to receive.
func (c *channel) call(ctx context.Context, method string, requests [][]byte, receive func([]byte) error) error {
	var body []byte
	for _, r := range requests {
		body = append(body, 0)
		body = binary.BigEndian.AppendUint32(body, uint32(len(r))) //nolint:gosec // messages are small
		body = append(body, r...)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+method, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/grpc+proto")
	req.Header.Set("Te", "trailers")
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return Status{14, "HTTP status " + resp.Status}
	}
	for {
		message, err := readMessage(resp.Body)
		if errors.Is(err, io.EOF) {
			return status(resp)
		} else if err != nil {
			return err
		}
		if err := receive(message); err != nil {
			return err
		}
	}
}

// readMessage reads a message. At the end it returns io.EOF.
func readMessage(r io.Reader) ([]byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(head[1:])
	if head[0] != 0 || n > largestMessage {
		return nil, fmt.Errorf("%w: a message of %d bytes, or a compressed one", errMalformed, n)
	}
	message := make([]byte, n)
	if _, err := io.ReadFull(r, message); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return message, nil
}

// status returns the error that a response ends with. Without messages the status is among the headers.
func status(resp *http.Response) error {
	for _, h := range []http.Header{resp.Trailer, resp.Header} {
		text := h.Get("Grpc-Status")
		if text == "" {
			continue
		}
		code, err := strconv.Atoi(text)
		switch {
		case err != nil:
			return fmt.Errorf("%w: status %.20q", errMalformed, text)
		case code == 0:
			return nil
		}
		return Status{code, h.Get("Grpc-Message")}
	}
	return fmt.Errorf("%w: a response without a status", errMalformed)
}
