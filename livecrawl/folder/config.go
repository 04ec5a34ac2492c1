package folder

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"weft/crawl/journal"
	"weft/crawl/scope"
	"weft/crawl/strategy"
	"weft/internal/atomicfile"
	"weft/internal/choice"
)

// Where pages come from.
const (
	Live    = "live"    // the Web
	Archive = "archive" // what was fetched before
	Graph   = "graph"   // the lists of a graph
)

// Format is the format of a crawl's folder.
//
//	1  no facts of responses in the notes of the log, no log/times
//	2  facts and times
//	3  pages that were handed out, in the log of a crawl that shares its frontier
//
// Formats from oldest on can be read and continued. A run that continues a crawl writes the format of today: Shared if the
// crawl shares its frontier, else Format.
const (
	Format = 2
	Shared = 3
	oldest = 1
)

// FormatOf returns the format in which a run writes the folder of a crawl.
func FormatOf(c *Config) int {
	if c.Frontier != "" {
		return Shared
	}
	return Format
}

// A Config holds everything, besides the Web, that decides the order and the content of a crawl. It is at the head
// of the log and does not change, except the fields that Resume may change.
type Config struct {
	Web    string   `json:"web"`
	Inputs []string `json:"inputs,omitempty"` // of an archive or a graph
	Seeds  []string `json:"seeds"`

	Strategy   string `json:"strategy"`         // one of strategy.All, with its number if it takes one
	Scores     string `json:"scores,omitempty"` // file of "URL score" lines
	Strict     bool   `json:"strict"`           // replies are learnt in the order of the picks
	Window     int    `json:"window"`           // picks under way at most
	RandomSeed uint64 `json:"random_seed"`

	Flow Flow `json:"flow,omitzero"` // of the strategies by flow

	// Frontier is the address of a frontier that the crawl shares with others, without a password. Crawler is the name of
	// the crawl there.
	Frontier string `json:"frontier,omitempty"`
	Crawler  string `json:"crawler,omitempty"`

	Scope Scope `json:"scope"`

	Robots   string `json:"robots"`             // obey, google (with the rules that only Google has), ignore
	Nofollow bool   `json:"nofollow"`           // links that ask not to be followed are not
	Sitemaps bool   `json:"sitemaps,omitempty"` // read the sitemaps that robots.txt names
	// Requisites is how many images, style sheets and the like are fetched of each page at most, from any host; 0 for none.
	Requisites int  `json:"requisites,omitempty"`
	Traps      bool `json:"traps"`             // trap rules leave URLs out
	Repeats    int  `json:"repeats,omitempty"` // pages of a site that may repeat others, before trap rules hold back what is like them; 0 for 2,000
	// Release are patterns of URLs that no trap rule holds back, see [scope.Wildcard].
	Release []string `json:"release,omitempty"`
	Soft404 bool     `json:"soft_404,omitempty"` // pages that only pretend to exist are found
	Note    string   `json:"note,omitempty"`     // what the caller wants to know again
	Since   string   `json:"since,omitempty"`    // folder of an earlier crawl: what did not change is not kept again
}

// DemoNote is the note of the crawl of a demo, whose made Web is served only during the demo.
const DemoNote = "weft demo"

// Scope says which URLs belong to a crawl; see package scope.
type Scope struct {
	Area      string   `json:"area"`                 // host, domain, prefix, listed, anywhere
	Lists     []string `json:"surt,omitempty"`       // files of SURT prefixes
	Texts     []string `json:"surt_text,omitempty"`  // what stood in them when the crawl was begun
	Include   []string `json:"include,omitempty"`    // regular expressions
	Exclude   []string `json:"exclude,omitempty"`    //
	Depth     int      `json:"depth"`                // links from a seed at most; -1 for any
	Outside   int      `json:"outside,omitempty"`    // links beyond the area
	Embeds    int      `json:"embeds,omitempty"`     // frames and redirects beyond it
	HostPages int      `json:"host_pages,omitempty"` // of a host at most; 0 for any
	HostBytes uint64   `json:"host_bytes,omitempty"` // received of a host, after which no page is requested; 0 for any
	Types     []string `json:"types,omitempty"`      // media types that are kept, such as text/html or image/*; none for all
}

// Check fills in defaults and refuses what makes no sense.
func (c *Config) Check() error {
	if c.Web == "" {
		c.Web = Live
	}
	if err := c.checkFrontier(); err != nil {
		return err
	}
	order, err := OrderOf(c.Strategy, c.Scores)
	if err != nil {
		return err
	}
	if IsOnly(c.Strategy) {
		return fmt.Errorf("strategy %q: it holds for a run, not for a crawl", c.Strategy)
	}
	if err := c.checkFlow(); err != nil {
		return err
	}
	if c.Robots == "" {
		c.Robots = RobotsRules[0]
	}
	if !slices.Contains(RobotsRules, c.Robots) {
		return fmt.Errorf("robots %q: want %s", c.Robots, choice.Of(c.Robots, RobotsRules))
	}
	if c.Repeats < 0 {
		return fmt.Errorf("%d repeating pages of a site: want 0 or more", c.Repeats)
	}
	if c.Scope.Depth < -1 || c.Scope.HostPages < 0 {
		return fmt.Errorf("depth %d, %d pages of a host: want -1 or more, and 0 or more", c.Scope.Depth, c.Scope.HostPages)
	}
	if c.Requisites < 0 {
		return fmt.Errorf("%d requisites of a page: want 0 or more", c.Requisites)
	}
	if c.Window < 0 {
		return fmt.Errorf("window %d: want 1 or more", c.Window)
	}
	if c.Window == 0 {
		c.Window = c.defaultWindow(order.Wide)
	}
	if err := c.checkSeeds(); err != nil {
		return err
	}
	return c.checkPatterns()
}

// checkPatterns refuses media types, patterns and expressions that cannot be read.
func (c *Config) checkPatterns() error {
	for _, t := range c.Scope.Types {
		if _, err := path.Match(t, ""); err != nil || !strings.Contains(t, "/") {
			return fmt.Errorf("media type %q: want one such as text/html or image/*", t)
		}
	}
	if _, err := scope.ParseWildcards(c.Release); err != nil {
		return fmt.Errorf("release: %w", err)
	}
	_, err := c.NewScope()
	return err
}

// checkFrontier fills in the default strategy, and refuses what a crawl with a shared frontier cannot do.
func (c *Config) checkFrontier() error {
	switch {
	case c.Frontier == "" && IsHanded(c.Strategy):
		return fmt.Errorf("strategy %q: it holds for crawls that share their frontier", c.Strategy)
	case c.Frontier == "":
		c.Strategy = cmp.Or(c.Strategy, "bfs")
		return nil
	case c.Strategy != "" && !IsHanded(c.Strategy):
		return fmt.Errorf("strategy %q: a crawl that shares its frontier takes pages in the order in which the frontier hands them out", c.Strategy)
	case c.Strict:
		return errors.New("a crawl that shares its frontier cannot be strict: what it fetches depends on the other crawlers")
	case c.Web != Live:
		return errors.New("only a crawl of the live Web can share its frontier")
	}
	c.Strategy = strategy.HandedName
	return nil
}

// defaultWindow is large where the order does not suffer: picks wait for their hosts, and the more wait, the more hosts
// are busy.
func (c *Config) defaultWindow(wide bool) int {
	switch {
	case c.Strict:
		return 64
	case wide:
		return 50_000
	}
	return 200
}

// checkSeeds makes the seeds canonical.
func (c *Config) checkSeeds() error {
	if len(c.Seeds) == 0 && c.Web == Live {
		return errors.New("no seed: name at least one URL to start from")
	}
	for i, raw := range c.Seeds {
		if c.Web == Graph {
			continue
		}
		url, _, err := SeedURL(raw)
		if err != nil {
			return fmt.Errorf("seed %d: %w", i+1, err)
		}
		c.Seeds[i] = url
	}
	return nil
}

// NewScope makes the scope of the crawl.
func (c *Config) NewScope() (*scope.Scope, error) {
	area, err := c.Scope.area()
	if err != nil {
		return nil, err
	}
	if c.Web != Live && len(c.Seeds) == 0 {
		area = scope.Anywhere
	}
	o := scope.Options{Seeds: c.Seeds, Area: area, Include: c.Scope.Include, Exclude: c.Scope.Exclude, Outside: c.Scope.Outside, Embeds: c.Scope.Embeds}
	if c.Web == Graph {
		o.Seeds = nil
	}
	if c.Scope.Depth >= 0 {
		o.Hops = scope.AtMost(c.Scope.Depth)
	}
	for i, name := range c.Scope.Lists {
		text, err := c.listText(i)
		if err != nil {
			return nil, err
		}
		list, err := scope.ReadList(strings.NewReader(text), name)
		if err != nil {
			return nil, err
		}
		o.Lists = append(o.Lists, list)
	}
	return scope.New(o)
}

// Belonging returns a short checksum of each setting that decides which pages belong to the crawl, by its name.
func (c *Config) Belonging() map[string]string {
	s := &c.Scope
	settings := map[string]any{
		"scope": s.Area, "include": s.Include, "exclude": s.Exclude, "depth": s.Depth, "outside": s.Outside, "embeds": s.Embeds,
		"types": s.Types, "robots": c.Robots, "nofollow": c.Nofollow, "surt": s.Texts,
	}
	if area, err := s.area(); err == nil && area != scope.Anywhere && area != scope.Listed {
		seeds := slices.Clone(c.Seeds)
		slices.Sort(seeds)
		settings["seeds"] = slices.Compact(seeds)
	}
	sums := map[string]string{}
	for name, value := range settings {
		text := fmt.Append(nil, value)
		if list, ok := value.([]string); ok {
			text = fmt.Appendf(nil, "%q", list) // the same for nil and an empty list
		}
		sum := sha256.Sum256(text)
		sums[name] = hex.EncodeToString(sum[:8])
	}
	return sums
}

// listText returns what a list of SURT prefixes says.
func (c *Config) listText(i int) (string, error) {
	if i < len(c.Scope.Texts) {
		return c.Scope.Texts[i], nil
	}
	data, err := os.ReadFile(c.Scope.Lists[i])
	return string(data), err
}

// Embed makes the configuration independent of files that may change or move before the crawl resumes. Lists
// become part of it unless they are, scores are copied into the folder, inputs get absolute paths.
func (c *Config) Embed(dir string) error {
	if err := c.EmbedLists(); err != nil {
		return err
	}
	for i, in := range c.Inputs {
		whole, err := filepath.Abs(in)
		if err != nil {
			return err
		}
		c.Inputs[i] = whole
	}
	var err error
	c.Scores, err = KeepScores(dir, c.Scores)
	return err
}

// EmbedLists makes the lists of the scope part of the configuration that are not yet.
func (c *Config) EmbedLists() error {
	for i := len(c.Scope.Texts); i < len(c.Scope.Lists); i++ {
		text, err := c.listText(i)
		if err != nil {
			return err
		}
		c.Scope.Texts = append(c.Scope.Texts, text)
	}
	return nil
}

// KeepScores copies a file of scores into the folder of a crawl, and returns its name there; "" for none.
func KeepScores(dir, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	in, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer in.Close() //nolint:errcheck // only read
	kept := ScoresPrefix + filepath.Base(name)
	return kept, atomicfile.Write(filepath.Join(dir, kept), func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}

// KeepOnly writes the URLs of a run that requests only them into the folder of a crawl, and returns the name of the file
// there. The run begins at a pick: an earlier run that began there made no pick, and its file is replaced.
func KeepOnly(dir string, urls []string, pick uint64) (string, error) {
	kept := fmt.Sprintf("%sonly-%d", ScoresPrefix, pick)
	return kept, atomicfile.Write(filepath.Join(dir, kept), func(w io.Writer) error {
		out := bufio.NewWriter(w)
		for _, url := range urls {
			fmt.Fprintf(out, "%s\t1\n", url) //nolint:errcheck // kept until Flush
		}
		return out.Flush()
	})
}

// NeedsPlaces says whether the scope depends on how a page was reached.
func (c *Config) NeedsPlaces() bool {
	return c.Scope.Depth >= 0 || c.Scope.Outside > 0 || c.Scope.Embeds > 0
}

// Is reports whether a folder holds a crawl.
func Is(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, CrawlFile))
	return err == nil && info.Mode().IsRegular()
}

// ReadConfig returns what the crawl in a folder was begun with.
func ReadConfig(dir string) (*Config, error) {
	if _, err := Read(dir); err != nil {
		return nil, err
	}
	header, err := journal.Header(filepath.Join(dir, LogDir))
	if err != nil {
		return nil, err
	}
	var c Config
	if err := json.Unmarshal(header, &c); err != nil {
		return nil, fmt.Errorf("%s: the header of the log makes no sense: %w", dir, err)
	}
	return &c, nil
}
