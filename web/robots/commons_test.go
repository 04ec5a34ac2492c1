package robots

import (
	"os"
	"slices"
	"strings"
	"testing"

	"weft/internal/shared"
)

// commonsFiles are what crawler-commons 8e14e27 says of its own files (SimpleRobotRulesParserTest): file, token, paths
// that are allowed and that are not.
var commonsFiles = []struct {
	file, token  string
	allowed, not string
}{
	{"robots-with-utf8-bom.txt", "foobot", "", "/profile"},
	{"robots-with-utf16le-bom.txt", "foobot", "", "/profile"},
	{"robots-with-utf16be-bom.txt", "foobot", "", "/profile"},
	{"www.flot.com-robots.txt", "foobot", "", "/img/"},
	{"many-user-agents.txt", "wget", "", "/"},
	{"many-user-agents.txt", "mysuperlongbotnamethatmatchesnothing", "/", "/bot-trap/"},
	{"merge-rules.txt", "wget", "/foo/bar/bar.txt /chk/bar/bar.txt", "/tmp/bar/bar.txt"},
	{"precedence-of-rules.txt", "wget", "/foo/bar", "/bar/foo"},
	{"precedence-of-rules.txt", "testy", "/ /foo/bar", "/foo/blue /foo/ /foo/tar"},
	{"malformed-path.txt", "bot1", "/wiki/", "/wiki/Wikipedia_talk:Mediation_Committee/"},
	{"dos-line-endings.txt", "bot1", "/", ""},
	{"wildcards.txt", "anybot", "/wishlist/universal/page", "/wishlist/bogus /anydirectoryhere/gcrnsts"},
	{"rfc9309-example-simple-robots.txt", "foobot", "/example/page.html /example/allowed.gif", "/ /path/index.html"},
	{"rfc9309-example-simple-robots.txt", "barbot", "/", "/example/page.html"},
	{"rfc9309-example-simple-robots.txt", "bazbot", "/", "/example/page.html"},
	{"rfc9309-example-simple-robots.txt", "quxbot", "/ /example/page.html", ""},
	{"rfc9309-example-simple-robots.txt", "anyotherbot", "/ /publications/doc1.html", "/example/page.html /example.gif"},
	{"rfc9309-example-longest-match-robots.txt", "foobot", "/ /example/page/ /example/page/index.html", "/example/page/disallowed.gif"},
	{"rfc9309-example-rule-group-merging.txt", "examplebot", "/", "/foo /bar /baz"},
	{"rfc9309-example-rule-group-merging.txt", "anyotherbot", "/ /baz", "/foo /bar"},
	{"rfc9309-example-rule-group-merging.txt", "bazbot", "/ /foo /bar", "/baz"},
	{"crawl-delay-group-merging.txt", "mybot", "/ /login/", "/private/"},
	{"crawl-delay-group-merging.txt", "yourbot", "/", "/private/ /login/"},
	{"crawl-delay-group-merging.txt", "anyotherbot", "/ /private/ /login/", ""},
	{"extensions-group-merging.txt", "mybot", "/", "/private/ /login/"},
	{"extensions-group-merging.txt", "yourbot", "/", "/private/ /login/"},
	{"extensions-group-merging.txt", "anyotherbot", "/llms.txt", "/ /private/ /login/"},
	{"extension-robots.txt", "mybot", "/public/page.html", "/private/page.html"},
	{"format-errors-robots.txt", "bot1", "", "/whitespace-before-colon/"},
	{"format-errors-robots.txt", "bot3", "/whitespace-before-colon/", ""},
	// By crawler-commons "Disallow: /*" does not match "/"; a star stands for nothing as well (section 2.2.3):
	{"precedence-of-rules.txt", "wget", "", "/"},
	// It reads lines without colon and words that look like a field; the RFC does not:
	{"format-errors-robots.txt", "bot1", "/no-colon/", ""},
	{"format-errors-robots.txt", "bot2", "/no-colon-useragent/", ""},
	{"directive-typos-robots.txt", "bot1", "/desallow/ /dissalow/", ""},
	{"directive-typos-robots.txt", "bot2", "/useragent/", ""},
	{"directive-typos-robots.txt", "bot3", "/useg-agent/", ""},
	{"directive-typos-robots.txt", "bot4", "/useragent-no-colon/", ""},
}

func commons(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(shared.File(t, "crawler-cases", "crawler-commons+crawler-commons", "src", "test", "resources", "robots", file))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestCrawlerCommonsFiles(t *testing.T) {
	for _, c := range commonsFiles {
		p := Parse(commons(t, c.file), Options{}).For(c.token)
		for path := range strings.FieldsSeq(c.allowed) {
			if !p.Allowed(path) {
				t.Errorf("%s: %s may not fetch %s", c.file, c.token, path)
			}
		}
		for path := range strings.FieldsSeq(c.not) {
			if p.Allowed(path) {
				t.Errorf("%s: %s may fetch %s", c.file, c.token, path)
			}
		}
	}
}

func TestCrawlerCommonsDelays(t *testing.T) {
	for _, c := range []struct {
		file, token string
		want        int64 // milliseconds
	}{
		{"dos-line-endings.txt", "bot1", 1000},
		{"astore.amazon.com-robots.txt", "bot1", 5000},
		{"crawl-delay-group-merging.txt", "mybot", 10000},
		{"crawl-delay-group-merging.txt", "anyotherbot", 30000},
		{"twitter.com-robots.txt", "slurp", 1000},
		{"twitter.com-robots.txt", "googlebot", -1},
		// Where a crawler is given no delay, we take that of "*", and crawler-commons none:
		{"crawl-delay-group-merging.txt", "yourbot", 30000},
	} {
		got, ok := Parse(commons(t, c.file), Options{}).For(c.token).DelayMillis()
		if got != c.want || ok != (c.want >= 0) {
			t.Errorf("%s: delay of %s: got %d, %v; want %d", c.file, c.token, got, ok, c.want)
		}
	}
}

func TestCrawlerCommonsSitemaps(t *testing.T) {
	for file, want := range map[string][]string{
		"sitemap-robots.txt":          {"http://domain.com/sitemap.xml", "http://domain.com/dir/MixedCased-sitemap.xml"}, // crawler-commons takes a line that is a bare URL, too
		"sitemap-robots-dedup.txt":    {"http://example.org/sitemap.xml"},
		"relative-sitemap-robots.txt": {"/sitemap.xml"},
		"robots-with-utf16le-bom.txt": {"http://www.newsweek.com/sitemap_index.xml"},
	} {
		if got := Parse(commons(t, file), Options{}).Sitemaps(); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}

// Its tests of escaped paths: whether path may be fetched with "Disallow: rule".
var commonsEscaped = []struct {
	rule, path string
	want       bool
}{
	{"/*%20", "/", true},
	{"/*%20", "/foobar%20/", false},
	{"/*%20", "/foobar/", true},
	{"/*%2F*", "/path/index.html", true},
	{"/*%2F*", "/topic/9%2F11/index.html", false},
	{"/topic/9%2F11/", "/topic/9%2F11/index.html", false},
	{"/topic/9%2F11/", "/topic/9%2f11/index.html", false},
	{"/q?*mime=application%2Fpdf", "/q?mime=application%2Fpdf", false},
	{"/$", "/", false},
	{"/$", "/foobar", true},
	{"/%24", "/", true},
	{"/%24", "/%24100", false},
	{"/%24", "/$100", false},
	{"/search/%2A/", "/search/foobar/", true},
	{"/search/%2A/", "/search/%2A/", false},
	{"/search/%2A/", "/search/%2a/", false},
	{"/search/%2a/", "/search/%2a/", false},
	{"/search/%2a/", "/search/*/", false},
	{"/search/*/", "/search/foobar/", false},
	{"/foo/bar?baz=quz", "/foo/bar?baz=quz", false},
	{"/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https://foo.bar", false},
	{"/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", false},
	{"/foo/bar/ツ", "/foo/bar/%E3%83%84", false},
	{"/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84", false},
	{"/foo/bar/%62%61%7A", "/foo/bar/baz", false},
	{"/path/file-with-a-%2A.html", "/path/file-with-a-*.html", false},
	{"/path/file-with-a-%2A.html", "/path/file-with-a-foo.html", true},
	{"/path/file-with-a-%2A.html", "/path/file-with-a-%2A.html", false},
	{"/path/foo-%24", "/path/foo-$", false},
	{"/path/foo-%24", "/path/foo-", true},
	{"/path/foo-%24", "/path/foo-%24", false},
}

func TestCrawlerCommonsEscaped(t *testing.T) {
	for _, c := range commonsEscaped {
		if got := Parse([]byte("User-agent: *\r\nDisallow: "+c.rule+"\r\nAllow: /"), Options{}).Allowed("mybot", c.path); got != c.want {
			t.Errorf("Disallow: %s: may %s be fetched: got %v, want %v", c.rule, c.path, got, c.want)
		}
	}
}

const (
	rfpFile     = "# /robots.txt\r\nUser-agent: unhipbot\nDisallow: /\r\r\nUser-agent: webcrawler\nUser-agent: excite\rDisallow: \u0085\rUser-agent: *\r\nDisallow: /org/plans.html\nAllow: /org/\rAllow: /serv\r\nAllow: /~mak\nDisallow: /\r\n"
	nutchFile   = "User-Agent: Agent1 #foo\rDisallow: /a\rDisallow: /b/a\r#Disallow: /c\r\r\rUser-Agent: Agent2 Agent3#foo\rUser-Agent: Agent4\rDisallow: /d\rDisallow: /e/d/\r\rUser-Agent: *\rDisallow: /foo/bar/\r"
	krugleFile  = "User-agent: *\rDisallow: /maintenance.html\rDisallow: /examples/\rCrawl-delay: 3\r\rUser-agent: googlebot\rCrawl-delay: 1\r\rUser-agent: qihoobot\rDisallow: /"
	htmlFile    = "<HTML>\nUser-agent: mybot<BR>\nDisallow: <BR>\nCrawl-Delay: 10<BR>\nUser-agent: *<BR>\nDisallow: /<BR>\n"
	delaysFile  = "User-Agent: bingbot\r\nCrawl-delay: 1\r\n\r\nUser-Agent: msnbot\r\nCrawl-delay: 2\r\n\r\nUser-Agent: pinterestbot\r\nCrawl-delay: 0.2\r\n\r\nUser-agent: *\r\nDisallow: /login\r\nSitemap: http://www.example.com/sitemap.xml\r\nDisallow: /assets/"
	unicodeFile = "User-agent: *\nDisallow: /bücher/\nDisallow: /k%C3%B6nyvek/\n\nUser-agent: GoodBot\nAllow: /"
)

// commonsText are its other tests, of files that stand in the tests.
var commonsText = []struct {
	robots, token, allowed, not string
}{
	{"", "anybot", "/anypage.html", ""},
	{"User-agent: *\r\nDisallow: /index.cfm?fuseaction=sitesearch.results*", "anybot", "", "/index.cfm?fuseaction=sitesearch.results&type=People&qry=california&pg=2"},
	{"User-agent: *\nDisallow: /*.php$", "anybot", "/filename.php?parameters /filename.php/ /filename.php5 /windows.PHP", "/filename.php /folder/filename.php"},
	{"User-agent: *\nDisallow: /*fish*.php", "anybot", "/fishheads/catfish.htm", "/fish.php /superfishheads/catfish.php?parameters"},
	{"User-agent: *\r\nDisallow: /", "any-darn-crawler", "/robots.txt", " ?q=a /x"},
	{"User-agent: crawler1\nDisallow: /index.html\nAllow: /\n\nUser-agent: crawler2\nDisallow: /", "crawler3", "/anypage.html /index.html", ""},
	{unicodeFile, "mybot", "/", "/b%C3%BCcher/book1.html /bücher/book2.html /k%C3%B6nyvek/book1.html /könyvek/book2.html"},
	{strings.ReplaceAll(unicodeFile, "ü", "\xfc"), "goodbot", "/ /b%C3%BCcher/book1.html", ""},
	{strings.ReplaceAll(unicodeFile, "ü", "\xfc"), "mybot", "/", "/k%C3%B6nyvek/book1.html /könyvek/book2.html"},
	{rfpFile, "webcrawler", "/ /index.html", ""},
	{rfpFile, "unhipbot", "/robots.txt", "/ /index.html /serv"},
	{rfpFile, "unknown", "/server.html /services/fast.html /org/about.html /%7Emak/mak.html /robots.txt", "/ /index.html /orgo.gif /org/plans.html /%7Ejim/jim.html"},
	{nutchFile, "Agent1", "/b /b/b/foo.html /c /d /foo/bar/baz.html", "/a /a/ /a/bloh/foo.html /b/a /b/a/index.html"},
	{nutchFile, "Agent2", "/a /b/a /e/d /foo/bar/baz.html", "/d /d/a /e/d/foo.html"},
	{nutchFile, "Agent4", "/a /b/a /e/d", "/d /d/a /e/d/foo.html"},
	{nutchFile, "Agent5", "/a /d", "/foo/bar/baz.html"},
	{"<HTML><HEAD><TITLE>Site under Maintenance</TITLE></HTML>", "anybot", "/", ""},
	{"User-agent: *\nAllow: /AnyPage.html\nAllow: /somepage.html\nDisallow: /", "anybot", "/AnyPage.html /somepage.html", "/anypage.html /SomePage.html"},
	{"User-agent: *\nDisallow: /disallowed/\nAllow: /allowed/\nUser-agent: *\nDisallow: ", "anybot", "/ /anypage.html /allowed/index.html", "/disallowed/index.html"},
	{"User-agent: *\nDisallow: /index.html\nAllow: /\n\nUser-agent: *\nDisallow: /", "anybot", "/anypage.html", "/index.html"},
	{"User-agent: foo/1.2\nDisallow: /index.html\nAllow: /", "foo", "/anypage.html", "/index.html"},
	{"User-agent: foo bar\nDisallow: /index.html\nAllow: /", "foo", "/anypage.html", "/index.html"},
	{"User-agent: One, Two, Three\nDisallow: /\n\nUser-agent: *\nAllow: /", "One", "", "/fish"},
	{"User-agent: crawler1\nDisallow: /index.html\nnewfield: 234\nUser-agent: crawler2\nDisallow: /", "crawler2", "", "/anypage.html"},
	{krugleFile, "googlebot", "", "/examples/index.html /"},
	{krugleFile, "anybot", "/", "/examples/index.html"},
	{delaysFile, "bingbot", "/", "/login /assets/"},
	{"User-agent: crawlerbot\nDisallow: /foo/bar\n\nUser-agent: crawler\nAllow: /foo/bar\n", "crawlerbot", "", "/foo/bar"},
	{"User-agent: crawlerbot\nDisallow: /foo/bar\n\nUser-agent: crawler\nAllow: /foo/bar\n", "crawler", "/foo/bar", ""},
	{"User-agent: Mozilla/5.0 (compatible; Butterfly/1.0)\nDisallow: /", "butterfly", "/", ""},
	// Where the answers of crawler-commons are others:
	{htmlFile, "anybot", "/index.html", ""},                                                    // it strips markup, so that the rule is "/"
	{"User-agent: crawler1 crawler2\nDisallow: /index.html", "crawler2", "/index.html", ""},    // it takes a line for a list of tokens
	{"User-agent: Download Ninja\nDisallow: /index.html", "Download Ninja", "/index.html", ""}, // that is no product token
	{"User-agent: *\nCrawl-delay: 3600\nDisallow:", "bixo", "/", ""},                           // it allows nothing where the delay is above five minutes
	{"User-agent: googlebot\nDisallow: /\n", "googlebot/2.1", "/", ""},                         // it compares by prefix
}

func TestCrawlerCommonsText(t *testing.T) {
	for _, c := range commonsText {
		p := Parse([]byte(c.robots), Options{}).For(c.token)
		for path := range strings.FieldsSeq(c.allowed) {
			if !p.Allowed(path) {
				t.Errorf("%s may not fetch %s, of\n%s", c.token, path, c.robots)
			}
		}
		for path := range strings.FieldsSeq(c.not) {
			if p.Allowed(path) {
				t.Errorf("%s may fetch %s, of\n%s", c.token, path, c.robots)
			}
		}
	}
}
