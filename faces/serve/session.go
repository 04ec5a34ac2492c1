package serve

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net"
	"net/http"
	"strings"

	"weft/livecrawl/watch"
)

// A session is a browser that reads this server. Its cookie holds a random name and the proof that this server gave the
// name away, so the server keeps no list of sessions. All sessions end with the server, whose key is new each time.

// sessionKey is the key of the session among the values of a request.
type sessionKey struct{}

// sessionOf returns the name of the session of a request; empty for a reader who is not logged in.
func sessionOf(r *http.Request) string {
	name, _ := r.Context().Value(sessionKey{}).(string)
	return name
}

// session finds the session of a request by its cookie. Where no login is required it begins one, so that each browser
// has its own tokens.
func (s *Server) session(w http.ResponseWriter, r *http.Request) *http.Request {
	name := ""
	if c, err := r.Cookie(s.cookie()); err == nil {
		name = s.nameOf(c.Value)
	}
	if name == "" && s.login == "" {
		name = s.begin(w, r)
	}
	return r.WithContext(context.WithValue(r.Context(), sessionKey{}, name))
}

// begin begins a session.
func (s *Server) begin(w http.ResponseWriter, r *http.Request) string {
	name := rand.Text()
	sites := http.SameSiteStrictMode
	if s.login == "" { // a link from elsewhere must not begin another session, whose cookie would end the tokens of this one
		sites = http.SameSiteLaxMode
	}
	secure := s.options.Name != "" && watch.Names(r.Host, s.options.Name) // else plain HTTP, where Secure would withhold it
	http.SetCookie(w, &http.Cookie{Name: s.cookie(), Value: name + "." + s.proof("session", name), Path: "/", HttpOnly: true, SameSite: sites, Secure: secure})
	return name
}

// nameOf returns the name in a cookie; empty if this server did not make the cookie.
func (s *Server) nameOf(cookie string) string {
	name, proof, _ := strings.Cut(cookie, ".")
	if !same(proof, s.proof("session", name)) {
		return ""
	}
	return name
}

// proof returns what only this server can compute of a text, for one use of it.
func (s *Server) proof(use, text string) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(use + "\x00" + text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// tokenField is the name of the field with the token of a form.
const tokenField = "token"

// token returns the token of the forms of a session. Pages of other sites cannot read it.
func (s *Server) token(r *http.Request) string { return s.proof("form", sessionOf(r)) }

// logIn begins a session for a reader with the login link. The response is a page that leads to the list: a browser
// withholds the cookie from a redirect that another site began.
func (s *Server) logIn(w http.ResponseWriter, r *http.Request) {
	if !same(r.URL.Query().Get("token"), s.login) {
		s.fail(w, http.StatusUnauthorized, "The login link is wrong or old.", "Open the link that weft serve printed when it started.")
		return
	}
	s.begin(w, r)
	s.render(w, http.StatusOK, "login", &view{Title: "Logged in", Refresh: "0; url=/"})
}

// cookie names the cookie of a session. All ports of a host share cookies, so the name has the port.
func (s *Server) cookie() string {
	_, port, _ := net.SplitHostPort(s.listener.Addr().String())
	return "weft-" + port
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
