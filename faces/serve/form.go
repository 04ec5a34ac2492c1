package serve

import (
	"mime"
	"net/http"
)

const (
	// mostUpload is the size of the longest body of a form with files, in bytes.
	mostUpload = 32 << 20
	// mostUploads is the number of forms with files that are read at the same time.
	mostUploads = 2
	// mostParsed is the number of bytes of files that a form keeps in memory; more lies in scratch files.
	mostParsed = 1 << 20
)

// isMultipart reports whether a request is a form that may have files.
func isMultipart(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "multipart/form-data"
}

// readForm reads the fields of a form. It reads no fields of the address.
func readForm(r *http.Request) error {
	if isMultipart(r) {
		return r.ParseMultipartForm(mostParsed)
	}
	return r.ParseForm()
}
