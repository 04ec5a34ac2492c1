package serve

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"weft/internal/digits"
	"weft/internal/option"
	"weft/livecrawl/watch"
)

// policy forbids pages to load anything from other places, and other pages to show them in a frame. Options.Frames allows
// frames. A page runs only the scripts of the server. Scripts cannot make markup of a string, except by the policy "weft"
// of lib.js, which reads pages of this server.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; " + noFrames + "; base-uri 'none'; " +
	"require-trusted-types-for 'script'; trusted-types weft"

// mostForm is the size of the longest body of a form, in bytes. Forms with files have their own limit.
const mostForm = 1 << 20

// guard protects all pages. It sets the headers. It refuses other names of this server, other methods, requests from
// other sites, and readers who are not logged in. It refuses forms without the token of their session. A panic becomes a
// response with status 500.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		s.setPolicy(w.Header(), policy)
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer s.recovered(w, r)
		read := r.Method == http.MethodGet || r.Method == http.MethodHead
		switch {
		case !s.knows(r.Host):
			s.fail(w, http.StatusMisdirectedRequest, "This server has another name.", "Open the address that weft serve printed.")
			return
		case !read && !isAPI(r) && !watch.FromHere(r):
			s.fail(w, http.StatusForbidden, "The request comes from another site.", "Use the forms of this server.")
			return
		case !read && r.Method != http.MethodPost && !isChange(r):
			w.Header().Set("Allow", "GET, HEAD, POST")
			s.fail(w, http.StatusMethodNotAllowed, "This server knows no such method.", "Use its links and forms.")
			return
		case !read && s.options.ReadOnly:
			w.Header().Set("Allow", "GET, HEAD")
			s.fail(w, http.StatusMethodNotAllowed, "This server only reads.", s.words(option.Errorf("It was started with {read-only}.")))
			return
		case s.program(w, r, next):
			return
		case s.login != "" && read && r.URL.Path == "/login":
			s.logIn(w, r)
			return
		}
		r = s.session(w, r)
		switch {
		case sessionOf(r) == "":
			s.fail(w, http.StatusUnauthorized, "You are not logged in.", "Open the link that weft serve printed when it started.")
		case read:
			r.Body = http.MaxBytesReader(w, r.Body, 0)
			next.ServeHTTP(w, r)
		default:
			s.post(w, r, next)
		}
	})
}

// knows reports whether a Host names this server: as the listener does, or by the public name of a proxy.
func (s *Server) knows(host string) bool {
	return s.listener.Knows(host, s.machine) || s.options.Name != "" && watch.Names(host, s.options.Name)
}

// post passes a form on if it has the token of its session.
func (s *Server) post(w http.ResponseWriter, r *http.Request, next http.Handler) {
	most := int64(mostForm)
	if isMultipart(r) { // files lie in memory for a moment, so few forms with files are read at a time
		most = mostUpload
		select {
		case s.uploads <- struct{}{}:
			defer func() { <-s.uploads }()
		case <-r.Context().Done():
			return
		}
		r.Body = newUpload(w, r.Body)
	}
	r.Body = http.MaxBytesReader(w, r.Body, most)
	err := readForm(r)
	if r.MultipartForm != nil {
		defer r.MultipartForm.RemoveAll() //nolint:errcheck // scratch files of the system's folder for them
	}
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		s.fail(w, http.StatusRequestEntityTooLarge, "The form is too large.", "A form takes up to "+digits.Size(most)+".")
	case err != nil:
		s.fail(w, http.StatusBadRequest, "The form cannot be read.", "Go back, load the page again, and send the form again.")
	case !same(r.PostForm.Get(tokenField), s.token(r)):
		s.fail(w, http.StatusForbidden, "The form is of another session.", "Load the page with the form again. Your browser must accept cookies of this server.")
	default:
		next.ServeHTTP(w, r)
	}
}

// noFrames forbids other pages to show a page of the server in a frame. ourFrames allows it to pages of servers on this
// machine.
const (
	noFrames  = "frame-ancestors 'none'"
	ourFrames = "frame-ancestors 'self' http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*"
)

// setPolicy sets the policy of a page.
func (s *Server) setPolicy(h http.Header, policy string) {
	if s.options.Frames {
		policy = strings.Replace(policy, noFrames, ourFrames, 1)
	}
	h.Set("Content-Security-Policy", policy)
}

func setHeaders(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin") // with no-referrer browsers send the origin null with forms
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	h.Set("Cache-Control", "no-store")
}

// recovered ends a request whose handler panicked. The server continues.
func (s *Server) recovered(w http.ResponseWriter, r *http.Request) {
	x := recover()
	if x == nil {
		return
	}
	if x == http.ErrAbortHandler { //nolint:errorlint // the package compares it so
		panic(x)
	}
	if isFault(x) {
		s.note(fmt.Sprintf("%s: %v", r.URL.Path, errCut))
		if isAPI(r) {
			s.apiError(w, http.StatusInternalServerError, errCut.Error())
			return
		}
		s.fail(w, http.StatusInternalServerError, "A file of the crawl was cut while the server read it, or its disk failed.", "weft verify CRAWL finds the file. Start the server again when the crawl is whole.")
		return
	}
	s.note(fmt.Sprintf("%s %s: panic: %v\n%s", r.Method, r.URL.Path, x, debug.Stack()))
	s.fail(w, http.StatusInternalServerError, "The server failed on this request.", "Its terminal shows the reason. Please report it.")
}

// errCut is the error of work that read a mapped file beyond its end.
var errCut = errors.New("a file of the crawl was cut while the server read it, or its disk failed")

// isFault reports whether a panic is a fault of memory at an address, as of a mapped file that was cut. The goroutines
// of the server turn such faults into panics: see [debug.SetPanicOnFault].
func isFault(x any) bool {
	_, has := x.(interface{ Addr() uintptr })
	return has
}
