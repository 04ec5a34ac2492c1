package serve

import (
	"bytes"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
)

// A reader is a browser with a session of a server.
type reader struct {
	t      testing.TB
	s      *Server
	cookie *http.Cookie
}

// read begins a session.
func read(t testing.TB, s *Server) *reader {
	t.Helper()
	path := "/"
	if _, token, has := strings.Cut(s.URL(), "login?"); has {
		path = "/login?" + token
	}
	cookies := get(s, path).Result().Cookies()
	if len(cookies) != 1 {
		t.Fatalf("the first page sets %d cookies", len(cookies))
	}
	return &reader{t, s, cookies[0]}
}

// token is the token of the forms of a session.
func (b *reader) token() string {
	r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
	r.AddCookie(b.cookie)
	return b.s.token(b.s.session(httptest.NewRecorder(), r))
}

// post sends a form with its token.
func (b *reader) post(path string, fields url.Values) *httptest.ResponseRecorder {
	all := url.Values{tokenField: {b.token()}}
	maps.Copy(all, fields)
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(all.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return b.do(r)
}

func (b *reader) do(r *http.Request) *httptest.ResponseRecorder {
	r.Host = "127.0.0.1:80"
	r.AddCookie(b.cookie)
	w := httptest.NewRecorder()
	b.s.ServeHTTP(w, r)
	return w
}

// formServer is a server whose only page counts forms.
func formServer(t *testing.T, o Options) (s *Server, accepted *int) {
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, "http://a.example/\thttp://b.example/\n", false)
	o.Crawls = []string{dir}
	s, accepted = serving(t, o), new(int)
	s.handler = s.guard(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			*accepted++
		}
	}))
	return s, accepted
}

// TestFormTokens accepts a form only with the token of its own session, in its body.
func TestFormTokens(t *testing.T) {
	for _, login := range []bool{false, true} {
		s, accepted := formServer(t, Options{Login: login})
		other, _ := formServer(t, Options{Login: login})
		b := read(t, s)
		for name, x := range map[string]struct {
			token string
			want  int
		}{
			"its own":                   {b.token(), 200},
			"none":                      {"", 403},
			"part of it":                {b.token()[1:], 403},
			"of another session":        {read(t, s).token(), 403},
			"of another server":         {read(t, other).token(), 403},
			"the proof of the session":  {b.cookie.Value[strings.IndexByte(b.cookie.Value, '.')+1:], 403},
			"of a reader without login": {s.proof("form", ""), 403},
		} {
			before := *accepted
			w := b.post("/", url.Values{tokenField: {x.token}})
			if w.Code != x.want || (*accepted > before) != (x.want == 200) {
				t.Errorf("login %v, token %s: status %d, want %d", login, name, w.Code, x.want)
			}
		}
		before := *accepted
		if w := b.post("/?token="+b.token(), url.Values{tokenField: nil}); w.Code != 403 || *accepted > before {
			t.Errorf("login %v, token in the address: status %d", login, w.Code)
		}
		b.cookie.Value = "x" + b.cookie.Value
		if w := b.post("/", url.Values{tokenField: {s.proof("form", b.cookie.Value)}}); w.Code == 200 {
			t.Errorf("login %v, a forged cookie: status %d", login, w.Code)
		}
	}
}

// TestReadOnly refuses every form, also with its token.
func TestReadOnly(t *testing.T) {
	s, accepted := formServer(t, Options{ReadOnly: true})
	if w := read(t, s).post("/", nil); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" || *accepted > 0 {
		t.Errorf("status %d, Allow %q, %d accepted", w.Code, w.Header().Get("Allow"), *accepted)
	}
}

// TestFormLimits refuses long and broken forms, with and without files.
func TestFormLimits(t *testing.T) {
	s, accepted := formServer(t, Options{})
	b := read(t, s)
	for name, x := range map[string]struct {
		kind string
		size int
		want int
	}{
		"short":           {"application/x-www-form-urlencoded", 10, 200},
		"long":            {"application/x-www-form-urlencoded", mostForm, 413},
		"with a file":     {"multipart/form-data", mostForm * 2, 200},
		"with a long one": {"multipart/form-data", mostUpload, 413},
		"broken":          {"broken", 10, 400},
	} {
		t.Run(name, func(t *testing.T) {
			var body bytes.Buffer
			if x.kind == "multipart/form-data" {
				m := multipart.NewWriter(&body)
				x.kind = m.FormDataContentType()
				m.WriteField(tokenField, b.token())
				f, err := m.CreateFormFile("file", "seeds.txt")
				if err != nil {
					t.Fatal(err)
				}
				f.Write(bytes.Repeat([]byte("a"), x.size))
				m.Close()
			} else {
				fmt.Fprintf(&body, "token=%s&text=%s", b.token(), strings.Repeat("a", x.size))
			}
			if x.kind == "broken" {
				x.kind = "multipart/form-data; boundary=x"
			}
			before := *accepted
			r := httptest.NewRequest(http.MethodPost, "/", &body)
			r.Header.Set("Content-Type", x.kind)
			r.Header.Set("Origin", "http://127.0.0.1:80")
			if w := b.do(r); w.Code != x.want || (*accepted > before) != (x.want == 200) {
				t.Errorf("status %d, want %d", w.Code, x.want)
			}
		})
	}
}
