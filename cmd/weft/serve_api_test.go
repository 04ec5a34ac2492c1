package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/faces/serve"
)

// call sends a request of a program, and returns the status and the body of the response.
func (c *client) call(method, path, token, body string) (status int, text string) {
	c.t.Helper()
	r, err := http.NewRequest(method, c.base+"/api/v1/crawls/crawl/"+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	got, err := http.DefaultClient.Do(r) // no cookies
	return c.read(got, err)
}

// TestServeAPIJobs starts, reads and cancels jobs as a program. The result equals the result in a terminal. Without the token,
// and with wrong values, nothing is started.
func TestServeAPIJobs(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "crawl", "--pages", "500")
	const token = "a-token-of-more-than-20-bytes"
	c := serveJobs(t, serve.Options{Crawls: []string{"crawl"}, Token: token})
	for name, x := range map[string]struct {
		token, body string
		status      int
		want        string
	}{
		"no token":           {"", `{"question":"rank pagerank"}`, 401, "token"},
		"a wrong token":      {token + "x", `{"question":"rank pagerank"}`, 401, "token"},
		"no JSON":            {token, `question=rank`, 400, "JSON"},
		"two values":         {token, `{"question":"rank pagerank"}{}`, 400, "one object"},
		"an unknown key":     {token, `{"question":"rank pagerank","crawl":"/etc"}`, 400, "crawl"},
		"an unknown command": {token, `{"question":"import"}`, 422, "import"},
		"a file of the disk": {token, `{"question":"rank pagerank","options":{"output":["/tmp/x"]}}`, 422, "output"},
		"no number":          {token, `{"question":"rank pagerank","options":{"top":["--output"]}}`, 422, "top --output"},
		"too much memory":    {token, `{"question":"rank pagerank","memory":"1TiB"}`, 422, "memory 1TiB"},
		"a crawl elsewhere":  {token, `{"question":"compare","other":"/etc"}`, 422, "second crawl"},
	} {
		if status, text := c.call("POST", "jobs", x.token, x.body); status != x.status || !strings.Contains(text, x.want) || !json.Valid([]byte(text)) {
			t.Errorf("%s: status %d, want %d and %q: %s", name, status, x.status, x.want, text)
		}
	}
	if _, text := c.call("GET", "jobs", "", ""); !strings.Contains(text, `{"jobs":[]}`) {
		t.Errorf("jobs were started: %s", text)
	}
	status, text := c.call("POST", "jobs", token, `{"question":"rank pagerank","options":{"top":["7"],"alpha":["0.5"]},"memory":"256MiB"}`)
	var job struct{ ID, Status, Location string }
	if err := json.Unmarshal([]byte(text), &job); status != http.StatusCreated || err != nil || job.Location != "/api/v1/crawls/crawl/jobs/"+job.ID {
		t.Fatalf("status %d, %v: %s", status, err, text)
	}
	for deadline := time.Now().Add(time.Minute); job.Status != "done"; time.Sleep(20 * time.Millisecond) {
		_, text = c.call("GET", "jobs/"+job.ID, "", "")
		if json.Unmarshal([]byte(text), &job) != nil || time.Now().After(deadline) || job.Status == "failed" {
			t.Fatalf("the job: %s", text)
		}
	}
	status, got := c.call("GET", "jobs/"+job.ID+"/result", "", "")
	var want, errs bytes.Buffer
	if run([]string{"rank", "pagerank", "crawl", "--alpha=0.5", "--top=7", "--json"}, strings.NewReader(""), &want, &errs) != exitDone {
		t.Fatal(errs.String())
	}
	if status != http.StatusOK || !equalResults(t, got, want.String()) {
		t.Errorf("status %d: the result is\n%s\nand in a terminal\n%s", status, got, want.String())
	}
	_, text = c.call("POST", "jobs", token, `{"question":"chance","options":{"draws":["100000"]},"memory":"128MiB"}`)
	if err := json.Unmarshal([]byte(text), &job); err != nil {
		t.Fatal(text)
	}
	if status, text := c.call("GET", "jobs/"+job.ID+"/result", "", ""); status != http.StatusConflict {
		t.Errorf("a job that runs: status %d, %s", status, text)
	}
	if status, _ := c.call("POST", "jobs/"+job.ID+"/cancel", "", ""); status != http.StatusUnauthorized {
		t.Errorf("cancelled without a token: status %d", status)
	}
	if status, text := c.call("POST", "jobs/"+job.ID+"/cancel", token, ""); status != http.StatusOK {
		t.Errorf("cancel: status %d, %s", status, text)
	}
	c.until("/c/crawl/jobs/"+job.ID, isState("cancelled"))
}

// equalResults compares results without the cost of their computation.
func equalResults(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y map[string]any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	ta, _ := json.Marshal(x["top"])
	tb, _ := json.Marshal(y["top"])
	return len(ta) > len("null") && string(ta) == string(tb)
}

// TestServeToken makes the file of a token that is missing, and refuses files that hold none.
func TestServeToken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	first, err := programToken(path)
	info, _ := os.Stat(path)
	if again, err2 := programToken(path); err != nil || err2 != nil || again != first || len(first) < 20 || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, then %q, mode %v: %v, %v", first, again, info.Mode(), err, err2)
	}
	for name, text := range map[string]string{"empty": "", "two words": "a b", "long": strings.Repeat("x", 10_000)} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if token, err := programToken(path); err == nil {
			t.Errorf("%s: the token is %q", name, token)
		}
	}
	if _, err := programToken(filepath.Join(path, "none")); err == nil {
		t.Error("a file within a file is a token")
	}
}
