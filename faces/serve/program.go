package serve

import (
	"context"
	"net/http"
	"strings"

	"weft/internal/option"
)

// Programs use the JSON interface with a token in the field Authorization. They have no cookie, and a page of another site
// cannot send this field. So requests of programs need no token of a form.

// leastToken is the length of the shortest token that is accepted, in bytes.
const leastToken = 20

// programSession is the name of the session of all programs.
const programSession = "a program"

// noToken says that the server takes no requests of programs.
var noToken = option.Errorf("this server takes no orders of programs: start it with {token}")

// isAPI reports whether a request is for the JSON interface.
func isAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, apiRoot+"/") }

// isChange reports whether a request of a program replaces or removes something.
func isChange(r *http.Request) bool {
	return isAPI(r) && (r.Method == http.MethodPut || r.Method == http.MethodDelete)
}

// program answers a request of a program. It returns false for a request without a token, which a browser sends.
func (s *Server) program(w http.ResponseWriter, r *http.Request, next http.Handler) bool {
	token, is := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	post := r.Method == http.MethodPost || isChange(r)
	switch {
	case !isAPI(r) || !is && !post && s.login == "":
		return false
	case !is && !post && s.hasCookie(r):
		return false
	case s.options.Token == "" && (is || post):
		s.apiError(w, http.StatusForbidden, s.words(noToken))
	case !is || !same(token, s.options.Token):
		w.Header().Set("WWW-Authenticate", `Bearer realm="weft serve"`)
		s.apiError(w, http.StatusUnauthorized, "the token is missing or wrong: send the field Authorization: Bearer TOKEN")
	default:
		r = r.WithContext(context.WithValue(r.Context(), sessionKey{}, programSession))
		r.Body = http.MaxBytesReader(w, r.Body, mostForm)
		next.ServeHTTP(w, r)
	}
	return true
}

// hasCookie reports whether a request is of a browser that is logged in.
func (s *Server) hasCookie(r *http.Request) bool {
	c, err := r.Cookie(s.cookie())
	return err == nil && s.nameOf(c.Value) != ""
}
