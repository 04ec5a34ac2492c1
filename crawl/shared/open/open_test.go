package open

import (
	"strings"
	"testing"

	"weft/crawl/shared"
	"weft/crawl/shared/redis/redistest"
	"weft/crawl/shared/urlfrontier/urlfrontiertest"
)

func TestOpen(t *testing.T) {
	redis := redistest.Start(t, "appendonly no", "requirepass secret")
	for _, test := range []struct {
		address, password string
		warnings          int
	}{
		{strings.Replace(redis.URL(), "://", "://:secret@", 1) + "?name=one", "secret", 1},
		{urlfrontiertest.Start(t).URL("c"), "", 0},
	} {
		a, err := Parse(test.address)
		if err != nil || a.Password != test.password || strings.Contains(a.String(), "secret") {
			t.Fatalf("%s is read as %s, %v", test.address, a, err)
		}
		s, warnings, err := a.Open(t.Context())
		if err != nil || len(warnings) != test.warnings {
			t.Fatalf("%s: warnings %q, %v; want %d", a, warnings, err, test.warnings)
		}
		c, err := shared.Connect(t.Context(), s, shared.ClientOptions{Crawler: "a"})
		if err != nil {
			t.Fatal(err)
		}
		c.Offer([]shared.Page{{Key: 7, Host: "h", URL: []byte("http://h/")}})
		pages, left, err := c.Pull(t.Context(), 5, 5)
		if err != nil || len(pages) != 1 || pages[0].Key != 7 || left.Held != 1 {
			t.Errorf("%s: pulled %v, left %+v, %v", a, pages, left, err)
		}
		if left, err := c.Leave(t.Context()); err != nil || left.Queued != 1 {
			t.Errorf("%s: left %+v, %v", a, left, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, text := range []string{"", "h:1", "http://h", "redis://:secret@", "grpc://:secret@h"} {
		if _, err := Parse(text); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v, want an error", text, err)
		}
	}
	wrong, _ := Parse(strings.Replace(redis.URL(), "://", "://:other@", 1))
	if _, _, err := wrong.Open(t.Context()); err == nil || strings.Contains(err.Error(), "other") {
		t.Errorf("got %v, want an error without the password", err)
	}
}
