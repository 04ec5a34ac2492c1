package main

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"weft/crawl/shared/urlfrontier/urlfrontiertest"
)

// Crawls with a frontier at a server of URLFrontier, one after the other, are joined to what one crawl gets. A server that
// is not there is named, without advice about passwords.
func TestSharedFrontierAtURLFrontier(t *testing.T) {
	address := urlfrontiertest.Start(t).URL("test")
	seed, dir := twoHosts(t, 40), t.TempDir()
	begin := func(code int, name string, args ...string) (string, string) {
		return weft(t, code, append([]string{"crawl", seed, "-o", filepath.Join(dir, name), "--scope", "anywhere", "--allow-private", "--delay", "0", "--quiet"}, args...)...)
	}
	begin(exitDone, "alone")
	if out, _ := begin(exitIncomplete, "a", "--frontier", address, "--lease", "5m", "--batch", "10"); !strings.Contains(out, " are left in the shared frontier") {
		t.Errorf("the first crawl stops at a limit, and says:\n%s", out)
	}
	if out, _ := begin(exitDone, "b", "--frontier", address, "--lease", "5m"); !strings.Contains(out, "nothing is left") {
		t.Errorf("the last crawl says:\n%s", out)
	}
	weft(t, exitDone, "union", filepath.Join(dir, "a"), filepath.Join(dir, "b"), "-o", filepath.Join(dir, "all"), "--quiet")
	if got, want := sizeOfGraph(t, filepath.Join(dir, "all")), sizeOfGraph(t, filepath.Join(dir, "alone")); !reflect.DeepEqual(got, want) || got.Fetched < 60 {
		t.Errorf("the union is %+v, one crawl %+v", got, want)
	}
	if _, errs := begin(exitFailed, "none", "--frontier", "grpc://127.0.0.1:1"); !strings.Contains(errs, "127.0.0.1:1") || strings.Contains(errs, passwordVariable) {
		t.Errorf("a server that is not there: %s", errs)
	}
	web := strings.TrimSuffix(strings.TrimPrefix(seed, "http://"), "/")
	if _, errs := begin(exitFailed, "none", "--frontier", "grpc://"+web); !strings.Contains(errs, "does not answer as URLFrontier does") {
		t.Errorf("a server of HTTP/1: %s", errs)
	}
}
