package remote

import (
	"fmt"
	"net/http"
)

// A version holds size, ETag and time of a file, by a response. A field that is not known is empty, and size is -1.
type version struct {
	size           int64
	etag, modified string
}

// versionOf reads the header of a response of a file with size bytes.
func versionOf(h http.Header, size int64) version {
	return version{size, h.Get("ETag"), h.Get("Last-Modified")}
}

// check compares a later response with an earlier one, and returns ErrChanged if they are of different files. Times count
// only without ETags.
func (v version) check(now version) error {
	switch {
	case v.size >= 0 && now.size >= 0 && now.size != v.size:
		return fmt.Errorf("%w: it has %d bytes now, and had %d", ErrChanged, now.size, v.size)
	case v.etag != "" && now.etag != "":
		if now.etag != v.etag {
			return fmt.Errorf("%w: its ETag is %.60q now, and was %.60q", ErrChanged, now.etag, v.etag)
		}
	case v.modified != "" && now.modified != "" && now.modified != v.modified:
		return fmt.Errorf("%w: its Last-Modified is %.60q now, and was %.60q", ErrChanged, now.modified, v.modified)
	}
	return nil
}

// validator names the version in a request that continues the file.
func (v version) validator() string {
	if v.etag != "" && v.etag[0] == '"' { // a strong one
		return v.etag
	}
	return v.modified
}
