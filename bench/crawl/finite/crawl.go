package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"weft/testweb/finite"
	"weft/testweb/finite/serve"
)

// A result is the result of the crawl of one kind.
type result struct {
	Kind           string   `json:"kind"`
	Kept           bool     `json:"kept"`
	Endless        bool     `json:"endless"`
	Unbounded      bool     `json:"unbounded"`
	Noise          string   `json:"noise"`
	Pages          int      `json:"pages"`           // of the site
	Fetched        int      `json:"fetched"`         // of these, each counted once
	MissingPercent float64  `json:"missing_percent"` // of the pages
	Lost           int      `json:"lost_texts"`      // texts of missing pages that no fetched page has
	Missing        []string `json:"missing,omitempty"`
	Requests       int      `json:"requests"` // all that the server got
	Repeated       int      `json:"repeated"` // for a target that had been requested
	Ended          bool     `json:"ended"`    // before the limit of pages
	Exit           int      `json:"exit"`
	LastLine       string   `json:"last_line"`
	CPU            float64  `json:"cpu_seconds"`
	Error          string   `json:"error,omitempty"`
}

// longest is the time after which a crawl is stopped.
const longest = 10 * time.Minute

// crawl serves a kind on a port of its own and runs weft on it.
func crawl(o options, k finite.Kind) (r result) {
	r = result{Kind: k.Name, Kept: k.Kept, Endless: k.Endless, Unbounded: k.Unbounded, Noise: k.Noise.String()}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		r.Error = err.Error()
		return r
	}
	handler := serve.New(k)
	server := http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
	go server.Serve(listener) //nolint:errcheck // ends with ErrServerClosed; the client sees any other end
	defer server.Close()      //nolint:errcheck // nothing is lost
	dir := filepath.Join(o.out, strings.ReplaceAll(k.Name, "+", "-"))
	if err := os.RemoveAll(dir); err != nil {
		r.Error = err.Error()
		return r
	}
	r.run(o, "http://"+listener.Addr().String(), dir)
	c := handler.Count()
	r.Pages, r.Fetched, r.Requests, r.Repeated = c.Site, c.Fetched, c.Requests, c.Repeated
	r.Lost = len(c.Lost)
	r.MissingPercent = 100 * float64(len(c.Missing)) / float64(max(1, c.Site))
	r.Missing = c.Missing[:min(o.missing, len(c.Missing))]
	return r
}

// run runs weft and notes how it ended.
func (r *result) run(o options, url, dir string) {
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	args := []string{"crawl", url + "/", "-o", dir, "--delay", "0", "--allow-private", "--json"}
	if r.Endless {
		args = append(args, "--pages", strconv.Itoa(o.pages))
	}
	cmd := exec.CommandContext(ctx, o.weft, append(args, strings.Fields(o.extra)...)...) //nolint:gosec // the binary is named by the user
	var out, told bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &told
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		r.Error = err.Error()
		return
	}
	if ctx.Err() != nil {
		r.Error = "the crawl took more than " + longest.String()
	}
	r.Exit = cmd.ProcessState.ExitCode()
	r.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	r.read(out.Bytes(), told.String())
	for name, text := range map[string][]byte{dir + ".json": out.Bytes(), dir + ".err": told.Bytes()} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			r.Error = err.Error()
		}
	}
}

// read parses weft's output for the reason why the crawl ended, and for its cuts.
func (r *result) read(out []byte, told string) {
	var said struct {
		Why   string         `json:"why"`
		Done  bool           `json:"done"`
		Rules map[string]int `json:"rules"`
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(out, &said); err != nil {
		r.Error = "the JSON of weft: " + err.Error()
		return
	}
	r.Ended = said.Done
	r.LastLine = said.Why
	for _, rule := range slices.Sorted(maps.Keys(said.Rules)) {
		r.LastLine += fmt.Sprintf("; %d URLs by %q", said.Rules[rule], rule)
	}
	if said.Error.Message != "" {
		r.LastLine = said.Error.Message
	}
	if told = strings.TrimSpace(told); told != "" {
		r.LastLine += "; " + told[strings.LastIndexByte(told, '\n')+1:]
	}
}
