package serve

import (
	"io"
	"mime"
	"net/http"
	"net/url"
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

// mostEntries is the size of the largest entries of a form that a job keeps, in bytes.
const mostEntries = 128 << 10

// entriesOf returns the entries of a form that a job keeps. The token, the contact of the reader and files are no entries. It
// returns nil for large ones.
func entriesOf(form url.Values) url.Values {
	kept, bytes := url.Values{}, 0
	for name, values := range form {
		if name == tokenField || name == contactField || name == "do" {
			continue
		}
		for _, v := range values {
			bytes += len(name) + len(v)
		}
		kept[name] = values
	}
	if bytes > mostEntries {
		return nil
	}
	return kept
}

// entered returns the entries of a form, or of the earlier job that the parameter again names. It returns nil for a new form.
func (s *Server) entered(r *http.Request, kind string) url.Values {
	if r.Method == http.MethodPost {
		return r.PostForm
	}
	if id := r.URL.Query().Get("again"); id != "" {
		if j, err := s.jobs.Get(id); err == nil && j.Kind == kind {
			return j.Form
		}
	}
	return nil
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
