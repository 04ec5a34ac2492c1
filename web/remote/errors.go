package remote

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

var (
	// ErrChanged says that a file is another than before.
	ErrChanged = errors.New("the file changed while it was read")
	// ErrLies says that a server contradicts itself.
	ErrLies = errors.New("the server contradicts itself")
	// ErrNoParts says that a server sends files only whole.
	ErrNoParts = errors.New("the server does not send parts of files (it ignores the field Range): download the file and name the copy")

	errStalled = errors.New("no byte came for too long")
	errNoName  = errors.New("this is no name of a file")
)

// An Error says which file cannot be read, where, and why.
type Error struct {
	Address  string // as Shown
	Offset   int64  // bytes read before it
	Attempts int    // how often it was tried since the last byte
	Err      error
}

func (e *Error) Error() string {
	where := e.Address
	if e.Offset > 0 {
		where = fmt.Sprintf("%s at byte %d", where, e.Offset)
	}
	if e.Attempts > 1 {
		return fmt.Sprintf("%s: %d attempts failed, the last with: %v", where, e.Attempts, e.Err)
	}
	return fmt.Sprintf("%s: %v", where, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// A StatusError is a response without a file.
type StatusError struct {
	Status int
	Code   string        // of S3, such as AccessDenied
	After  time.Duration // how long the server asks to wait; 0 if it does not
}

func (e *StatusError) Error() string {
	text := fmt.Sprintf("the server answered %d %s", e.Status, http.StatusText(e.Status))
	if e.Code != "" {
		text += " (" + e.Code + ")"
	}
	switch e.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		text += ": the file is not open to everybody"
	case http.StatusNotFound, http.StatusGone:
		text += ": check the address"
	}
	return text
}

// passes reports whether the status may be another one later.
func (e *StatusError) passes() bool {
	switch e.Status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return e.Status >= 500 && e.Status != http.StatusNotImplemented
}
