package missing

import (
	"fmt"
	"slices"
	"strings"

	"weft/livecrawl"
)

// advise adds the commands that fetch what is missing. cfg is nil for a stored crawl.
func (m *Missing) advise(path string, cfg *livecrawl.Config) {
	for i := range m.Classes {
		c := &m.Classes[i]
		if cfg == nil || cfg.Web != livecrawl.Live {
			c.Fetch = stored(c.Name, path)
		} else {
			c.Fetch = resumed(c, path, cfg)
		}
	}
}

// quoted makes a path a word of a shell.
func quoted(path string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+,:@%", r)
	}
	if path != "" && !strings.ContainsFunc(path, func(r rune) bool { return !safe(r) }) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// anew are the commands that crawl a class anew, from its list.
func anew(class, path, more string) string {
	return fmt.Sprintf("weft missing %s --list %s -o %s.tsv && weft crawl --seeds %s.tsv -o NEW%s", quoted(path), class, class, class, more)
}

// stored are the commands for a stored crawl, or for a replay of one.
func stored(class, path string) []Fetch {
	switch class {
	case Requisites, Sitemaps, Absent, Unknown, Excluded:
		return []Fetch{}
	}
	return []Fetch{{Command: anew(class, path, " --depth 0")}}
}

// resumed are the commands for the folder of a live crawl.
func resumed(c *Class, path string, cfg *livecrawl.Config) []Fetch {
	resume := "weft crawl --resume " + quoted(path)
	switch c.Name {
	case Failed:
		return []Fetch{{resume, "errors that may pass, such as 5xx and lost connections"}, {anew(Failed, path, " --depth 0"), "all"}}
	case Waiting, Never:
		return []Fetch{{Command: resume}}
	case Held:
		return []Fetch{{Command: resume + " --no-traps"}}
	case CutShort:
		return cutShort(c, resume)
	case Shells:
		return []Fetch{{fmt.Sprintf("weft missing %s --list %s | cut -f1", quoted(path), Shells), "a list for a crawler with a browser"}}
	case Cookies:
		return []Fetch{{Command: anew(Cookies, path, " --cookies")}}
	case Limit:
		return limits(c, resume, cfg)
	case Robots:
		return []Fetch{{resume + " --robots ignore", "only if the site is yours, or its owner agrees"}}
	case Nofollow:
		return []Fetch{{Command: resume + " --nofollow ignore"}}
	case Scope:
		return []Fetch{{resume + " --include RE", "RE is a regular expression that finds those that you want"}, {resume + " --scope anywhere", "all, and what they lead to"}}
	case Types:
		return []Fetch{{Command: resume + " --types '*/*'"}}
	case Requisites, Sitemaps:
		return []Fetch{{resume, "errors that may pass"}}
	}
	return []Fetch{}
}

// cutShort are the commands for pages that are kept in part.
func cutShort(c *Class, resume string) []Fetch {
	list := []Fetch{}
	isLimit := func(r Reason) bool { return strings.HasPrefix(r.Reason, "larger") }
	isMemory := func(r Reason) bool { return strings.Contains(r.Reason, "memory") }
	if slices.ContainsFunc(c.Reasons, func(r Reason) bool { return !isLimit(r) && !isMemory(r) }) {
		list = append(list, Fetch{resume, "bodies that broke off or were too slow"})
	}
	if slices.ContainsFunc(c.Reasons, isLimit) {
		list = append(list, Fetch{resume + " --max-page SIZE", "a SIZE larger than before"})
	}
	if slices.ContainsFunc(c.Reasons, isMemory) {
		list = append(list, Fetch{resume + " --memory SIZE", "a SIZE larger than before"})
	}
	return list
}

// limits are the commands for pages that limits leave out.
func limits(c *Class, resume string, cfg *livecrawl.Config) []Fetch {
	var flags []string
	add := func(flag string) {
		if !slices.Contains(flags, flag) {
			flags = append(flags, flag)
		}
	}
	for _, r := range c.Reasons {
		switch {
		case strings.Contains(r.Reason, "bytes of a host"):
			add(" --host-bytes SIZE")
		case strings.Contains(r.Reason, "pages of a host"):
			add(" --host-pages N")
		default:
			add(" --depth N")
		}
	}
	if len(flags) == 0 && cfg.Scope.Depth >= 0 {
		add(" --depth N")
	}
	return []Fetch{{resume + strings.Join(flags, ""), "a value larger than before"}}
}
