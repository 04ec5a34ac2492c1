package remote

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
)

// drawn returns n bytes that differ by place.
func drawn(n int) []byte {
	r := rand.NewChaCha8([32]byte{7})
	b := make([]byte, n)
	r.Read(b)
	return b
}

// quick makes a source that waits for hardly anything.
func quick(t *testing.T) *Source {
	t.Helper()
	s := New(Options{Stall: 300 * time.Millisecond, Attempts: 4, Pause: time.Millisecond})
	t.Cleanup(s.Close)
	return s
}

// serve runs a handler that knows how often it was asked, from 1.
func serve(t *testing.T, h func(w http.ResponseWriter, r *http.Request, turn int)) string {
	t.Helper()
	var turn atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h(w, r, int(turn.Add(1))) }))
	t.Cleanup(srv.Close)
	return srv.URL + "/file.warc.gz"
}

// part serves the requested part of b, and breaks the connection after most bytes.
func part(w http.ResponseWriter, r *http.Request, b []byte, etag string, most int) {
	w.Header().Set("ETag", etag)
	from, to := 0, len(b)
	if text := r.Header.Get("Range"); text != "" {
		first, last, _ := strings.Cut(strings.TrimPrefix(text, "bytes="), "-")
		from, _ = strconv.Atoi(first)
		if last != "" {
			to, _ = strconv.Atoi(last)
			to = min(to+1, len(b))
		}
		if from >= len(b) {
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
			return
		}
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, to-1, len(b)))
	}
	w.Header().Set("Content-Length", strconv.Itoa(to-from))
	if r.Header.Get("Range") != "" {
		w.WriteHeader(http.StatusPartialContent)
	}
	w.Write(b[from:min(to, from+most)])
	if from+most < to {
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

func read(t *testing.T, s *Source, address string) ([]byte, *Stream, error) {
	t.Helper()
	f, err := s.Open(t.Context(), address)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	return b, f, err
}

func TestStreamIsTheFile(t *testing.T) {
	for _, n := range []int{0, 1, overlap, overlap + 1, 3 << 20} {
		want := drawn(n)
		address := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { part(w, r, want, `"a"`, n) })
		got, f, err := read(t, quick(t), address)
		if err != nil || !bytes.Equal(got, want) || f.Cuts() != 0 || f.Size() != int64(n) {
			t.Errorf("%d bytes: got %d, %v", n, len(got), err)
		}
	}
}

// TestStreamGoesOn cuts connections at drawn places; by servers that send parts, that do not, and with an error between.
func TestStreamGoesOn(t *testing.T) {
	want := drawn(1 << 20)
	for _, c := range []struct {
		name  string
		parts bool
		etag  string
	}{{"parts", true, `"a"`}, {"parts, a weak ETag", true, `W/"a"`}, {"no ETag", true, ""}, {"whole files only", false, `"a"`}} {
		t.Run(c.name, func(t *testing.T) {
			address := serve(t, func(w http.ResponseWriter, r *http.Request, turn int) {
				if turn%3 == 2 {
					w.WriteHeader(http.StatusServiceUnavailable)
					return
				}
				if !c.parts {
					r.Header.Del("Range")
				}
				most := 100_000 + 7*turn
				if !c.parts {
					most = 150_000 * turn
				}
				part(w, r, want, c.etag, most)
			})
			got, f, err := read(t, quick(t), address)
			if err != nil || !bytes.Equal(got, want) || f.Cuts() < 3 {
				t.Fatalf("got %d bytes of %d, %d cuts, %v", len(got), len(want), f.Cuts(), err)
			}
		})
	}
}

func TestStreamReadsAsReadersDo(t *testing.T) {
	want := drawn(50_000)
	address := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { part(w, r, want, `"a"`, 9_001) })
	f, err := quick(t).Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	if err := iotest.TestReader(f, want); err != nil {
		t.Error(err)
	}
}

// TestServersThatLie checks that no byte of a file that is not the first one, or not whole, passes as the file.
func TestServersThatLie(t *testing.T) {
	one, other := drawn(200_000), bytes.Repeat([]byte("x"), 200_000)
	sum := sha256.Sum256(other)
	cases := map[string]struct {
		serve func(w http.ResponseWriter, r *http.Request, turn int)
		want  error
	}{
		"another file with another ETag": {func(w http.ResponseWriter, r *http.Request, turn int) {
			if turn == 1 {
				part(w, r, one, `"1"`, 70_000)
			}
			part(w, r, other, `"2"`, 1<<20)
		}, ErrChanged},
		"another file without an ETag": {func(w http.ResponseWriter, r *http.Request, turn int) {
			if turn == 1 {
				part(w, r, one, "", 70_000)
			}
			part(w, r, other, "", 1<<20)
		}, ErrChanged},
		"a longer file": {func(w http.ResponseWriter, r *http.Request, turn int) {
			if turn == 1 {
				part(w, r, one, "", 70_000)
			}
			part(w, r, append(bytes.Clone(one), 1), "", 1<<20)
		}, ErrChanged},
		"a shorter file": {func(w http.ResponseWriter, r *http.Request, turn int) {
			if turn == 1 {
				part(w, r, one, "", 70_000)
			}
			part(w, r, one[:50], "", 1<<20)
		}, ErrChanged},
		"another part than requested": {func(w http.ResponseWriter, r *http.Request, turn int) {
			if turn == 1 {
				part(w, r, one, "", 70_000)
			}
			w.Header().Set("Content-Range", "bytes 0-99/200000")
			w.WriteHeader(http.StatusPartialContent)
			w.Write(one[:100])
		}, ErrLies},
		"a part that was not requested": {func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.Header().Set("Content-Range", "bytes 0-99/200000")
			w.WriteHeader(http.StatusPartialContent)
			w.Write(one[:100])
		}, ErrLies},
		"a digest of other bytes": {func(w http.ResponseWriter, r *http.Request, _ int) {
			w.Header().Set("Repr-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(sum[:])+":")
			part(w, r, one, "", 1<<20)
		}, ErrLies},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, _, err := read(t, quick(t), serve(t, c.serve))
			var e *Error
			if !errors.Is(err, c.want) || !errors.As(err, &e) {
				t.Fatalf("got %d bytes and the error %v; want %v", len(got), err, c.want)
			}
			if !bytes.HasPrefix(one, got) {
				t.Error("bytes of another file were handed out")
			}
		})
	}
}

// TestStallsEnd checks that a server that says nothing is given up, before the header and within the file.
func TestStallsEnd(t *testing.T) {
	for name, first := range map[string]int{"before the header": -1, "within the file": 1000} {
		t.Run(name, func(t *testing.T) {
			address := serve(t, func(w http.ResponseWriter, r *http.Request, turn int) {
				if turn == 1 && first > 0 {
					w.Header().Set("Content-Length", "5000")
					w.Write(drawn(5000)[:first])
					http.NewResponseController(w).Flush()
				}
				select {
				case <-r.Context().Done():
				case <-time.After(5 * time.Second):
				}
			})
			start := time.Now()
			_, _, err := read(t, quick(t), address)
			if e, ok := errors.AsType[*Error](err); !ok || e.Attempts != 4 || time.Since(start) > 4*time.Second {
				t.Errorf("after %v: %v", time.Since(start), err)
			}
		})
	}
}

func TestStreamEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	address := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		w.Header().Set("Content-Length", "5000")
		w.Write(drawn(100))
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	f, err := New(Options{}).Open(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := io.ReadAll(f); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestStatus checks which responses are asked for again.
func TestStatus(t *testing.T) {
	for status, turns := range map[int]int32{404: 1, 403: 1, 501: 1, 429: 4, 500: 4, 503: 4} {
		var asked atomic.Int32
		address := serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
			asked.Add(1)
			w.WriteHeader(status)
			io.WriteString(w, "<Error><Code>SlowDown</Code></Error>")
		})
		_, _, err := read(t, quick(t), address)
		e, ok := errors.AsType[*StatusError](err)
		if !ok || e.Status != status || e.Code != "SlowDown" || asked.Load() != turns {
			t.Errorf("%d: asked %d times, %v", status, asked.Load(), err)
		}
	}
}

func TestParts(t *testing.T) {
	want := drawn(3<<20 + 5)
	address := serve(t, func(w http.ResponseWriter, r *http.Request, turn int) { part(w, r, want, "", 300_000+turn) })
	s := quick(t)
	for _, p := range [][2]int64{{0, 1}, {0, int64(len(want))}, {5, 700_000}, {int64(len(want)) - 1, 1}, {9, 0}} {
		got, err := s.Part(t.Context(), address, p[0], p[1], []byte("before"))
		if err != nil || !bytes.Equal(got, append([]byte("before"), want[p[0]:p[0]+p[1]]...)) {
			t.Errorf("%v: %d bytes, %v", p, len(got), err)
		}
	}
	for _, p := range [][2]int64{{int64(len(want)), 1}, {int64(len(want)) - 1, 2}, {-1, 5}} {
		if got, err := s.Part(t.Context(), address, p[0], p[1], nil); err == nil {
			t.Errorf("%v: %d bytes and no error", p, len(got))
		}
	}
	f, err := s.File(t.Context(), address)
	if err != nil || f.Size() != int64(len(want)) {
		t.Fatal(f, err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		a := r.Int64N(f.Size())
		got := make([]byte, r.Int64N(f.Size()-a)+1)
		if n, err := f.ReadAt(got, a); err != nil || !bytes.Equal(got[:n], want[a:a+int64(n)]) || n != len(got) {
			t.Fatal(a, len(got), n, err)
		}
	}
	if n, err := f.ReadAt(make([]byte, 10), f.Size()-3); n != 3 || !errors.Is(err, io.EOF) {
		t.Error(n, err)
	}
}

func TestPartsNeedAServerThatSendsThem(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) { w.Write(drawn(5000)) })
	if _, err := quick(t).Part(t.Context(), address, 10, 10, nil); !errors.Is(err, ErrNoParts) {
		t.Error(err)
	}
}

func TestShown(t *testing.T) {
	for in, want := range map[string]string{
		"https://user:secret@example.org/a?x=1":                 "https://example.org/a?x=1",
		"https://example.org/a?X-Amz-Signature=00&X-Amz-Date=1": "https://example.org/a?...",
		"https://example.org/a?sig=00":                          "https://example.org/a?...",
		"s3://bucket/key":                                       "s3://bucket/key",
	} {
		if got := Shown(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	_, err := quick(t).Open(t.Context(), "http://user:secret@127.0.0.1:1/a?token=secret")
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

func TestIs(t *testing.T) {
	for name, want := range map[string]bool{
		"https://a.example/x": true, "S3://b/k": true, "http://a": true, "-": false, "file://x": false, "a/b": false, "https:/x": false,
	} {
		if Is(name) != want {
			t.Error(name)
		}
	}
	if got, err := Beside("https://a.example/cc/indexes/cluster.idx?x=1", "cdx-00001.gz"); err != nil || got != "https://a.example/cc/indexes/cdx-00001.gz?x=1" {
		t.Error(got, err)
	}
	if _, err := Beside("https://a.example/cc/cluster.idx", "../../etc"); err == nil {
		t.Error("a name with slashes was taken")
	}
}

// TestS3 checks addresses and signatures of a service on the loopback, and that it may name another region.
func TestS3(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("AWS_REGION", "")
	t.Setenv("AWS_DEFAULT_REGION", "")
	want := drawn(10_000)
	address := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		sign := r.Header.Get("Authorization")
		switch {
		case r.URL.EscapedPath() != "/bucket/a%20b/c.warc.gz":
			w.WriteHeader(http.StatusNotFound)
		case !strings.HasPrefix(sign, "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/"):
			w.WriteHeader(http.StatusForbidden)
		case !strings.Contains(sign, "/eu-west-9/s3/aws4_request"):
			w.Header().Set("X-Amz-Bucket-Region", "eu-west-9")
			w.WriteHeader(http.StatusBadRequest)
		default:
			part(w, r, want, `"a"`, 1500)
		}
	})
	t.Setenv("AWS_ENDPOINT_URL_S3", strings.TrimSuffix(address, "/file.warc.gz"))
	got, f, err := read(t, quick(t), "s3://bucket/a b/c.warc.gz")
	if err != nil || !bytes.Equal(got, want) || f.Cuts() == 0 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	for _, bad := range []string{"s3://bucket", "s3://bucket/", "s3:///key", "s3://bucket/key?x=1"} {
		if _, err := quick(t).Open(t.Context(), bad); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}
