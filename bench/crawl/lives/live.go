//go:build linux

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A tally counts the outcomes of the pages of a site.
type tally struct {
	name                                                         string
	reachable, asked, fetched, waiting, refused, cut, lost, kept int
	requests, useless, kills                                     int
	seconds, cpu                                                 float64
	verify                                                       string
}

const header = "site\treachable\tasked\tfetched\twaiting\trefused\tcut\tlost\tserved twice\trequests\twithout end\tkills\tseconds\tCPU s\tverify"

func (t *tally) row() string {
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.0f\t%.1f\t%s", t.name, t.reachable, t.asked, t.fetched, t.waiting, t.refused, t.cut, t.lost, t.kept,
		t.requests, t.useless, t.kills, t.seconds, t.cpu, t.verify)
}

func (t *tally) good() bool { return t.lost == 0 && t.useless <= 200 && t.verify == "whole" }

// up lets host i listen.
func (s *site) up(i int) {
	h := s.hosts[i]
	if err := h.up(slices.Contains(s.tls, h.name)); err != nil {
		panic(err) // a port of ours
	}
}

// live serves a site, crawls it to its end, and counts.
func (b *bench) live(s *site, number int) (*tally, error) {
	s.bench = b
	for i, name := range s.names {
		ip := net.IPv4(127, 9, byte(number+1), byte(i+1)) //nolint:gosec // a few
		if s.name == "limit" {
			ip = net.IPv4(127, 9, byte(number+1), 1) //nolint:gosec // a few
			if i > 0 {
				b.dns.set(name, ip, 0)
				continue // served by the first
			}
		}
		s.hosts = append(s.hosts, &host{name: name, ip: ip, serve: s.ServeHTTP})
		b.dns.set(name, ip, 0)
		s.up(len(s.hosts) - 1)
	}
	t := &tally{name: s.name}
	dir := filepath.Join(b.work, s.name)
	begin := time.Now()
	err := b.crawl(s, dir, t)
	t.seconds = time.Since(begin).Seconds()
	return t, errors.Join(err, s.count(dir, t, s.reachable()))
}

// crawl runs the program, kills it as often as the site wants, and lets it come to its end.
func (b *bench) crawl(s *site, dir string, t *tally) error {
	for range s.kills {
		cmd := b.command(s, dir)
		if err := cmd.Start(); err != nil {
			return err
		}
		timer := time.AfterFunc(1500*time.Millisecond+s.upTo(3*time.Second), func() { cmd.Process.Kill() }) //nolint:errcheck // it may have ended
		cmd.Wait()                                                                                          //nolint:errcheck // it was killed
		if !timer.Stop() {
			t.kills++
		}
		t.cpu += cpu(cmd)
	}
	if s.again != nil {
		if err := b.toTheEnd(s, dir, t); err != nil {
			return err
		}
		first := &tally{name: s.name + ", first run", kills: t.kills, cpu: t.cpu, verify: t.verify}
		if err := s.count(dir, first, s.known()); err != nil {
			return err
		}
		fmt.Println(first.row())
		t.lost += first.lost
		s.again(s)
	}
	return b.toTheEnd(s, dir, t)
}

// toTheEnd runs the program until it ends, and then lets it verify the crawl.
func (b *bench) toTheEnd(s *site, dir string, t *tally) error {
	cmd := b.command(s, dir)
	err := cmd.Run()
	t.cpu += cpu(cmd)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil // it waits for pages
	}
	if err != nil {
		return fmt.Errorf("%w: %s", err, cmd.Stderr)
	}
	t.verify = "whole"
	if out, err := exec.Command(b.weft, "verify", "--quiet", dir).CombinedOutput(); err != nil { //nolint:gosec // the program under test
		t.verify = strings.ReplaceAll(string(out), "\n", " ")
	}
	return nil
}

// upTo draws a duration.
func (s *site) upTo(most time.Duration) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Duration(s.rand.Int64N(int64(most)))
}

func cpu(cmd *exec.Cmd) float64 {
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
}

// command begins or resumes a crawl. Names are resolved by the bench.
func (b *bench) command(s *site, dir string) *exec.Cmd {
	args := []string{"crawl", "--resume", dir}
	if _, err := os.Stat(filepath.Join(dir, "crawl.json")); err != nil {
		args = append([]string{"crawl", "http://" + s.names[0] + "/", "-o", dir}, s.args...)
	}
	args = append(args, "--contact", "bench@good.test", "--delay", "0.02", "--patience", s.patience, "--allow-private", "--quiet")
	script := `mount --bind "$0" /etc/resolv.conf && exec "$@"`
	cmd := exec.Command("sh", append([]string{"-c", script, filepath.Join(b.work, "resolv.conf"), b.weft}, args...)...) //nolint:gosec // the program under test
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	cmd.Env = append(os.Environ(), "http_proxy=", "https_proxy=", "GODEBUG=netdns=go")
	cmd.Stderr = new(bytes.Buffer)
	return cmd
}

// count compares the available pages with the results of the crawl.
func (s *site) count(dir string, t *tally, want []string) error {
	status, err := logged(filepath.Join(dir, "log", "crawl.log"))
	if err != nil {
		return err
	}
	waiting, cut := column(filepath.Join(dir, "waiting.tsv"), 0), column(filepath.Join(dir, "cut.tsv"), 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	t.reachable, t.asked, t.requests, t.useless, t.waiting, t.cut = len(want), len(s.asked), s.requests, s.useless, len(waiting), len(cut)
	for url, last := range status { // pages that are not counted elsewhere: names, TLS, robots.txt
		if last < 0 && !waiting[url] && !cut[url] {
			t.refused++
		}
	}
	for _, url := range append(want, s.dead...) {
		last, told := status[url]
		switch {
		case told && last == 200 && s.whole[url] > 0:
			t.fetched++
		case !waiting[url] && !cut[url] && (!told || last == 200):
			t.lost++
			fmt.Printf("%s: %s was lost: status %d in crawl.log, %d whole answers\n", s.name, url, last, s.whole[url])
		case !slices.Contains(s.dead, url) && !waiting[url]:
			fmt.Printf("%s: %s was not fetched: status %d, waiting %v, cut %v\n", s.name, url, last, waiting[url], cut[url])
		}
		if s.whole[url] > 1 {
			t.kept++
		}
	}
	return nil
}

// logged returns the last status of each URL in a crawl.log.
func logged(path string) (map[string]int, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	status := map[string]int{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if f := strings.Fields(lines.Text()); len(f) > 3 {
			if status[f[3]], err = strconv.Atoi(f[1]); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	return status, lines.Err()
}

// column returns the values of a column of a table; it is empty without the file.
func column(path string, i int) map[string]bool {
	data, _ := os.ReadFile(path) // see above
	values := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); i < len(f) {
			values[f[i]] = true
		}
	}
	return values
}
