package missing

import (
	"slices"
	"strings"

	"weft/internal/digits"
	"weft/internal/option"
	"weft/livecrawl/folder"
)

// advise adds the commands that fetch what is missing. cfg is nil for a stored crawl.
func (m *Missing) advise(path string, cfg *folder.Config) {
	defer m.Named(option.Quoted)
	if cfg != nil && cfg.Note == folder.DemoNote {
		for i := range m.Classes {
			m.Classes[i].Fetch = []Fetch{} // the made Web of a demo is served no longer
		}
		return
	}
	a := advisor{path: path, cfg: cfg, requests: " {contact} ADDRESS"}
	live := cfg != nil && cfg.Web == folder.Live
	if live {
		a.requests = " {like} " + strings.ReplaceAll(option.Word(path), "%", "%%")
	}
	for i := range m.Patterns {
		x := &m.Patterns[i]
		if !live || x.Pattern == beyondOrigins {
			continue
		}
		x.words[0] = option.Errorf("{resume} %s {release} %s", option.Word(path), option.Word(x.Pattern))
		if !IsHost(x.Pattern) {
			x.words[1] = option.Errorf("{resume} %s {drop} %s", option.Word(path), option.Word(x.Pattern))
		}
	}
	for i := range m.Classes {
		c := &m.Classes[i]
		if live {
			c.Fetch = a.resumed(c)
		} else {
			c.Fetch = a.stored(c)
		}
	}
}

// An advisor makes the commands of a crawl.
type advisor struct {
	path     string
	cfg      *folder.Config
	requests string // the options of a new crawl of the same servers
}

// command makes a command whose options stand in braces.
func command(use string, format string, args ...any) Fetch {
	return Fetch{For: use, words: option.Errorf(format, args...)}
}

// anew is the command that crawls a class anew, from its list.
func (a *advisor) anew(use, class, more string) Fetch {
	return command(use, "weft missing %s {list} "+class+" {output} "+class+".tsv && weft crawl {seeds} "+class+".tsv {output} NEW"+more+a.requests, option.Word(a.path))
}

// stored are the commands for a stored crawl, or for a replay of one. Numbers and names without a host cannot be requested.
func (a *advisor) stored(c *Class) []Fetch {
	switch c.Name {
	case Requisites, Sitemaps, Absent, Unknown, Excluded:
		return []Fetch{}
	}
	if c.NumHosts == 1 && len(c.Hosts) == 1 && c.Hosts[0].Host == "" {
		return []Fetch{}
	}
	return []Fetch{a.anew("", c.Name, " {depth} 0")}
}

// resumed are the commands for the folder of a live crawl.
func (a *advisor) resumed(c *Class) []Fetch {
	resume := func(use, more string) Fetch { return command(use, "{resume} %s"+more, option.Word(a.path)) }
	switch c.Name {
	case Failed:
		all := a.anew("all", Failed, " {depth} 0")
		if c.Final == c.URLs { // a resumed crawl would request none
			return []Fetch{all}
		}
		return []Fetch{resume("retries temporary errors, such as 5xx and lost connections", ""), all}
	case Waiting, Never:
		return []Fetch{resume("", "")}
	case Held:
		return []Fetch{resume("all of them", " {no-traps}")}
	case CutShort:
		return cutShort(c, resume)
	case Shells:
		return []Fetch{command("makes a list for a crawler with a browser", "weft missing %s {list} "+Shells+" | cut -f1", option.Word(a.path))}
	case Cookies, Loops:
		return []Fetch{a.anew("if a browser shows "+digits.Verb(c.URLs, "it", "them"), c.Name, " {cookies}")}
	case Limit:
		return limits(c, resume, a.cfg)
	case Robots:
		return []Fetch{resume("only if you own the site, or its owner agrees", " {robots} ignore")}
	case Nofollow:
		return []Fetch{resume("", " {nofollow} ignore")}
	case Scope:
		return scoped(c, resume)
	case Types:
		return []Fetch{resume("", " {types} '*/*'")}
	case Requisites, Sitemaps:
		return []Fetch{resume("retries temporary errors", "")}
	}
	return []Fetch{}
}

// scoped are the commands for pages outside the scope. A wider scope does not let in the pages that expressions exclude.
func scoped(c *Class, resume func(use, more string) Fetch) []Fetch {
	excluded, others := false, len(c.Reasons) == 0
	for _, r := range c.Reasons {
		if strings.HasPrefix(r.Reason, "regex -") {
			excluded = true
		} else {
			others = true
		}
	}
	var list []Fetch
	if others {
		list = append(list, resume("RE is a regular expression for the URLs that you want", " {include} RE"), resume("all of them, and the pages they lead to", " {scope} anywhere"))
	}
	if excluded {
		list = append(list, resume("drops all expressions and patterns that exclude pages", " {no-exclude}"))
	}
	return list
}

// cutShort are the commands for pages that are kept in part.
func cutShort(c *Class, resume func(use, more string) Fetch) []Fetch {
	list := []Fetch{}
	isLimit := func(r Reason) bool { return strings.HasPrefix(r.Reason, "larger") }
	isMemory := func(r Reason) bool { return strings.Contains(r.Reason, "memory") }
	if slices.ContainsFunc(c.Reasons, func(r Reason) bool { return !isLimit(r) && !isMemory(r) }) {
		list = append(list, resume("retries truncated and slow responses", ""))
	}
	if slices.ContainsFunc(c.Reasons, isLimit) {
		list = append(list, resume("choose a larger SIZE", " {max-page} SIZE"))
	}
	if slices.ContainsFunc(c.Reasons, isMemory) {
		list = append(list, resume("choose a larger SIZE", " {memory} SIZE"))
	}
	return list
}

// limits are the commands for pages that limits leave out.
func limits(c *Class, resume func(use, more string) Fetch, cfg *folder.Config) []Fetch {
	var flags []string
	add := func(flag string) {
		if !slices.Contains(flags, flag) {
			flags = append(flags, flag)
		}
	}
	for _, r := range c.Reasons {
		switch {
		case strings.Contains(r.Reason, "bytes of a host"):
			add(" {host-bytes} SIZE")
		case strings.Contains(r.Reason, "pages of a host"):
			add(" {host-pages} N")
		default:
			add(" {depth} N")
		}
	}
	if len(flags) == 0 && cfg.Scope.Depth >= 0 {
		add(" {depth} N")
	}
	return []Fetch{resume("choose a larger value", strings.Join(flags, ""))}
}

// Named implements answer.Commanding: commands name options as call says.
func (m *Missing) Named(call func(option string) string) {
	for i := range m.Patterns {
		if x := &m.Patterns[i]; x.words[0] != nil {
			x.Release = option.Text(x.words[0], call)
			if x.words[1] != nil {
				x.Drop = option.Text(x.words[1], call)
			}
		}
	}
	for i := range m.Classes {
		for k := range m.Classes[i].Fetch {
			f := &m.Classes[i].Fetch[k]
			f.Command = option.Text(f.words, call)
		}
	}
}
