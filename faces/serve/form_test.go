package serve

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/faces/serve/forms"
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

// TestSlowUpload reads a form with files whose bytes arrive for longer than other requests may take.
func TestSlowUpload(t *testing.T) {
	s, accepted := formServer(t, Options{})
	b := read(t, s)
	const limit = 300 * time.Millisecond
	web := httptest.NewUnstartedServer(s)
	web.Config.ReadTimeout, web.Config.WriteTimeout = limit, limit
	web.Start()
	defer web.Close()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	form.WriteField(tokenField, b.token())
	f, err := form.CreateFormFile("seeds", "seeds.txt")
	if err != nil {
		t.Fatal(err)
	}
	f.Write(bytes.Repeat([]byte("http://a.example/\n"), 1000))
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	in, out := io.Pipe()
	go func() {
		for part := range slices.Chunk(body.Bytes(), body.Len()/5+1) {
			time.Sleep(limit / 2)
			if _, err := out.Write(part); err != nil {
				return
			}
		}
		out.Close()
	}()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL+"/", in)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.AddCookie(b.cookie)
	w, err := web.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	w.Body.Close()
	if w.StatusCode != http.StatusOK || *accepted != 1 {
		t.Errorf("status %d, %d forms accepted", w.StatusCode, *accepted)
	}
}

// TestPublicName answers to the name of a proxy, and to no other name. Readers need the login link, also on this machine.
func TestPublicName(t *testing.T) {
	s, accepted := formServer(t, Options{Name: "weft.example.org"})
	if !strings.HasPrefix(s.URL(), "https://weft.example.org/login?token=") {
		t.Errorf("the address is %s", s.URL())
	}
	b := read(t, s)
	for _, x := range []struct {
		method, host, origin string
		cookie               bool
		want                 int
	}{
		{"GET", "weft.example.org", "", true, 200},
		{"GET", "WEFT.example.org.:443", "", true, 200},
		{"GET", "127.0.0.1:80", "", true, 200},
		{"GET", "weft.example.org", "", false, 401},
		{"GET", "127.0.0.1:80", "", false, 401},
		{"GET", "evil.example", "", true, 421},
		{"GET", "weft.example.org.evil.example", "", true, 421},
		{"GET", "x.weft.example.org", "", true, 421},
		{"GET", "example.org", "", true, 421},
		{"POST", "weft.example.org", "https://weft.example.org", true, 200},
		{"POST", "weft.example.org:8443", "https://weft.example.org:8443", true, 200},
		{"POST", "weft.example.org", "https://evil.example", true, 403},
		{"POST", "weft.example.org", "https://x.weft.example.org", true, 403},
		{"POST", "weft.example.org", "", true, 403},
		{"POST", "evil.example", "https://evil.example", true, 421},
		{"POST", "127.0.0.1:80", "https://weft.example.org", true, 403}, // a proxy that changes Host
	} {
		fields := url.Values{tokenField: {b.token()}}
		r := httptest.NewRequest(x.method, "/", strings.NewReader(fields.Encode()))
		if x.method == "GET" {
			r = httptest.NewRequest(x.method, "/", http.NoBody)
		}
		r.Host = x.host
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if x.origin != "" {
			r.Header.Set("Origin", x.origin)
		}
		if x.cookie {
			r.AddCookie(b.cookie)
		}
		before, w := *accepted, httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != x.want || (*accepted > before) != (x.method == "POST" && x.want == 200) {
			t.Errorf("%s to %s from %q, cookie %v: status %d, want %d", x.method, x.host, x.origin, x.cookie, w.Code, x.want)
		}
	}
	for host, want := range map[string]bool{"weft.example.org": true, "127.0.0.1": false} {
		r := httptest.NewRequest(http.MethodGet, "/login?token="+s.login, http.NoBody)
		r.Host = host
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if c := w.Result().Cookies(); len(c) != 1 || c[0].Secure != want {
			t.Errorf("%s: cookies %v", host, c)
		}
	}
}

// TestPagesOfQuestions counts the pages of a question that takes one page, before there is a job.
func TestPagesOfQuestions(t *testing.T) {
	s := serving(t, Options{Crawls: []string{sitedCrawl(t)}, Program: []string{"weft"}, Jobs: t.TempDir()})
	b := read(t, s)
	for text, want := range map[string]string{"0\n1": "2 pages given, expected one", "": "0 pages given, expected one", "a\nb\nc": "3 pages given, expected one"} {
		w := b.post("/c/sited/ask?q=site+explain", url.Values{"do": {"start"}, "pages": {text}, "memory": {"256MiB"}})
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%q: status %d, want %q: %s", text, w.Code, want, w.Body)
		}
	}
	q := questionOf("site")
	r := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
	r.PostForm = url.Values{"pages": {"0\n1"}, "memory": {"256MiB"}}
	if _, err := s.specOf(q, s.crawls[0], forms.Of(q), r); err != nil {
		t.Errorf("a question of several pages: %v", err)
	}
}

// TestEntriesOfForms keeps what a reader typed, but neither secrets nor addresses of people, and no large texts.
func TestEntriesOfForms(t *testing.T) {
	form := url.Values{tokenField: {"secret"}, contactField: {"a@b.example"}, "do": {"start"}, "name": {"n"}, "urls": {"http://a.example/\nhttp://b.example/"}, "o.kinds": {"link", "frame"}}
	want := url.Values{"name": form["name"], "urls": form["urls"], "o.kinds": form["o.kinds"]}
	if got := entriesOf(form); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	form.Set("urls", strings.Repeat("x", mostEntries))
	if got := entriesOf(form); got != nil {
		t.Errorf("%d bytes are kept", len(got.Get("urls")))
	}
}
