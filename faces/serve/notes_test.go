package serve

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"weft/store/notes"
)

const sharedRules = "# weft boundary 1\n# home: http://h0.example/\n# pages: 2\n# host: 1 h0.example\n# host: 1 gone.example\n+http://(example,h0,)/\n"

// orderOf sends a request of a program.
func orderOf(s *Server, method, path, token, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = s.listener.Addr().String()
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// TestNotesOfPrograms writes, filters and deletes notes and boundaries as a program does, and with the token only.
func TestNotesOfPrograms(t *testing.T) {
	token := strings.Repeat("t", 32)
	path := hostileCrawl(t, "noted")
	s := serving(t, Options{Crawls: []string{path}, Token: token})
	root := apiRoot + "/crawls/noted"
	page := root + "/note?kind=page&subject=0"
	for _, c := range []struct {
		method, path, token, body string
		status                    int
		has                       string
	}{
		{"GET", page, "", "", 404, "no note"},
		{"PUT", page, "", `{"text":"x"}`, 401, "token"},
		{"PUT", page, token, `{"text":"=1+1","tags":["Todo","legal"]}`, 200, `"tags":["legal","Todo"]`},
		{"PUT", page, token, `{"text":"x","seen":""}`, 409, "changed meanwhile"},
		{"PUT", page, token, `{"words":"x"}`, 400, "unknown field"},
		{"PUT", page, token, `{"text":"` + strings.Repeat("x", notes.MostText+1) + `"}`, 400, "expected at most 64000"},
		{"PUT", page, token, `{"text":"` + strings.Repeat("x", mostForm) + `"}`, 413, "too long"},
		{"PUT", root + "/note?kind=page&subject=http://nowhere.example/", token, `{"text":"x"}`, 400, "the crawl has no page"},
		{"PUT", root + "/note?kind=site&subject=0", token, `{"text":"x"}`, 400, "kind=site: expected"},
		{"GET", page, "", "", 200, `"text":"=1+1"`},
		{"GET", root + "/notes?tag=TODO&words=1%2B1", "", "", 200, `"found":1`},
		{"GET", root + "/notes?tag=other", "", "", 200, `"notes":[]`},
		{"GET", root + "/pages?tag=todo&columns=page,tags,note", "", "", 200, `"found":1`},
		{"PUT", root + "/boundary?name=shared", token, `{"text":` + quoted(sharedRules) + `}`, 200, `"host":"gone.example"`},
		{"PUT", root + "/boundary?name=a%2Fb", token, `{"text":` + quoted(sharedRules) + `}`, 400, "letters, digits"},
		{"PUT", root + "/boundary?name=bad", token, `{"text":"<html>"}`, 400, "text:1: expected a boundary"},
		{"GET", root + "/boundaries", "", "", 200, `"name":"shared"`},
		{"GET", root + "/boundary?name=shared", "", "", 200, `"gone":[{`},
		{"DELETE", root + "/boundary?name=shared", "", "", 401, "token"},
		{"DELETE", root + "/boundary?name=shared", token, "", 200, `"deleted":true`},
		{"DELETE", root + "/boundary?name=shared", token, "", 404, "no such boundary"},
		{"GET", root + "/boundary?name=shared", "", "", 404, "no such boundary"},
		{"DELETE", page, token, "", 200, `"deleted":true`},
		{"DELETE", page, token, "", 200, `"deleted":false`},
		{"PUT", root + "/pages", token, "", 405, ""},
	} {
		if w := orderOf(s, c.method, c.path, c.token, c.body); w.Code != c.status || !strings.Contains(w.Body.String(), c.has) {
			t.Errorf("%s %s %.80s: status %d, want %d with %s: %.300s", c.method, c.path, c.body, w.Code, c.status, c.has, w.Body)
		}
	}
	read := serving(t, Options{Crawls: []string{path}, Token: token, ReadOnly: true})
	if w := orderOf(read, "PUT", page, token, `{"text":"x"}`); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("a server that only reads: status %d", w.Code)
	}
}

func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// A reader is a browser with its cookie.
type formReader struct {
	s      *Server
	cookie *http.Cookie
	token  string
}

func newFormReader(t *testing.T, s *Server, path string) *formReader {
	t.Helper()
	w := get(s, path)
	f := &formReader{s: s}
	for _, c := range w.Result().Cookies() {
		f.cookie = c
	}
	_, rest, _ := strings.Cut(w.Body.String(), `name="token" value="`)
	f.token, _, _ = strings.Cut(rest, `"`)
	if f.cookie == nil || f.token == "" {
		t.Fatalf("%s: status %d, no form", path, w.Code)
	}
	return f
}

func (f *formReader) send(r *http.Request) *httptest.ResponseRecorder {
	r.Host = f.s.listener.Addr().String()
	r.Header.Set("Origin", "http://"+r.Host)
	r.AddCookie(f.cookie)
	w := httptest.NewRecorder()
	f.s.ServeHTTP(w, r)
	return w
}

func (f *formReader) post(path string, fields ...string) *httptest.ResponseRecorder {
	v := url.Values{"token": {f.token}}
	for i := 0; i+1 < len(fields); i += 2 {
		v.Set(fields[i], fields[i+1])
	}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(v.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return f.send(r)
}

func (f *formReader) upload(path, name, text string) *httptest.ResponseRecorder {
	var b bytes.Buffer
	m := multipart.NewWriter(&b)
	m.WriteField("token", f.token)
	part, _ := m.CreateFormFile("file", name)
	part.Write([]byte(text))
	m.Close()
	r := httptest.NewRequest(http.MethodPost, path, &b)
	r.Header.Set("Content-Type", m.FormDataContentType())
	return f.send(r)
}

// TestNotesOfReaders writes hostile notes by forms, and finds them harmless on all screens that show them.
func TestNotesOfReaders(t *testing.T) {
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "noted")}})
	f := newFormReader(t, s, "/c/noted/page?n=0")
	hostile := "=1+1 <script>alert(1)</script>\u202e\x1b[31m\nsecond line"
	w := f.post("/c/noted/notes", "kind", "page", "subject", "0", "text", hostile, "tags", "Todo, <b>x</b>", "do", "save")
	if w.Code != http.StatusSeeOther || !strings.HasSuffix(w.Header().Get("Location"), "#note") {
		t.Fatalf("status %d, %s: %s", w.Code, w.Header().Get("Location"), w.Body)
	}
	for path, want := range map[string]string{
		"page?n=0": "second line", "notes": "&lt;script&gt;alert(1)", "notes?tag=todo": "1 note", "notes?tag=none": "0 notes", "pages?tag=todo": "<strong role=\"status\">1", "pages": "Todo",
		"notes?words=second+todo": "1 note", "notes.csv": "'=1+1 <script>",
	} {
		body := get(s, "/c/noted/"+path).Body.String()
		if !strings.Contains(body, want) || !strings.HasSuffix(path, ".csv") && strings.ContainsAny(body, "\u202e\x1b") || !strings.Contains(path, ".csv") && strings.Contains(body, "<script>alert") {
			t.Errorf("%s: no %q, or not harmless: %.2000s", path, want, body)
		}
	}
	for _, c := range []struct {
		fields []string
		status int
		has    string
	}{
		{[]string{"kind", "page", "subject", "0", "text", "other", "seen", "", "do", "save"}, 409, "Another reader"},
		{[]string{"kind", "page", "subject", "nowhere", "text", "x", "do", "save"}, 400, "the crawl has no page"},
		{[]string{"kind", "page", "subject", "0", "text", strings.Repeat("x", 64_001), "seen", notes.Anything, "do", "save"}, 400, "expected at most 64000"},
		{[]string{"kind", "page", "subject", "0", "do", "burn"}, 400, "no such order"},
		{[]string{"kind", "page", "subject", "0", "do", "delete"}, 303, ""},
	} {
		if w := f.post("/c/noted/notes", c.fields...); w.Code != c.status || !strings.Contains(w.Body.String(), c.has) {
			t.Errorf("%.80q: status %d, want %d with %s", c.fields, w.Code, c.status, c.has)
		}
	}
	if body := get(s, "/c/noted/notes").Body.String(); !strings.Contains(body, "None yet") {
		t.Errorf("after the deletion: %.2000s", body)
	}
}

// TestBoundariesOfReaders uploads, renames, notes, downloads and deletes a boundary.
func TestBoundariesOfReaders(t *testing.T) {
	path := hostileCrawl(t, "noted")
	s := serving(t, Options{Crawls: []string{path}})
	f := newFormReader(t, s, "/c/noted/sites")
	if w := f.upload("/c/noted/boundaries/upload", "shared.surt", sharedRules); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/c/noted/boundary?name=shared" {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	for _, c := range []struct{ name, text, has string }{{"shared.surt", sharedRules, "exists"}, {"x.surt", "<html>", "x.surt:1:"}, {"..surt", sharedRules, "letters, digits"}} {
		if w := f.upload("/c/noted/boundaries/upload", c.name, c.text); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), c.has) {
			t.Errorf("%s: status %d, want %s: %.1000s", c.name, w.Code, c.has, w.Body)
		}
	}
	if body := get(s, "/c/noted/boundary?name=shared").Body.String(); !strings.Contains(body, "gone.example") || !strings.Contains(body, "hosts not here") {
		t.Errorf("the screen of the boundary: %.3000s", body)
	}
	if w := f.post("/c/noted/boundary", "name", "shared", "to", "towns 1", "do", "rename"); w.Code != http.StatusSeeOther {
		t.Errorf("rename: status %d: %s", w.Code, w.Body)
	}
	if body := get(s, "/c/noted/sites").Body.String(); !strings.Contains(body, ">towns 1<") {
		t.Errorf("the screen of sites does not list the boundary: %.3000s", body)
	}
	if w := get(s, "/c/noted/boundary/file?name=towns+1"); w.Body.String() != sharedRules || !strings.Contains(w.Header().Get("Content-Disposition"), "towns-1.surt") {
		t.Errorf("file: %q, %q", w.Header().Get("Content-Disposition"), w.Body)
	}
	if w := f.post("/c/noted/boundaries?n=0&out=http%3A%2F%2Fnowhere.example%2F*", "name", "mine"); w.Code != http.StatusBadRequest {
		t.Errorf("a change by hand of no page: status %d", w.Code)
	}
	if w := f.post("/c/noted/boundaries?n=0", "name", "mine"); w.Code != http.StatusSeeOther {
		t.Errorf("saved: status %d: %.1000s", w.Code, w.Body)
	}
	if w := f.post("/c/noted/boundaries?n=0", "name", "mine"); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "exists") {
		t.Errorf("saved twice: status %d", w.Code)
	}
	if body := get(s, "/c/noted/boundary?name=mine").Body.String(); !strings.Contains(body, "Open the site of this crawl") || !strings.Contains(body, "# option: clusters found") {
		t.Errorf("the saved boundary: %.3000s", body)
	}
	read := serving(t, Options{Crawls: []string{path}, ReadOnly: true})
	if body := get(read, "/c/noted/boundary?name=towns+1").Body.String(); strings.Contains(body, "method=\"post\" action=\"boundary\"") || strings.Contains(body, "Save the note") {
		t.Errorf("a server that only reads offers forms")
	}
	if w := f.post("/c/noted/boundary", "name", "towns 1", "do", "delete"); w.Code != http.StatusSeeOther {
		t.Errorf("delete: status %d", w.Code)
	}
	if w := get(s, "/c/noted/boundary?name=towns+1"); w.Code != http.StatusNotFound {
		t.Errorf("after the deletion: status %d", w.Code)
	}
}
