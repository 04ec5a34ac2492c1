package main

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/crawl/scope"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/making/ingest"
	"weft/web/live"
	"weft/web/weburl"
)

// setCrawlOptions reads what may be different in each run.
func (a *app) setCrawlOptions(cmd *cobra.Command, fl *crawlFlags) error {
	o := &fl.run
	o.Command, o.Version, o.Settings, o.Words = a.args, version, settings(cmd), words
	o.Note = func(what string) { a.progress.Steps(what, 0, 0) }
	o.Politeness.Delay = fl.delay.time()
	if o.Politeness.AddressDelay = fl.addressDelay.time(); fl.addressDelay < 0 {
		o.Politeness.AddressDelay = o.Politeness.Delay
	}
	if err := fl.checkNumbers(); err != nil {
		return err
	}
	o.Politeness.ForAll = cmd.Flags().Changed("patience")
	o.Politeness.ForSeeds = fl.resume != "" || o.Politeness.ForAll
	o.Imprint.Operator = cmp.Or(o.Imprint.Operator, fl.contact)
	if err := o.Imprint.Check(); err != nil {
		return usagef("%w", err)
	}
	o.Net.HTTP2, o.Net.FromEnvironment = !fl.noHTTP2, true
	if f := cmd.Flags().Lookup("workers"); f != nil && f.Changed && a.workers > 0 {
		o.Net.Workers = a.workers
	}
	var err error
	if o.Memory = a.budget; cmd.Flags().Changed("max-page") { // else it may be less where memory is short
		if o.Net.MaxBody, err = sizeFlag("max-page", fl.maxPage); err != nil {
			return err
		}
	}
	if o.WARCSize, err = sizeFlag("warc-size", fl.warcSize); err != nil {
		return err
	}
	if fl.bytes != "" {
		n, err := sizeFlag("bytes", fl.bytes)
		if err != nil {
			return err
		}
		o.Limits.Bytes = uint64(n) //nolint:gosec // positive
	}
	if fl.until != "" {
		if o.Limits.Until, err = livecrawl.ParseConditions(fl.until); err != nil {
			return usagef("--until: %w", err)
		}
	}
	a.setTrust(fl)
	return a.readSecrets(fl)
}

// sizeFlag reads the value of a flag that is a size.
func sizeFlag(name, text string) (int64, error) {
	n, err := mem.ParseSize(text)
	if err != nil {
		return 0, usagef("--%s: %w", name, err)
	}
	return n, nil
}

// maxDelay is how many seconds a delay may be: a day.
const maxDelay = 24 * 3600

// checkNumbers refuses what no crawl can mean.
func (fl *crawlFlags) checkNumbers() error {
	o := &fl.run
	switch {
	case !(fl.delay >= 0 && fl.delay <= maxDelay):
		return usagef("--delay %s: expected 0 to %d seconds", &fl.delay, maxDelay)
	case fl.addressDelay != -1 && !(fl.addressDelay >= 0 && fl.addressDelay <= maxDelay):
		return usagef("--address-delay %s: expected 0 to %d seconds, or -1 for the value of --delay", &fl.addressDelay, maxDelay)
	case o.Politeness.Connections < 1 || o.Politeness.Connections > 100 || o.Politeness.Tries < 1 || o.Politeness.Tries > 100:
		return usagef("--connections %d, --tries %d: expected 1 to 100 for both", o.Politeness.Connections, o.Politeness.Tries)
	case o.Limits.Time < 0 || o.Net.TotalTimeout <= 0 || o.Politeness.Patience < 0:
		return usagef("--time %s, --page-time %s, --patience %s: expected positive durations; --time and --patience may be 0", o.Limits.Time, o.Net.TotalTimeout, o.Politeness.Patience)
	case fl.config.Repeats < 1:
		return usagef("--repeats %d: expected 1 or more pages; use --no-traps to hold nothing back", fl.config.Repeats)
	}
	return nil
}

// Values of flags that are one of two words.
var (
	crawlOrders   = [2]string{"arrival", "strict"}
	nofollowRules = [2]string{"obey", "ignore"}
)

// isFirst reports whether the value of a flag is the first of two words, and refuses values that are neither.
func isFirst(flag, value string, of [2]string) (bool, error) {
	if value != of[0] && value != of[1] {
		return false, usagef("--%s %s: expected %s or %s", flag, value, of[0], of[1])
	}
	return value == of[0], nil
}

// setConfig reads what a crawl is.
func (fl *crawlFlags) setConfig(seed uint64) error {
	c := &fl.config
	c.RandomSeed = seed
	c.Strategy, c.Scores = folder.CutScores(fl.strategy)
	c.Traps = !fl.noTraps
	var err error
	if c.Nofollow, err = isFirst("nofollow", fl.nofollow, nofollowRules); err != nil {
		return err
	}
	arrival, err := isFirst("order", fl.order, crawlOrders)
	if err != nil {
		return err
	}
	c.Strict = !arrival
	c.Scope.Choose(fl.scope)
	dropped, err := scope.ParseWildcards(fl.drop)
	if err != nil {
		return usagef("--drop: %w", err)
	}
	for i := range dropped {
		c.Scope.Exclude = append(c.Scope.Exclude, dropped[i].Regexp())
	}
	if len(fl.replay) > 0 {
		if c.Web, c.Inputs, err = livecrawl.Replayed(fl.replay); err != nil {
			return err
		}
	}
	if fl.hostBytes != "" {
		n, err := sizeFlag("host-bytes", fl.hostBytes)
		if err != nil {
			return err
		}
		c.Scope.HostBytes = uint64(n) //nolint:gosec // positive
	}
	if c.Since != "" {
		if c.Since, err = filepath.Abs(c.Since); err != nil {
			return err
		}
	}
	if err := c.Check(); err != nil {
		return usagef("%w", err)
	}
	return nil
}

// readSeeds returns the seeds of arguments and file.
func (a *app) readSeeds(fl *crawlFlags, args []string) ([]string, error) {
	if err := refuseFiles(args); err != nil {
		return nil, err
	}
	if fl.seedFile == "" {
		if len(args) == 0 && len(fl.replay) == 0 {
			return nil, usagef("no start page: name a URL, or a file of URLs with --seeds")
		}
		return slices.Clone(args), nil // the crawl makes the seeds canonical in place
	}
	in, err := ingest.OpenText(fl.seedFile, a.stdin, a.budget)
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // only read
	more, err := folder.ReadSeeds(in, fl.seedFile)
	if err != nil {
		return nil, usagef("%w", err)
	}
	if len(more) == 0 {
		return nil, usagef("--seeds %s: the file has no seed: expected one URL per line; empty lines and lines that begin with # are skipped", fl.seedFile)
	}
	return slices.Concat(args, more), nil
}

// checkContact requires a contact, unless the crawl requests pages only from this machine.
func (fl *crawlFlags) checkContact() error {
	o := &fl.run.Net
	switch {
	case fl.agent != "":
		o.UserAgent = fl.agent
	case fl.contact != "":
		o.UserAgent = fmt.Sprintf("weft/%s (+%s)", version, fl.contact)
	default:
		o.UserAgent = "weft/" + version
	}
	if strings.ContainsAny(o.UserAgent, "\r\n") {
		return usagef("--contact and --user-agent must not contain line breaks")
	}
	if fl.agent != "" || fl.contact != "" || fl.config.Web != folder.Live || fl.staysHere() {
		return nil
	}
	return usagef("--contact is missing: give a mail address or page where the owners of the servers can reach you; it becomes part of the User-Agent")
}

// staysHere says whether only this machine is asked: all seeds are on loopback, or what is resolved to it, or after a
// proxy there.
func (fl *crawlFlags) staysHere() bool {
	if folder.IsLoopback(hostOf(fl.run.Net.Proxy)) {
		return true
	}
	here := map[string]bool{}
	for _, r := range fl.run.Net.Resolve {
		host, rest, _ := strings.Cut(r, ":")
		_, addr, _ := strings.Cut(rest, ":")
		here[host] = folder.IsLoopback(strings.Trim(addr, "[]"))
	}
	for _, s := range fl.config.Seeds {
		host := hostOf(s)
		if !folder.IsLoopback(host) && !here[host] && !here["*"] {
			return false
		}
	}
	return true
}

func hostOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		host, _, err := net.SplitHostPort(raw)
		if err != nil {
			return raw
		}
		return host
	}
	return u.Hostname()
}

// remembered are the flags whose values hold for later runs, too, until they are given again.
var remembered = []string{
	"delay", "address-delay", "connections", "tries", "patience", "contact", "user-agent", "proxy", "resolve", "allow-private", "insecure", "cookies",
	"no-http2", "max-page", "page-time", "warc-size", "no-dedup", "workers", "collection", "operator", "description",
	"headers", "cookies-from", "lease",
}

// limits are remembered, too, as long as none of them ended the run.
var limits = []string{"pages", "bytes", "time", "until", "batch"}

// passing are the flags that a later run may be given, too, and that are not remembered.
var passing = []string{"resume", "only", "live", "strategy", "frontier", "listen", "no-snapshot", "memory", "plan", "json", "quiet", "progress", "job"}

// settings returns what later runs are to remember.
func settings(cmd *cobra.Command) map[string][]string {
	m := map[string][]string{}
	for _, name := range slices.Concat(remembered, limits) {
		f := cmd.Flags().Lookup(name)
		if f == nil || !f.Changed {
			continue
		}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			m[name] = list.GetSlice()
		} else {
			m[name] = []string{remember(name, f.Value.String())}
		}
	}
	return m
}

// remember is the value of a flag as it is written down: files by their whole paths, a proxy without its password.
func remember(name, value string) string {
	switch name {
	case "proxy", "frontier":
		return withoutUser(value)
	case "headers", "cookies-from":
		if whole, err := filepath.Abs(value); err == nil && value != "" {
			return whole
		}
	}
	return value
}

// withoutUser returns a proxy, which may have no scheme, without user name and password.
func withoutUser(proxy string) string {
	whole := proxy
	if !strings.Contains(whole, "://") {
		whole = "http://" + whole
	}
	if rest, userinfo := weburl.CutUserinfo([]byte(whole)); userinfo != nil {
		return string(rest)
	}
	return proxy
}

// readSecrets reads what only some origins get.
func (a *app) readSecrets(fl *crawlFlags) error {
	if fl.headers != "" {
		f, err := ingest.OpenText(fl.headers, a.stdin, a.budget)
		if err != nil {
			return err
		}
		defer f.Close() //nolint:errcheck // only read
		if fl.run.Net.Origins, err = live.ReadOrigins(f, fl.headers); err != nil {
			return usagef("%w", err)
		}
	}
	if fl.cookies == "" {
		return nil
	}
	f, err := ingest.OpenText(fl.cookies, a.stdin, a.budget)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	if fl.run.Net.CookieList, err = live.ReadCookies(f, fl.cookies); err != nil {
		return usagef("%w", err)
	}
	return nil
}

// recall sets the flags that the user did not give to the values of the earlier run. Limits of an interrupted run hold again.
// Limits of a run that ended otherwise are spent, and recall prints that.
func (a *app) recall(cmd *cobra.Command, dir string) error {
	state, err := folder.Read(dir)
	if err != nil {
		return err
	}
	names := remembered
	if n := len(state.Runs); n > 0 && (state.Runs[n-1].Ended.IsZero() || state.Runs[n-1].Why == interrupted || state.Runs[n-1].Why == livecrawl.WhyListed) {
		names = slices.Concat(remembered, limits)
	} else if spent := spentLimits(cmd, state.Settings); spent != "" {
		a.say("%s held for the last run; this run has no limit: give one to set it", spent)
	}
	for _, name := range names {
		if err := setUnlessGiven(cmd, dir, name, state.Settings[name]); err != nil {
			return err
		}
	}
	return nil
}

// setUnlessGiven sets a flag to the values that a crawl has for it, unless the user gave it.
func setUnlessGiven(cmd *cobra.Command, dir, name string, values []string) error {
	if cmd.Flags().Changed(name) {
		return nil
	}
	for _, v := range values {
		if err := cmd.Flags().Set(name, v); err != nil {
			return fmt.Errorf("%s: settings: --%s %s: %w", dir, name, v, err)
		}
	}
	return nil
}

// spentLimits returns the limits of the last run as flags; "" if it had none, or if this run has one.
func spentLimits(cmd *cobra.Command, settings map[string][]string) string {
	var spent []string
	for _, name := range limits {
		if cmd.Flags().Changed(name) {
			return ""
		}
		for _, v := range settings[name] {
			spent = append(spent, fmt.Sprintf("--%s %s", name, v))
		}
	}
	return strings.Join(spent, " ")
}

// steering are the flags that change what belongs to a crawl that continues.
var steering = []string{
	"scope", "include", "exclude", "no-include", "no-exclude", "depth", "outside", "embeds", "host-pages", "host-bytes", "types", "no-traps", "release", "drop", "no-release", "repeats", "nofollow", "robots", "sitemaps", "requisites", "seeds",
}

// resumeJob opens a crawl to continue with it.
func (a *app) resumeJob(cmd *cobra.Command, fl *crawlFlags, args []string) (*livecrawl.Job, error) {
	resumable := slices.Concat(remembered, limits, passing, steering)
	var wrong []string
	steered := len(args) > 0
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(resumable, f.Name) {
			wrong = append(wrong, "--"+f.Name)
		}
		steered = steered || slices.Contains(steering, f.Name)
	})
	if len(wrong) > 0 {
		return nil, usagef("a resumed crawl keeps its settings: leave out %s: weft crawl --resume %s", strings.Join(wrong, ", "), option.Word(fl.resume))
	}
	fl.run.Dir = fl.resume
	if cmd.Flags().Changed("strategy") {
		fl.run.Strategy, fl.run.Scores = folder.CutScores(fl.strategy)
	}
	c, err := folder.Latest(fl.resume)
	if err != nil {
		return nil, err
	}
	if err := a.readOnly(cmd, fl); err != nil {
		return nil, err
	}
	if steered {
		if err := a.steer(cmd, fl, c, args); err != nil {
			return nil, err
		}
		fl.run.Config = c
	}
	fl.config = *c
	if err := fl.checkContact(); err != nil {
		return nil, err
	}
	if err := fl.findFrontier(c); err != nil {
		return nil, err
	}
	if err := a.openFrontier(fl); err != nil {
		return nil, err
	}
	if a.plan {
		return nil, a.planCrawl(c, fl)
	}
	j, err := livecrawl.Resume(fl.run)
	if errors.Is(err, livecrawl.ErrOptions) {
		return nil, usagef("%w", err)
	}
	return j, err
}

// steer changes a configuration by the flags that were given, and adds seeds.
func (a *app) steer(cmd *cobra.Command, fl *crawlFlags, c *folder.Config, args []string) error {
	given := fl.config
	given.Web, given.Seeds, given.Since = folder.Live, []string{"http://localhost/"}, ""
	fl.config = given
	fl.replay = nil
	if err := fl.setConfig(c.RandomSeed); err != nil {
		return err
	}
	if err := fl.checkDropped(cmd); err != nil {
		return err
	}
	given = fl.config
	to, from := &c.Scope, &given.Scope
	for name, set := range map[string]func(){
		"scope":      func() { to.Area, to.Lists, to.Texts, to.Include = from.Area, from.Lists, nil, from.Include },
		"include":    func() { to.Include = from.Include },
		"exclude":    func() { to.Exclude = from.Exclude },
		"no-include": func() { to.Include = kept(to.Include, fl.noInclude) },
		"no-exclude": func() { to.Exclude = kept(to.Exclude, fl.noExclude) },
		"depth":      func() { to.Depth = from.Depth },
		"outside":    func() { to.Outside = from.Outside },
		"embeds":     func() { to.Embeds = from.Embeds },
		"host-pages": func() { to.HostPages = from.HostPages },
		"host-bytes": func() { to.HostBytes = from.HostBytes },
		"types":      func() { to.Types = from.Types },
		"no-traps":   func() { c.Traps = given.Traps },
		"release":    func() { c.Release = union(c.Release, given.Release) },
		"no-release": func() { c.Release = nil },
		"repeats":    func() { c.Repeats = given.Repeats },
		"nofollow":   func() { c.Nofollow = given.Nofollow },
		"robots":     func() { c.Robots = given.Robots },
		"sitemaps":   func() { c.Sitemaps = given.Sitemaps },
		"requisites": func() { c.Requisites = given.Requisites },
	} {
		if cmd.Flags().Changed(name) {
			set()
		}
	}
	if cmd.Flags().Changed("drop") {
		to.Exclude = union(to.Exclude, from.Exclude[len(from.Exclude)-len(fl.drop):])
	}
	return a.addSeeds(fl, c, args)
}

// addSeeds adds the seeds of a run that continues a crawl.
func (a *app) addSeeds(fl *crawlFlags, c *folder.Config, args []string) error {
	if to := &c.Scope; to.Area == scope.Listed.String() && len(to.Lists)+len(to.Include) == 0 {
		return usagef("--no-include leaves nothing that belongs to the crawl, whose scope is these expressions: use --include or --scope instead")
	}
	if len(args) == 0 && fl.seedFile == "" {
		return nil
	}
	more, err := a.readSeeds(fl, args)
	a.tellSchemes(c, args)
	c.Seeds = append(slices.Clip(c.Seeds), more...)
	return err
}

// union appends the texts that a list lacks.
func union(list, more []string) []string {
	list = slices.Clip(list)
	for _, text := range more {
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// kept returns the expressions of an earlier run, or none if they are dropped.
func kept(expressions []string, drop bool) []string {
	if drop {
		return nil
	}
	return expressions
}

// checkDropped refuses flags that drop expressions together with flags that set them.
func (fl *crawlFlags) checkDropped(cmd *cobra.Command) error {
	for _, x := range []struct {
		drops bool
		name  string
	}{{fl.noInclude, "include"}, {fl.noExclude, "exclude"}, {fl.noRelease, "release"}} {
		if x.drops && cmd.Flags().Changed(x.name) {
			return usagef("--no-%s and --%s exclude each other: --%s already replaces the earlier expressions", x.name, x.name, x.name)
		}
	}
	if fl.noInclude && strings.HasPrefix(fl.scope, "regex:") {
		return usagef("--no-include and --scope regex:RE exclude each other: the scope already replaces the earlier expressions")
	}
	return nil
}
