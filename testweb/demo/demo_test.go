package demo_test

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"weft/testweb"
	"weft/testweb/demo"
)

// serve starts a server, and returns a client that asks it for everything.
func serve(t *testing.T, web *testweb.Web) *http.Client {
	t.Helper()
	s, err := demo.Serve(web)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	proxy, err := url.Parse(s.Proxy())
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{
		Transport:     &http.Transport{Proxy: http.ProxyURL(proxy)},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// What is served is what the generator says, in all framings.
func TestServesTheWeb(t *testing.T) {
	web := testweb.NewWeb(testweb.Options{Pages: 600, Seed: 5})
	client := serve(t, web)
	framings, short := map[string]int{}, 0
	for _, u := range web.URLs() {
		resp, err := client.Get(u)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		status, header, body, _ := web.Answer(u)
		if resp.StatusCode != status || !slices.Equal(got, body) {
			t.Errorf("%s: status %d and %d bytes, want %d and %d", u, resp.StatusCode, len(got), status, len(body))
		}
		for _, f := range header {
			if !slices.Contains(resp.Header.Values(f[0]), f[1]) {
				t.Errorf("%s: the field %s: %s is missing", u, f[0], f[1])
			}
		}
		how := ""
		if resp.Uncompressed {
			how = "gzip"
		}
		if len(resp.TransferEncoding) > 0 {
			how += resp.TransferEncoding[0]
		}
		if len(body) > 500 {
			framings[how]++
			continue
		}
		if short++; resp.Uncompressed {
			t.Errorf("%s: %d bytes are compressed", u, len(body))
		}
	}
	if short == 0 || framings[""] == 0 || framings["chunked"] == 0 || framings["gzip"] == 0 || framings["gzipchunked"] == 0 {
		t.Errorf("framings %v of long bodies, want plain, chunked, gzip and both; %d short ones", framings, short)
	}
}

func TestUnknownHostIsMisdirected(t *testing.T) {
	client := serve(t, testweb.NewWeb(testweb.Options{Pages: 300}))
	resp, err := client.Get("http://nobody.example/")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("status %d, want 421", resp.StatusCode)
	}
}
