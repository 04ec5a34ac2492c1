package remote

import (
	"bytes"
	"crypto/md5" //nolint:gosec // servers give it; it finds damage, not malice
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"hash"
	"hash/crc32"
	"net/http"
	"strings"
)

// A digest is a checksum of the bytes of a file, by its server.
type digest struct {
	name string
	sum  []byte
	h    hash.Hash
}

// digests are compared with the bytes when all were read.
type digests []digest

// digestsOf reads the digests of a whole file in a header. The fields are Repr-Digest (RFC 9530), Digest (RFC 3230),
// Content-MD5, x-amz-checksum and x-goog-hash. A digest of the parts of a file that was uploaded in parts (ending
// in -N) says nothing about its bytes.
func digestsOf(h http.Header) (all digests) {
	add := func(name, text string, made hash.Hash) {
		sum, err := base64.StdEncoding.DecodeString(text)
		if err == nil && len(sum) == made.Size() {
			all = append(all, digest{name, sum, made})
		}
	}
	byName := func(field, name, text string) {
		switch strings.ToLower(name) {
		case "sha-256", "sha256":
			add(field, text, sha256.New())
		case "md5":
			add(field, text, md5.New()) //nolint:gosec // see above
		case "crc32c":
			add(field, text, crc32.New(crc32.MakeTable(crc32.Castagnoli)))
		}
	}
	for _, field := range []string{"Repr-Digest", "Digest", "X-Goog-Hash"} {
		for _, value := range h.Values(field) {
			for part := range strings.SplitSeq(value, ",") {
				name, text, _ := strings.Cut(strings.TrimSpace(part), "=")
				byName(field, name, strings.Trim(text, ":"))
			}
		}
	}
	byName("Content-MD5", "md5", h.Get("Content-MD5"))
	for _, name := range []string{"sha256", "crc32c"} {
		byName("x-amz-checksum-"+name, name, h.Get("X-Amz-Checksum-"+name))
	}
	return all
}

func (d digests) write(p []byte) {
	for _, one := range d {
		one.h.Write(p)
	}
}

func (d digests) check() error {
	for _, one := range d {
		if got := one.h.Sum(nil); !bytes.Equal(got, one.sum) {
			return fmt.Errorf("%w: its %s is %x, and the received bytes have %x: the file is damaged on its way or on the server", ErrLies, one.name, one.sum, got)
		}
	}
	return nil
}
