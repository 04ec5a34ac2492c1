package serve

import (
	"io"
	"mime"
	"net/http"
	"time"
)

const (
	// mostUpload is the size of the longest body of a form with files, in bytes.
	mostUpload = 32 << 20
	// mostUploads is the number of forms with files that are read at the same time.
	mostUploads = 2
	// mostParsed is the number of bytes of files that a form keeps in memory; more lies in scratch files.
	mostParsed = 1 << 20
	// uploadTime is how long a form with files may take, from its turn to its last byte.
	uploadTime = 10 * time.Minute
)

// An upload is the body of a form with files. It moves the deadlines of its request while bytes arrive.
type upload struct {
	io.ReadCloser
	control *http.ResponseController
	end     time.Time
}

func newUpload(w http.ResponseWriter, body io.ReadCloser) *upload {
	return &upload{body, http.NewResponseController(w), time.Now().Add(uploadTime)}
}

// Read implements [io.Reader].
func (u *upload) Read(b []byte) (int, error) {
	next := time.Now().Add(requestTime)
	if next.After(u.end) {
		next = u.end
	}
	u.control.SetReadDeadline(next)                    //nolint:errcheck // a recorder of a test has none
	u.control.SetWriteDeadline(next.Add(responseTime)) //nolint:errcheck // a recorder of a test has none
	return u.ReadCloser.Read(b)
}

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
