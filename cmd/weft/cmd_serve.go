package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/faces/serve"
	"weft/internal/digits"
	"weft/livecrawl/watch"
)

func (a *app) serveCmd() *cobra.Command {
	address, token := "127.0.0.1:8080", ""
	var o serve.Options
	c := &cobra.Command{
		Use:   "serve [CRAWL…] [--crawls DIR]",
		Short: "Show crawls in a browser",
		Long: `Serve crawls to a browser on this machine. A crawl has screens for its figures, its pages, its missing pages and its report.
Each page has a screen with its links and ranks. Every question, such as weft rank, has a form, and runs as a job of its own
process. With --crawls, crawls are started, paused, continued and stopped in the browser. The server and its jobs share --memory. The server ends with Ctrl-C, and its jobs with it.

The server builds an index of the words of each crawl in the background, and keeps it in the crawl; see weft pages. --read-only
turns this off.

Of a live crawl the newest snapshot is shown; the crawl may run. When a crawl gets a new snapshot or a new result, the next
page shows it.

The pages load nothing from other machines, and work without scripts. By default only this machine can connect, and all its
users can. With another address for --listen, weft prints a link that logs in. The connection is not encrypted: use a proxy with
TLS on networks that you do not trust.`,
		Example: made["crawl"] + "  weft serve crawl",
		Args: func(cmd *cobra.Command, args []string) error {
			if o.NewCrawls != "" {
				return nil
			}
			return atLeast(1, "a crawl, or several")(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if a.json {
				return usagef("--json does not apply to weft serve, which prints its address: leave it out")
			}
			o.Crawls = args
			return a.serve(address, token, o)
		},
	}
	c.Flags().StringVar(&address, "listen", address, "listen on `ADDRESS`: HOST:PORT, or a port of 127.0.0.1; port 0 takes a free port")
	c.Flags().StringVar(&o.Jobs, "jobs", "", "keep jobs and their results in `DIR`; several servers may share it (default weft/jobs in the folder of caches of the user)")
	c.Flags().StringVar(&o.NewCrawls, "crawls", "", "serve all crawls in the folder `DIR`, and start new ones there")
	c.Flags().BoolVar(&o.AllowPrivate, "allow-private", false, "offer allow-private for crawls started in the browser; without it they reach no private addresses")
	c.Flags().StringVar(&o.Replay, "replay-at", "", "link each page to its replay at `PREFIX`, an address that the URL of the page follows, such as http://localhost:8090/crawl/")
	c.Flags().BoolVar(&o.ReadOnly, "read-only", false, "refuse all forms: start and change nothing")
	c.Flags().BoolVar(&o.Frames, "frames", false, "let pages of other servers on this machine, such as notebooks, show the pages in a frame")
	c.Flags().StringVar(&token, "token", "", "accept jobs from programs that send the secret in `FILE`. The programs use the JSON interface; weft makes the file if it is missing")
	c.Flags().BoolVar(&o.Login, "login", false, "print a link that logs in, also for this machine: other users of the machine cannot read the crawls")
	c.Flags().StringVar(&o.Name, "name", "", "answer to `HOST`, the public name of a proxy with TLS before this server; requires the login link")
	return c
}

// crawlFlagSet returns the flags of weft crawl with their defaults.
func crawlFlagSet() *pflag.FlagSet { return (&app{}).crawlCmd().Flags() }

// defaultJobs is where jobs are kept without the flag; empty if the user has no folder of caches.
func defaultJobs() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "weft", "jobs")
}

// mostToken is the size of the longest file of a token that is read, in bytes.
const mostToken = 4096

// programToken reads the token of programs. It makes a file that is missing, which only its owner can read.
func programToken(path string) (string, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = io.WriteString(f, rand.Text()+"\n")
		err = errors.Join(err, f.Close())
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("--token: %w", err)
	}
	in, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("--token: %w", err)
	}
	defer in.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(in, mostToken))
	if err != nil {
		return "", fmt.Errorf("--token: %w", err)
	}
	token := strings.TrimSpace(string(text))
	if len(strings.Fields(token)) != 1 || len(text) == mostToken {
		return "", usagef("--token %s: expected a file with one word, the secret of programs: remove the file, and weft makes it", path)
	}
	return token, nil
}

// checkServe completes and checks options of the server before it listens.
func checkServe(o *serve.Options) error {
	if o.Jobs == "" {
		o.Jobs = defaultJobs()
	}
	if u, err := url.Parse(o.Replay); o.Replay != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		return usagef("--replay-at %s: expected an address such as http://localhost:8090/crawl/", o.Replay)
	}
	if u, err := url.Parse("https://" + o.Name); o.Name != "" && (err != nil || u.Host != o.Name || !watch.Names(o.Name, u.Hostname())) {
		return usagef("--name %s: expected a host such as weft.example.org", o.Name)
	}
	return checkFolder("--crawls", o.NewCrawls)
}

// serve serves crawls until it is interrupted, which is no failure.
func (a *app) serve(address, token string, o serve.Options) error {
	if !o.ReadOnly || a.fresh { // a live crawl without a snapshot gets one
		for _, path := range o.Crawls {
			if _, err := a.graphOf(path); err != nil {
				return err
			}
		}
	}
	if err := checkServe(&o); err != nil {
		return err
	}
	l, err := watch.ListenMost(address, watch.ServerConns())
	if errors.Is(err, watch.ErrAddress) {
		return usagef("--listen %w", err)
	}
	if err != nil {
		return err
	}
	defer l.Close() //nolint:errcheck // Serve has closed it
	switch {
	case token != "":
		if o.Token, err = programToken(token); err != nil {
			return err
		}
	case l.Open() || o.Login || o.Name != "":
		o.Token = rand.Text()
	}
	if program, err := os.Executable(); err == nil {
		o.Program = []string{program}
	}
	o.CrawlFlags, o.Headings = crawlFlagSet, headingsOf
	o.Memory, o.Workers, o.Flag, o.Version = a.budget, a.workers, flagOf, version
	o.Log = func(text string) { a.warn("%s", text) }
	s, err := serve.New(l, o)
	if err != nil {
		return err
	}
	defer s.Close()
	made := o.Token
	if token != "" {
		made = "" // of a file
	}
	if err := a.printServer(s, made); err != nil {
		return err
	}
	return s.Serve(a.ctx)
}

// printServer prints the addresses of a server, and its new token. Without a new token, token is empty.
func (a *app) printServer(s *serve.Server, token string) error {
	return a.print(nil, func(w io.Writer) {
		row(w, "serving", "%s", digits.Plural(s.NumCrawls(), "crawl"))
		row(w, "open", "%s", s.URL())
		for _, at := range s.OtherURLs() {
			row(w, "elsewhere", "%s", at)
		}
		if token != "" {
			row(w, "token", "%s", token)
		}
	})
}
