package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"weft/livecrawl/folder"
)

// What an option cannot be is refused with status 2 by every command that has it, in words that say what it can be,
// before anything is done.
func TestRefusedOptions(t *testing.T) {
	t.Chdir(t.TempDir())
	var errs bytes.Buffer
	links := "http://a.example/ http://b.example/x\nhttp://b.example/x http://a.example/\nhttp://b.example/x http://c.example/\n"
	if got := run([]string{"import", "-", "-o", "c", "--fetched", "linking"}, strings.NewReader(links), io.Discard, &errs); got != exitDone {
		t.Fatal(errs.String())
	}
	crawl := "crawl http://127.0.0.1:1/ -o no "
	for line, want := range map[string]string{
		"info c --workers -1": "expected 0 or more", "demo -o no --pages 100": "expected 200 to 1000000", "demo -o no --pages 2000000": "expected 200 to 1000000",
		"distances c --runs -1": "expected 0 or more", "degrees c --samples 9": "--samples 9: expected 10 or more", "components c --samples 0": "expected 10 or more", "portrait c --samples -2": "expected 10 or more", "report c --samples 5": "expected 10 or more", "distances c --iterations -1": "expected 0 or more", "distances c --kinds love": `unknown kind of arc "love"`,
		"export c --kinds love": "--kinds: ", "export c --format gexf --top -1": "expected 0 or more",
		"fidelity c --list 0": "--list 0: expected 1 or more", "fidelity c --samples 1": "--samples 1: expected 100 or more, or -1 for no", "fidelity c --samples 0": "--samples 0: expected 100 or more", "fidelity c --samples -5": "--samples -5: expected 100 or more", "fidelity c --rankings beauty": "--rankings beauty: expected", "fidelity c --alpha 1": "between 0 and 1", "fidelity c --alpha 0": "between 0 and 1",
		"fidelity c --iterations -1": "expected 0 or more", "fidelity c --top 0": "1 or more", "fidelity c --wanted -1": "expected 0 or more", "fidelity c --fetched all": "already knows which pages were fetched",
		"fidelity calibrate c --sets 0": "expected 1 or more", "fidelity calibrate c --draws 0": "expected 1 or more", "fidelity calibrate c --blocks 1": "shares from 0 to less than 1",
		"fidelity calibrate c --blocks x": "shares from 0 to less than 1", "fidelity calibrate c --blocks 0.1,0.1": "0.1 is given twice", "fidelity calibrate c --blocks -0.1": "shares from 0 to less than 1",
		"import - -o no --pages -1": "expected 0 or more", "import - -o no --max-bad 2": "expected a share such as", "import - -o no --max-bad x": "expected a share such as", "import - -o no --max-bad -1": "expected a share such as",
		"quotient c -o no --sites x": "--sites requires --by site", "quotient c -o no --by site": "--sites",
		"rank pagerank c --method magic": "--method magic: expected", "rank pagerank c --iterations 0": "expected 1 or more", "rank pagerank c --tolerance -1": "0 or more", "rank pagerank c --tolerance NaN": "0 or more", "rank pagerank c --tolerance Inf": "--tolerance +Inf: expected", "rank hits c --tolerance Inf": "--tolerance +Inf: expected", "rank hits c --iterations 0": "expected 1 or more",
		"rank pagerank c --alpha 0": "between 0 and 1", "rank hits c --norm l3": "--norm l3: expected", "rank indegree c --kinds love": `unknown kind of arc "love"`,
		"seeds c --core round": "--core round: expected", "seeds c --min-core 0x3": "two numbers", "seeds c --core size --size 0": "--size 0: expected 2 or more", "reproduce seeds --draws 1": "--draws 1: expected 2 or more", "reproduce seeds --pages 9": "--pages 9: expected 100 or more", "reproduce fidelity --few 0": "--few 0: expected 1 or more", "reproduce fidelity --pages 99": "--pages 99: expected 100 to 50000", "reproduce site c": "--truth is missing", "reproduce site c --truth x --keyword y": "--keyword requires --site", "reproduce site c --truth x --keep 0": "--keep 0: expected 1 or more", "seeds c --core size --literal": "--literal requires --core density", "seeds c --core size --size 1": "--size 1: expected 2 or more", "seeds c --core size --members 0": "--members 0: expected 1 or more",
		"seeds c --max-hubs -1": "--max-hubs -1: expected 0 or more", "seeds c --rounds -1": "--rounds -1: expected 0 or more", "seeds c --iterations 0": "--iterations 0: expected 1 or more", "seeds c --format seed": "--format seed: expected one of list", "seeds c --format heritrx": "did you mean heritrix?", "seeds c --kinds love": `unknown kind of arc "love"`,
		"seeds c --sites x": "--sites requires --prune site", "seeds c --density -1": "at most 100", "seeds c --tolerance NaN": "--tolerance NaN: expected a number", "seeds c --tolerance Inf": "--tolerance +Inf: expected a number",
		"seeds eval c --seeds x --depth 0": "expected 1 or more", "seeds eval c --seeds x --draws 0": "expected 1 or more", "seeds carry c c --all --old-text x": "require each other", "seeds carry c c --all --new-text x": "require each other",
		"simulate c --orders magic": "--orders: ", "simulate c --orders bfs,bfs": "bfs is given twice", "simulate c --start few": "expected random or top", "simulate c --sets 0": "expected 1 or more",
		"simulate model --plots c/weft.json": "expected the name of a folder", "simulate course c --plots c/weft.json/x": "expected a folder", "simulate fit c --plots c/weft.json": "expected the name of a folder", "simulate course c --progress 0.2,0.1": "expected increasing percents",
		"simulate c --iterations 0": "expected 1 or more", "simulate c --seed-share 0": "more than 0", "simulate c --seed-share 2": "at most 1", "simulate c --alpha 1": "between 0 and 1", "simulate c --blocks 1": "shares from 0",
		crawl + "--delay -1": "--delay -1: expected 0 to 86400 seconds", crawl + "--delay NaN": "expected a duration", crawl + "--address-delay -2": "or -1 for the value of --delay", crawl + "--connections 0": "expected 1 to 100", crawl + "--connections 101": "expected 1 to 100",
		crawl + "--repeats 0": "--repeats 0: expected 1 or more", crawl + "--repeats -5": "--repeats -5: expected 1 or more",
		crawl + "--tries 0": "expected 1 to 100", crawl + "--tries 101": "expected 1 to 100", crawl + "--time -1s": "expected positive durations", crawl + "--page-time 0s": "expected positive durations", crawl + "--patience -1s": "expected positive durations",
		crawl + "--nofollow maybe": "expected obey or ignore", crawl + "--bytes many": "--bytes: ", crawl + "--host-bytes many": "--host-bytes: ", crawl + "--max-page x": "--max-page: ", crawl + "--warc-size x": "--warc-size: ",
		crawl + "--scope regex:[": "regex", crawl + "--depth -2": "depth",
	} {
		errs.Reset()
		var out bytes.Buffer
		if got := run(strings.Fields(line), strings.NewReader(""), &out, &errs); got != exitUsage || !strings.Contains(errs.String(), want) || out.Len() > 0 {
			t.Errorf("weft %s: exit status %d, %s%s; want %q", line, got, errs.String(), out.String(), want)
		}
	}
}

// configured is what a crawl is by some flags, as steering flags are read.
func configured(t *testing.T, flags []string) (*cobra.Command, *crawlFlags) {
	t.Helper()
	cmd, fl := &cobra.Command{}, &crawlFlags{}
	fl.add(cmd)
	if err := cmd.ParseFlags(flags); err != nil {
		t.Fatal(err)
	}
	fl.config.Web, fl.config.Seeds = folder.Live, []string{"http://localhost/"}
	return cmd, fl
}

// A crawl that goes on with a flag is what it would be if it had been begun with that instead of what it was begun
// with; nothing else changes.
func TestSteering(t *testing.T) {
	begun := map[string]string{
		"scope": "domain", "include": "one", "exclude": "two", "depth": "3", "outside": "1", "embeds": "2", "host-pages": "40", "host-bytes": "5MiB", "types": "text/html",
		"no-traps": "false", "repeats": "500", "nofollow": "obey", "robots": "obey", "sitemaps": "true", "requisites": "5",
	}
	flagsOf := func(m map[string]string) (flags []string) {
		for name, v := range m {
			flags = append(flags, "--"+name+"="+v)
		}
		slices.Sort(flags)
		return flags
	}
	parsed := func(m map[string]string) *folder.Config {
		_, fl := configured(t, flagsOf(m))
		if err := fl.setConfig(7); err != nil {
			t.Fatalf("%q: %v", m, err)
		}
		return &fl.config
	}
	text := func(c *folder.Config) string {
		b, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for name, v := range map[string]string{
		"include": "three", "exclude": "four", "depth": "9", "outside": "0", "embeds": "1", "host-pages": "7", "host-bytes": "1KiB", "types": "text/plain", "no-traps": "true", "repeats": "7", "nofollow": "ignore",
		"robots": "ignore", "sitemaps": "false", "requisites": "1000",
	} {
		c := parsed(begun)
		before := text(c)
		cmd, fl := configured(t, []string{"--" + name + "=" + v})
		if err := (&app{}).steer(cmd, fl, c, nil); err != nil {
			t.Errorf("--%s %s: %v", name, v, err)
			continue
		}
		all := maps.Clone(begun)
		all[name] = v
		if got, want := text(c), text(parsed(all)); got != want || got == before {
			t.Errorf("--%s %s:\ngot  %s\nwant %s\nfrom %s", name, v, got, want, before)
		}
	}
	c := parsed(begun)
	cmd, fl := configured(t, []string{"--scope", "regex:five"})
	if err := (&app{}).steer(cmd, fl, c, []string{"http://b.example/"}); err != nil {
		t.Fatal(err)
	}
	if s := c.Scope; s.Area != "listed" || !slices.Equal(s.Include, []string{"five"}) || !slices.Equal(s.Exclude, []string{"two"}) || s.Depth != 3 || !slices.Equal(c.Seeds, []string{"http://localhost/", "http://b.example/"}) {
		t.Errorf("another scope, and a seed: got %+v, %q", s, c.Seeds)
	}
	for _, name := range []string{"include", "exclude"} {
		c := parsed(begun)
		cmd, fl := configured(t, []string{"--no-" + name})
		if err := (&app{}).steer(cmd, fl, c, nil); err != nil {
			t.Fatal(err)
		}
		all := maps.Clone(begun)
		delete(all, name)
		if got, want := text(c), text(parsed(all)); got != want {
			t.Errorf("--no-%s:\ngot  %s\nwant %s", name, got, want)
		}
		cmd, fl = configured(t, []string{"--no-" + name, "--" + name, "x"})
		if err := (&app{}).steer(cmd, fl, parsed(begun), nil); !isUsage(err) {
			t.Errorf("--no-%s --%s: got %v", name, name, err)
		}
	}
	regex := parsed(map[string]string{"scope": "regex:five"})
	for _, flags := range [][]string{{"--no-include"}, {"--no-include", "--scope", "regex:six"}} {
		cmd, fl = configured(t, flags)
		if err := (&app{}).steer(cmd, fl, regex, nil); !isUsage(err) {
			t.Errorf("%v of a crawl whose scope is an expression: got %v", flags, err)
		}
	}
	cmd, fl = configured(t, []string{"--nofollow", "perhaps"})
	if err := (&app{}).steer(cmd, fl, c, nil); !isUsage(err) {
		t.Errorf("got %v", err)
	}
}

// Names that flags had are understood, and told as they are now.
func TestFormerNames(t *testing.T) {
	for line, want := range map[string]string{
		"seeds c --seeds 0": "--count 0", "simulate c --seeds few": "--start few", "reproduce seeds c --seeds 0": "--count 0",
	} {
		var out, errs bytes.Buffer
		if got := run(strings.Fields(line), strings.NewReader(""), &out, &errs); got != exitUsage || !strings.Contains(errs.String(), want) {
			t.Errorf("weft %s: exit status %d, %s; want %q", line, got, errs.String(), want)
		}
	}
}
