package serve

import (
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"strings"

	"weft/livecrawl/watch"
)

// policy forbids pages to load anything from other places, and to be framed. A page runs only the scripts of the server.
// Scripts cannot make markup of a string, except by the policy "weft" of lib.js, which reads pages of this server.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
	"require-trusted-types-for 'script'; trusted-types weft"

// guard protects all pages. It sets the headers. It refuses other names of this server, other methods, requests from
// other sites, and readers who are not logged in. A panic becomes a response with status 500.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		defer s.recovered(w, r)
		read := r.Method == http.MethodGet || r.Method == http.MethodHead
		switch {
		case !s.listener.Knows(r.Host, s.machine):
			s.fail(w, http.StatusMisdirectedRequest, "This server has another name.", "Open the address that weft serve printed.")
		case !read && !watch.FromHere(r):
			s.fail(w, http.StatusForbidden, "The request comes from another site.", "Use the forms of this server.")
		case !read:
			w.Header().Set("Allow", "GET, HEAD")
			s.fail(w, http.StatusMethodNotAllowed, "This server only reads.", "Use GET or HEAD.")
		case s.login != "" && r.URL.Path == "/login":
			s.logIn(w, r)
		case s.login != "" && !s.loggedIn(r):
			s.fail(w, http.StatusUnauthorized, "You are not logged in.", "Open the link that weft serve printed when it started.")
		default:
			r.Body = http.MaxBytesReader(w, r.Body, 0)
			next.ServeHTTP(w, r)
		}
	})
}

func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
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
	s.note(fmt.Sprintf("%s %s: panic: %v\n%s", r.Method, r.URL.Path, x, debug.Stack()))
	s.fail(w, http.StatusInternalServerError, "The server failed on this request.", "Its terminal shows the reason. Please report it.")
}

// logIn sets the cookie of a session for a reader with the login link. The response is a page that leads to the list: a
// browser withholds the cookie from a redirect that another site began.
func (s *Server) logIn(w http.ResponseWriter, r *http.Request) {
	if !same(r.URL.Query().Get("token"), s.login) {
		s.fail(w, http.StatusUnauthorized, "The login link is wrong or old.", "Open the link that weft serve printed when it started.")
		return
	}
	http.SetCookie(w, &http.Cookie{Name: s.cookie(), Value: s.session, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode}) //nolint:gosec // plain HTTP: Secure would withhold it
	s.render(w, http.StatusOK, "login", &view{Title: "Logged in", Refresh: "0; url=/"})
}

func (s *Server) loggedIn(r *http.Request) bool {
	c, err := r.Cookie(s.cookie())
	return err == nil && same(c.Value, s.session)
}

// cookie names the cookie of a session. All ports of a host share cookies, so the name has the port.
func (s *Server) cookie() string {
	_, port, _ := net.SplitHostPort(s.listener.Addr().String())
	return strings.Join([]string{"weft", port}, "-")
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
