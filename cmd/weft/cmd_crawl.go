package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/answers/missing"
	"weft/crawl/estimate"
	"weft/crawl/shared"
	"weft/crawl/shared/open"
	"weft/crawl/strategy"
	"weft/crawl/trap"
	"weft/internal/digits"
	"weft/internal/ending"
	"weft/internal/mem"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/livecrawl/watch"
	"weft/making/ingest"
)

const crawlHelp = `Crawl the Web from seed URLs, politely, into a folder. A later run resumes the crawl, even after Ctrl-C, kill -9 or damage.

DIR/warc holds WARC 1.1 files with CDXJ indexes. DIR/log holds every decision and every response, and a crawl.log in the format of Heritrix. DIR/snapshot holds the graph. Commands such as weft info and weft report read DIR, also while the crawl runs.

Strategies choose the next page:
  bfs         the page that was found first
  dfs         the page that was found last
  indegree    the page with the most known links to it
  opic        the page with the highest on-line PageRank
  random      any page, by --random-seed
  hosts       one page of each host in turn
  score:FILE  the page with the highest score in FILE, with lines of "URL score"
  flow        the logical website of the seeds: next comes the page with the most overflow of a flow from the seeds, until the cut is certified. DIR/site.txt holds the site. flow-lowered is the flow of the paper
With --order strict the log depends only on the Web and the options. It does not depend on workers, timing or kills.

Scopes define which pages belong to the crawl: host (of the seeds), domain, prefix (of their paths), anywhere, surt:FILE (a list of SURT prefixes), regex:RE. --exclude and --include are further regular expressions.

Politeness: weft obeys robots.txt, crawl-delay and Retry-After. It requests one page at a time from each host and each address, and waits --delay between two. It slows down for hosts that fail. The User-Agent names the --contact, so that site owners can contact you.

Damage: weft never cuts off what was written. --resume refuses a damaged crawl and names the file. --recover repairs the crawl so that it can be resumed, and keeps the damaged files.

Memory: the crawl stays within --memory. With little memory it is slower and keeps less of large pages. It stops when the known pages fill the memory; resume it with more memory. --plan shows how the memory is divided.

Outages: pages of a host that does not respond wait, and are requested again during --patience. A crawl that ends without them reports it, with exit status 3. --resume requests them again, and also pages that were received in part. "weft missing DIR" lists all missing pages, the reasons, and how to fetch them.

` + sharedHelp + `

Listed pages: --resume DIR --only FILE requests the pages in FILE that the crawl knows, and the targets of their redirects. All other pages stay as they are, embedded files and sitemaps included. The result lists each page with its fate. Pages with a final response, such as 404, are not requested again. With --order strict the run first fetches the pages that a killed run left under way. Later runs continue the crawl.

Trust: at its end the crawl reports how far its ranking can be trusted, like "weft fidelity"; on a terminal or with --listen also during the crawl. --until hak=0.8 stops at a HAK of 0.8 or more. HAK estimates Kendall's tau between two orders of the pages: by PageRank, and by a walk through the whole Web that restarts at them. The rule requires 1,000 crawled pages, and a gamma (the share of links that stay inside) of 1/2.

` + exitHelp

// crawlFlags are the flags of a crawl.
type crawlFlags struct {
	run    livecrawl.Options
	config folder.Config

	resume, recover, seedFile     string
	only, like                    string
	replay                        []string
	strategy, order, scope, until string
	delay, addressDelay           secondsFlag
	bytes, hostBytes              string
	maxPage, warcSize             string
	headers, cookies              string // files of header fields and cookies for some origins
	contact, agent, nofollow      string
	listen                        string
	noSnapshot, noTraps, noHTTP2  bool
	noRelease                     bool
	drop                          []string // patterns
	noInclude, noExclude          bool     // later runs drop the expressions
	settings                      string   // a file of settings
	frontier                      string   // that is shared with other crawlers
	lease                         time.Duration
	address                       *open.Address // nil if the frontier is not shared
	printSettings                 bool
}

const siteLiveHelp = `Crawl the logical website of given pages, wherever it is served, and request little else. This is "weft crawl --strategy flow" with the same options, and is resumed in the same way. Ten pages of the site find more of it than three, and three more than one. A smaller --epsilon includes more pages; docs/crawling.md says what to expect. DIR/site.txt holds the URLs of the site. "weft site --live URL..." does the same.`

// siteLiveCmd is the command of a name that crawls by flow. weft site is that command, too, if it is given --live.
func (a *app) siteLiveCmd(name string) *cobra.Command {
	c := a.crawlCmdOf(crawlFlags{strategy: strategy.FlowName})
	c.Use, c.Short, c.Long = name+" URL... -o DIR", "Crawl the logical website of given pages", siteLiveHelp+"\n\n"+crawlHelp
	c.Example = "  weft site live https://example.org/a https://example.org/b -o c --contact you@example.org\n  weft site live --resume c"
	return c
}

// crawlCmd is weft crawl.
func (a *app) crawlCmd() *cobra.Command {
	c := a.crawlCmdOf(crawlFlags{strategy: "bfs"})
	c.Use, c.Short, c.Long = "crawl URL... -o DIR", "Crawl the Web politely into WARC files and a graph", crawlHelp
	c.Example = "  weft crawl https://example.org/ -o c --contact you@example.org --pages 100\n" +
		"  weft crawl --resume c\n" +
		"  weft crawl https://example.org/docs/ -o docs --contact you@example.org --scope prefix --depth 3 --pages 50"
	return c
}

// crawlCmdOf is a command that crawls, with the flags of a crawl. Values set in fl are the defaults.
func (a *app) crawlCmdOf(fl crawlFlags) *cobra.Command {
	c := &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error { return a.startCrawl(cmd, &fl, args) }}
	fl.add(c)
	return c
}

// startCrawl begins a crawl, resumes it, or makes a damaged one usable again, as the flags say.
func (a *app) startCrawl(cmd *cobra.Command, fl *crawlFlags, args []string) (err error) {
	args, err = a.applySettings(cmd, fl, args)
	if err != nil {
		return err
	}
	if fl.printSettings {
		return printSettings(a.stdout, cmd, args)
	}
	if fl.recover != "" {
		return a.recoverCrawl(cmd, fl, args)
	}
	address := fl.listen
	if a.plan {
		address = ""
	}
	l, err := a.listenFor(address)
	if err != nil {
		return err
	}
	j, err := a.openJob(cmd, fl, args)
	defer func() { err = errors.Join(err, fl.closeFrontier()) }()
	if err != nil || j == nil {
		return errors.Join(err, l.Close())
	}
	if fl.run.Net.Proxied() && !fl.run.Net.AllowPrivate {
		a.say("requests go through a proxy, which resolves names itself: weft cannot check whether a name leads to a private address")
	}
	return a.crawl(j, l, fl)
}

func (fl *crawlFlags) add(c *cobra.Command) {
	f := c.Flags()
	fl.addWhat(f)
	fl.addScope(f)
	fl.addLimits(f)
	fl.addPoliteness(f)
	fl.addRequests(f)
	fl.addArchive(f)
	fl.addFrontier(f)
	fl.addExpert(f)
}

// addWhat adds what to crawl, and from where.
func (fl *crawlFlags) addWhat(f *pflag.FlagSet) {
	f.StringVarP(&fl.run.Dir, "output", "o", "", "write the new crawl to the folder `DIR`")
	ending.Set(f, "output", ending.Folder)
	f.StringVar(&fl.contact, "contact", "", "send `ADDRESS` in the User-Agent, so that site owners can reach you. ADDRESS is a mail address or a page")
	f.StringVar(&fl.seedFile, "seeds", "", "read seeds from `FILE`, one a line up to a tab, plain or compressed; - for standard input")
	f.StringVar(&fl.strategy, "strategy", fl.strategy, "choose the next page by `STRATEGY`")
	offered.List(f, "strategy", strategy.Forms(strategy.All))
	f.StringVar(&fl.resume, "resume", "", "resume the crawl in `DIR`")
	f.StringVar(&fl.only, "only", "", "with --resume, request only the pages in `FILE`, one URL a line up to a tab")
	f.StringVar(&fl.recover, "recover", "", "repair the damaged crawl in `DIR` so that it can be resumed; damaged files are kept")
	f.StringArrayVar(&fl.replay, "replay", nil, "crawl `FILE`, a WARC, a WACZ, a crawl or a graph, instead of the Web; repeatable")
	f.StringVar(&fl.config.Since, "since", "", "crawl again after the crawl in `DIR`: pages unchanged since then become revisit records")
	f.StringVar(&fl.like, "like", "", "take the settings of the crawl in `DIR`, except seeds and limits; flags given beside it win")
	f.StringVar(&fl.settings, "config", "", "read settings from `FILE` in TOML: the same names as the flags, and urls = [...] for the seeds; flags given beside it win")
	f.BoolVar(&fl.printSettings, "print-config", false, "print the settings as such a file, with all defaults as comments, and stop")
	f.StringVar(&fl.listen, "listen", "", "serve a status page and Prometheus metrics at `ADDRESS`, such as 127.0.0.1:8080; it answers to this name, localhost and the machine's name, with at most 64 connections")
}

// addScope adds what belongs to the crawl.
func (fl *crawlFlags) addScope(f *pflag.FlagSet) {
	f.StringVar(&fl.scope, "scope", "host", "crawl pages in `SCOPE`: host, domain, prefix, anywhere, surt:FILE, regex:RE (default host; with --strategy flow anywhere)")
	offered.Set(f, "scope", folder.Scopes)
	f.StringArrayVar(&fl.config.Scope.Exclude, "exclude", nil, "skip URLs that match the regular expression `RE`, in whole or in part")
	f.StringArrayVar(&fl.config.Scope.Include, "include", nil, "also crawl URLs that match the regular expression `RE`, in whole or in part")
	f.BoolVar(&fl.noExclude, "no-exclude", false, "with --resume, drop all expressions of --exclude")
	f.BoolVar(&fl.noInclude, "no-include", false, "with --resume, drop all expressions of --include")
	f.IntVar(&fl.config.Scope.Depth, "depth", -1, "follow at most `N` links from a seed (default -1: any number)")
	f.IntVar(&fl.config.Scope.Outside, "outside", 0, "also fetch pages outside the scope that up to `N` links in a row lead to (default 0: none)")
	f.IntVar(&fl.config.Scope.Embeds, "embeds", 0, "also fetch pages outside the scope that up to `N` frames, redirects or refreshes in a row lead to (default 0: none)")
	f.StringSliceVar(&fl.config.Scope.Types, "types", nil, "keep only media types in `LIST`, such as text/html,application/*")
	f.StringVar(&fl.config.Robots, "robots", "obey", "treat robots.txt by `RULE`: obey, google (with Google's extensions), ignore")
	offered.Set(f, "robots", folder.RobotsRules)
	f.StringVar(&fl.nofollow, "nofollow", "obey", "treat nofollow links by `RULE`: obey, ignore")
	offered.Set(f, "nofollow", nofollowRules[:])
	f.BoolVar(&fl.config.Sitemaps, "sitemaps", true, "read feeds, and the sitemaps that robots.txt names")
	f.IntVar(&fl.config.Requisites, "requisites", 0, "fetch up to `N` images and other files of each page. These include style sheets, scripts and fonts, from any host. Without a number, N is 1000")
	f.Lookup("requisites").NoOptDefVal = "1000"
	under(f, "Scope", "scope", "exclude", "include", "no-exclude", "no-include", "depth", "outside", "embeds", "types", "robots", "nofollow", "sitemaps", "requisites")
}

// addLimits adds when to stop.
func (fl *crawlFlags) addLimits(f *pflag.FlagSet) {
	f.Uint64Var(&fl.run.Limits.Pages, "pages", 0, "stop after `N` fetched pages")
	f.StringVar(&fl.bytes, "bytes", "", "stop after `SIZE` received bytes, such as 2GB")
	f.DurationVar(&fl.run.Limits.Time, "time", 0, "stop after `DURATION`, such as 90m or 2h. A number is in seconds")
	f.Uint64Var(&fl.run.Limits.Batch, "batch", 0, "stop after `N` pages of this run; the next run may use another strategy")
	f.StringVar(&fl.until, "until", "", "stop when the rule `EXPR` holds, such as complete>=0.9; rules are about "+strings.Join(livecrawl.FigureNames(), ", "))
	f.IntVar(&fl.config.Scope.HostPages, "host-pages", 0, "fetch at most `N` pages of each host; 0 for any number")
	f.StringVar(&fl.hostBytes, "host-bytes", "", "leave a host after `SIZE` received bytes")
	f.StringVar(&fl.maxPage, "max-page", "64MiB", "read at most `SIZE` of a page and skip the rest (default 64MiB, or less where --memory is small)")
	f.DurationVar(&fl.run.Net.TotalTimeout, "page-time", 5*time.Minute, "read a response for at most `DURATION` and skip the rest. A number is in seconds")
	under(f, "Limits", "pages", "bytes", "time", "batch", "until", "host-pages", "host-bytes", "max-page", "page-time")
}

// addPoliteness adds how much a server is asked to do, and how long to wait for it.
func (fl *crawlFlags) addPoliteness(f *pflag.FlagSet) {
	addSeconds(f, &fl.delay, "delay", 1, "wait `DURATION` between requests to a host, such as 500ms or 0.5. A number is in seconds. The time begins at the end of a response; 0 turns politeness off")
	addSeconds(f, &fl.addressDelay, "address-delay", -1, "wait `DURATION` between requests to hosts of one address. A number is in seconds (default -1: the value of --delay)")
	f.IntVar(&fl.run.Politeness.Connections, "connections", 1, "open at most `N` connections at a time to a host")
	f.IntVar(&fl.run.Politeness.Tries, "tries", 3, "request a page `N` times before it is postponed")
	f.DurationVar(&fl.run.Politeness.Patience, "patience", 3*time.Hour, "retry hosts that do not respond for `DURATION`, after growing pauses. A number is in seconds. Without this flag, hosts that never gave a page hold up the end of a crawl for two minutes. Pages that fail on a host that responds hold up the end of a crawl for about a minute, plus one last request to each")
	under(f, "Politeness", "delay", "address-delay", "connections", "tries", "patience")
}

// addRequests adds how servers are asked.
func (fl *crawlFlags) addRequests(f *pflag.FlagSet) {
	f.StringVar(&fl.agent, "user-agent", "", "send `TEXT` as User-Agent, instead of weft's own with the contact")
	f.BoolVar(&fl.run.Net.Cookies, "cookies", false, "keep cookies and send them back")
	f.StringVar(&fl.cookies, "cookies-from", "", "begin with the cookies in `FILE`, in Netscape's format (cookies.txt); implies --cookies")
	f.StringVar(&fl.headers, "headers", "", "send header fields and logins from `FILE`. The fields of a site follow a line such as [https://example.org]")
	f.StringVar(&fl.run.Net.Proxy, "proxy", "", "use the HTTP proxy at `URL`, instead of http_proxy and https_proxy; the proxy resolves names, so weft refuses only private addresses that it knows")
	f.StringArrayVar(&fl.run.Net.Resolve, "resolve", nil, "use the address in `HOST:PORT:ADDRESS`, instead of asking the DNS")
	f.BoolVar(&fl.run.Net.AllowPrivate, "allow-private", false, "also connect to loopback, private and other special addresses, directly or through a proxy")
	f.BoolVar(&fl.run.Net.Insecure, "insecure", false, "accept any certificate")
	f.BoolVar(&fl.noHTTP2, "no-http2", false, "use only HTTP/1.1")
	under(f, "Requests", "user-agent", "cookies", "cookies-from", "headers", "proxy", "resolve", "allow-private", "insecure", "no-http2")
}

// addArchive adds what is kept.
func (fl *crawlFlags) addArchive(f *pflag.FlagSet) {
	f.StringVar(&fl.warcSize, "warc-size", "1GB", "begin a new WARC file after `SIZE`")
	f.BoolVar(&fl.run.NoDedup, "no-dedup", false, "keep each response whole, instead of a revisit record for content that the archive already has")
	f.StringVar(&fl.run.Imprint.Collection, "collection", "", "begin the names of WARC files with `NAME`, instead of weft")
	f.StringVar(&fl.run.Imprint.Operator, "operator", "", "write `TEXT` into the WARC files as the operator; the default is the contact")
	f.StringVar(&fl.run.Imprint.Description, "description", "", "write `TEXT` into the WARC files as the purpose of the crawl")
	f.BoolVar(&fl.noSnapshot, "no-snapshot", false, "make no graph at the end, and no estimate of gamma and HAK; weft info DIR --fresh makes the graph later")
	under(f, "Archive", "warc-size", "no-dedup", "collection", "operator", "description", "no-snapshot")
}

// addExpert adds what few need.
func (fl *crawlFlags) addExpert(f *pflag.FlagSet) {
	f.BoolVar(&fl.noTraps, "no-traps", false, "hold no page back as part of a trap; with --resume fetch the pages that were held back")
	f.StringArrayVar(&fl.config.Release, "release", nil, "hold back no page whose URL matches `PATTERN`, in which * stands for any text; with --resume fetch the pages that were held back and match. weft missing DIR --held lists patterns")
	f.StringArrayVar(&fl.drop, "drop", nil, "leave out pages whose URL matches `PATTERN`, as with --exclude; with --resume also pages that were held back")
	f.BoolVar(&fl.noRelease, "no-release", false, "with --resume, drop all patterns of --release")
	f.IntVar(&fl.config.Repeats, "repeats", trap.DefaultBudget, "accept `N` pages of a site that repeat what other pages say; then treat further pages like them as a trap, and hold them back")
	f.BoolVar(&fl.config.Soft404, "soft-404", false, "detect error pages with status 200, by requesting a page from each host that surely does not exist")
	f.StringVar(&fl.order, "order", "arrival", "process responses in `ORDER`: arrival (fastest) or strict (as the pages were chosen). With strict, the log depends only on the Web and the options")
	offered.Set(f, "order", crawlOrders[:])
	f.IntVar(&fl.config.Window, "window", 0, "choose pages up to `N` ahead of their responses. A larger N keeps more hosts busy. A smaller N follows the strategy more exactly. Strategies such as opic compare pages (default 50000 pages; 200 where pages are compared; 64 with --order strict)")
	f.StringVar(&fl.config.Flow.Capacity, "capacity", "", "with --strategy flow, let a link carry flow by `WHAT`: similarity (of the URLs), similarity/outdegree (shared by the links of a page), constant (default similarity)")
	offered.Set(f, "capacity", folder.FlowCapacities)
	f.Float64Var(&fl.config.Flow.Sigma, "sigma", 0, "with --strategy flow, set the scale `σ` of the similarity of URLs. URLs with d different tokens have the similarity exp(-d²/2σ²) (default 7.24 tokens, as in the paper)")
	f.Float64Var(&fl.config.Flow.Epsilon, "epsilon", 0, "with --strategy flow, let each page absorb `ε` of the flow. A link carries at most 1. A larger ε gives a smaller site (default 0.05, or 0.001 with --capacity similarity/outdegree)")
	f.IntVar(&fl.config.Flow.Height, "height", 0, "with --strategy flow-lowered, return flow to the seeds from pages above `HEIGHT` levels. A page rises by a level or more when its links carry no more flow (default 16 levels)")
	f.Float64Var(&fl.config.Flow.Threshold, "threshold", 0, "with --strategy flow-lowered, pass flow on only from pages with an overflow above `CAPACITY`. A link carries at most 1 (default 0: from all)")
	under(f, "Expert", "no-traps", "release", "drop", "no-release", "repeats", "soft-404", "order", "window", "capacity", "sigma", "epsilon", "height", "threshold")
}

// applySettings sets flags from the file of settings, if given, and returns the seeds of the file and of the
// command line.
func (a *app) applySettings(cmd *cobra.Command, fl *crawlFlags, args []string) ([]string, error) {
	if fl.settings == "" {
		return args, nil
	}
	if fl.resume != "" || fl.recover != "" {
		return nil, usagef("--config is for a new crawl: --resume and --recover use the settings saved in the crawl")
	}
	urls, err := readSettings(cmd, fl.settings)
	if err != nil {
		return nil, err
	}
	args = append(urls, args...)
	a.progress.Close()
	return args, a.start(cmd, args) // memory and workers may be settings, too
}

// openJob starts a crawl or opens one to resume it. It returns nil with --plan, which only prints the division of memory.
func (a *app) openJob(cmd *cobra.Command, fl *crawlFlags, args []string) (*livecrawl.Job, error) {
	if fl.resume != "" {
		if err := a.recall(cmd, fl.resume); err != nil {
			return nil, folder.Rescuable(fl.resume, err)
		}
	}
	if fl.like != "" {
		if err := a.like(cmd, fl); err != nil {
			return nil, err
		}
	}
	if err := a.setCrawlOptions(cmd, fl); err != nil {
		return nil, err
	}
	if fl.resume != "" {
		j, err := a.resumeJob(cmd, fl, args)
		return j, folder.Rescuable(fl.resume, err)
	}
	if fl.only != "" {
		return nil, usagef("--only requires --resume: it requests pages that a crawl knows")
	}
	if fl.noInclude || fl.noExclude || fl.noRelease {
		return nil, usagef("--no-include, --no-exclude and --no-release require --resume: a new crawl has no earlier expressions")
	}
	return a.newJob(cmd, fl, args)
}

// newJob starts a crawl.
func (a *app) newJob(cmd *cobra.Command, fl *crawlFlags, args []string) (*livecrawl.Job, error) {
	var err error
	if fl.config.Seeds, err = a.readSeeds(fl, args); err != nil {
		return nil, err
	}
	if fl.run.Dir == "" {
		return nil, usagef("-o is missing: name the folder of the crawl")
	}
	if folder.ByFlow(fl.strategy) && !cmd.Flags().Changed("scope") {
		fl.scope = "anywhere" // the flow decides
	}
	if err := fl.nameFrontier(cmd); err != nil {
		return nil, err
	}
	if err := fl.setConfig(a.seed); err != nil {
		return nil, err
	}
	a.tellSchemes(&fl.config, args)
	if err := fl.checkContact(); err != nil {
		return nil, err
	}
	if err := a.openFrontier(fl); err != nil {
		return nil, err
	}
	if a.plan {
		return nil, a.planCrawl(&fl.config, fl)
	}
	j, err := livecrawl.Create(fl.config, fl.run)
	if errors.Is(err, livecrawl.ErrOptions) {
		return nil, usagef("%w", err)
	}
	return j, err
}

// planCrawl says how a crawl would share out its memory.
func (a *app) planCrawl(c *folder.Config, fl *crawlFlags) error {
	m, err := livecrawl.PlanMemory(c, fl.run)
	if err != nil {
		return err
	}
	return a.print(m, func(w io.Writer) {
		row(w, "need", "%s", digits.Size(mem.Sum(m.Parts)))
		for _, p := range m.Parts {
			row(w, "", "%9s  %s", digits.Size(p.Bytes), p.Name)
		}
		row(w, "budget", "%s", digits.Size(m.Budget))
	})
}

// crawlResult is the result of a crawl.
//
//json:object crawl
type crawlResult struct {
	Crawl string `json:"crawl"` // folder of the crawl
	livecrawl.Result
	// complete, limit (set by an option, key or status page) or incomplete (pages wait, are held back,
	// or did not fit in memory)
	Ended string `json:"ended"`
	// fates of the pages of --only, in the order of its file
	Listed []missing.Found `json:"listed,omitempty" absent:"without --only"`
	// 0 if it is complete, 3 if pages are left
	ExitStatus int                 `json:"exit_status"`
	Snapshot   *livecrawl.Snapshot `json:"snapshot,omitempty"` // graph made at the end of the run
	Seconds    float64             `json:"seconds"`            // duration of the run, s
	Peak       int64               `json:"anonymous_memory"`   // peak of the anonymous memory of the process, bytes
	noGraph    bool                // as no page belongs to one
	cookies    bool                // are sent back
	limited    bool                // the run had a limit
}

// interrupted is why a run ended by a signal.
const interrupted = "it was interrupted"

// crawl runs a job and makes the graph.
func (a *app) crawl(j *livecrawl.Job, l *watch.Listener, fl *crawlFlags) (err error) {
	begin := time.Now()
	ctx, cancel := context.WithCancel(context.WithoutCancel(a.ctx))
	defer cancel()
	stop := context.AfterFunc(a.ctx, func() { j.Stop(interrupted) })
	defer stop()
	w := a.watchJob(j, l, cancel)
	defer w.Close() // also in a panic: it gives the terminal back
	r := crawlResult{Crawl: fl.run.Dir}
	r.Result, err = j.Run(ctx)
	w.Close()
	if w.Stopped() && errors.Is(err, context.Canceled) {
		err = nil // pages in flight were given up; a resumed crawl requests them again
	}
	if e := j.Close(); err == nil {
		err = e
	}
	if a.ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled)) {
		a.message(levelInfo, fmt.Sprintf("fetched %s; resume with weft crawl --resume %s", digits.Plural(r.Fetched, "page"), option.Word(fl.run.Dir)))
		return a.ctx.Err()
	}
	if errors.Is(err, folder.ErrDamaged) || errors.Is(err, shared.ErrRefused) { // to resume it would not help
		return err
	}
	if err != nil {
		return fmt.Errorf("%w (resume with weft crawl --resume %s)", err, option.Word(fl.run.Dir))
	}
	r.cookies = fl.run.Net.Cookies || len(fl.run.Net.CookieList) > 0
	if err := a.tellSeeds(&r); err != nil {
		if fl.resume == "" {
			err = errors.Join(err, folder.Remove(fl.run.Dir)) // so that the command can be given again
		}
		return err
	}
	if err := a.graphAtEnd(fl, &r); err != nil {
		return err
	}
	if r.Listed, err = a.listed(fl); err != nil {
		return err
	}
	r.Seconds, r.Peak = time.Since(begin).Seconds(), mem.Anonymous()
	r.limited = fl.hasLimit()
	r.setEnd()
	if err := a.print(r, func(w io.Writer) { printCrawl(w, &r) }); err != nil || r.ExitStatus == exitDone {
		return err
	}
	if r.Ended == endedLimit { // the result names the pages that are left, and the user chose the end
		return &incompleteError{fmt.Sprintf("exit status %d: pages are left", exitIncomplete), true}
	}
	return &incompleteError{fmt.Sprintf("the crawl is incomplete: %s; weft missing %s lists what is missing", r.left(), option.Word(fl.run.Dir)), false}
}

// hasLimit reports whether a flag limits the run.
func (fl *crawlFlags) hasLimit() bool {
	l := &fl.run.Limits
	return l.Pages > 0 || l.Bytes > 0 || l.Time > 0 || l.Batch > 0 || len(l.Until) > 0
}

// graphAtEnd makes the graph at the end of a run, and measures how far a ranking of it can be trusted.
func (a *app) graphAtEnd(fl *crawlFlags, r *crawlResult) error {
	if fl.noSnapshot {
		return nil
	}
	s, err := livecrawl.MakeSnapshot(a.ctx, fl.run.Dir, a.snapshotOptions())
	if r.noGraph = errors.Is(err, ingest.ErrBadInput); r.noGraph {
		return nil
	}
	if err != nil {
		return err
	}
	r.Snapshot = &s
	r.Trust, err = a.lastTrust(&s)
	return err
}

// printSite prints the site that a crawl by flow found.
func printSite(w io.Writer, r *crawlResult) {
	s := r.Site
	if s == nil {
		return
	}
	how := "not certified: the source was lowered"
	switch {
	case s.Certified:
		how = "certified to be the minimum cut"
	case s.Left > 0:
		how = fmt.Sprintf("not certified: %s still to be requested", digits.Plural(s.Left, "page"))
	case s.Over:
		how = "not certified: the links of the seeds carry more than can be summed"
	}
	row(w, "site", "%s, listed in %s", digits.Plural(s.Pages, "page"), filepath.Join(r.Crawl, folder.SiteFile))
	row(w, "", "%s", how)
	row(w, "", "%s of capacity %.3g leave it, by %s, ε = %.3g", digits.Plural(s.CutArcs, "link"), s.Capacity, s.Weights, s.Epsilon)
	row(w, "", "asked for %s (%.2f for each of the site), of %s known", digits.Plural(s.Asked, "page"), s.PerPage, grouped(s.Known))
}

func printCrawl(w io.Writer, r *crawlResult) {
	s := &r.Status
	row(w, "crawl", "%s: %s", r.Crawl, r.how())
	row(w, "fetched", "%s, %s, in %.1f s", digits.Plural(s.Fetched, "page"), digits.Size(int64(s.Bytes)), r.Seconds) //nolint:gosec // of bytes
	for _, c := range []struct {
		name string
		n    uint64
	}{{"requisites", s.Requisites}, {"sitemaps", s.Sitemaps}, {"lost requisites", s.LostParts}, {"lost sitemaps", s.LostMaps}, {"redirected", s.Redirected}, {"failed", s.Failed}, {"absent", s.Absent}, {"excluded", s.Excluded}, {"left out", s.LeftOut}, {"not requested", s.Waiting}, {"near duplicates", s.Near}, {"cut short", s.CutShort}} {
		if c.n > 0 {
			row(w, c.name, "%s", grouped(c.n))
		}
	}
	printCut(w, r)
	printHints(w, r)
	printListed(w, r)
	if u := s.Unanswered; u.Pages > 0 {
		row(w, "waiting", "%s; listed in %s", strings.TrimPrefix(u.String(), "waiting "), filepath.Join(r.Crawl, folder.WaitingFile))
	}
	printSite(w, r)
	printFrontier(w, r)
	if r.Duplicates > 0 {
		row(w, "duplicates", "%s with known content: %s", digits.Plural(r.Duplicates, "response"), digits.Verb(r.Duplicates, "a revisit record refers to the earlier response", "revisit records refer to the earlier responses"))
	}
	if r.Forgotten > 0 {
		row(w, "duplicates", "of the oldest contents %s no longer recognized, and stored again", digits.Verb(r.Forgotten, "1 is", grouped(r.Forgotten)+" are"))
	}
	if r.Bad > 0 {
		row(w, "bad records", "%s of the archive cannot be read; weft import %s -o NEW says where", grouped(r.Bad), option.Word(folder.ArchiveDir(r.Crawl)))
	}
	if !r.Done || r.held() > 0 {
		row(w, "size", "%s", printSize(s.Size, r.held() > 0))
	}
	if sn := r.Snapshot; sn != nil {
		row(w, "graph", "%s, %s: %s", digits.Plural(sn.Pages, "page"), digits.Plural(sn.Arcs, "arc"), sn.Dir)
	}
	if r.noGraph {
		row(w, "graph", "none, as nothing fetched is HTML or leads to a page")
	}
	printTrust(w, r)
	printEnd(w, r)
}

// printSize returns the estimated number of pages of a site as text.
func printSize(i estimate.Interval, held bool) string {
	switch {
	case held:
		return fmt.Sprintf("at least %s pages; the pages behind those held back are unknown", digits.Fixed(i.Low, 0))
	case math.IsInf(i.High, 0):
		return fmt.Sprintf("at least %s pages; more fetched pages give a better estimate", digits.Fixed(i.Low, 0))
	}
	return fmt.Sprintf("about %s pages, %s to %s", digits.Fixed(i.Estimate, 0), digits.Fixed(i.Low, 0), digits.Fixed(i.High, 0))
}
