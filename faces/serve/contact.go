package serve

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"weft/faces/serve/forms"
	"weft/faces/serve/jobs"
	"weft/livecrawl/folder"
)

// contactField is the name of the field with the contact of a crawl.
const contactField = "o.contact"

// contactOf returns the contact that a form sent. An empty contact is refused, because weft crawl refuses a run without one.
func contactOf(r *http.Request) (string, error) {
	contact := strings.TrimSpace(r.PostForm.Get(contactField))
	if contact == "" {
		return "", &forms.ValueError{Option: "contact", Value: "(empty)", Want: "a mail address or page where the owners of servers can reach you"}
	}
	return contact, forms.Check("contact", contact)
}

// shownContact returns the contact that a form of a crawl shows. A sent form shows its own contact. A new form shows the
// contact that this browser sent last, or else the contact of the newest run that has one.
func (s *Server) shownContact(r *http.Request, k *crawl) string {
	if r.Method == http.MethodPost {
		return r.PostForm.Get(contactField)
	}
	if k == nil {
		return s.sentContact(r)
	}
	return cmp.Or(s.sentContact(r), lastContact(k))
}

// lastContact returns the contact of the newest run of a crawl that has one; empty if none has.
func lastContact(k *crawl) string {
	state, err := folder.Read(k.path)
	if err != nil {
		return ""
	}
	for _, run := range slices.Backward(state.Runs) {
		if contact := contactIn(run.Command); contact != "" {
			return contact
		}
	}
	return ""
}

// contactIn returns the contact in the command of a run; empty if it has none. The command separates its words by blanks
// and quotes none, so the contact ends before the next option or URL.
func contactIn(command string) string {
	_, after, _ := strings.Cut(command, " "+jobs.Flag("contact", ""))
	after, _, _ = strings.Cut(after, " --")
	words := strings.Fields(after)
	for i, word := range words {
		if i > 0 && strings.Contains(word, "://") {
			words = words[:i]
			break
		}
	}
	contact := strings.Join(words, " ")
	if forms.Check("contact", contact) != nil {
		return ""
	}
	return contact
}

// contactCookie names the cookie with the contact that a browser sent last. All ports of a host share cookies.
func (s *Server) contactCookie() string { return s.cookie() + "-contact" }

// keepContact lets the browser keep a contact until the browser ends.
func (s *Server) keepContact(w http.ResponseWriter, contact string) {
	http.SetCookie(w, &http.Cookie{Name: s.contactCookie(), Value: base64.RawURLEncoding.EncodeToString([]byte(contact)), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode}) //nolint:gosec // plain HTTP: Secure would withhold it
}

// sentContact returns the contact that the browser of a request sent last; empty if there is none.
func (s *Server) sentContact(r *http.Request) string {
	c, err := r.Cookie(s.contactCookie())
	if err != nil {
		return ""
	}
	contact, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil || forms.Check("contact", string(contact)) != nil {
		return ""
	}
	return string(contact)
}
