package missing

import (
	"slices"
	"strings"

	"weft/internal/option"
	"weft/livecrawl/folder"
)

// advise adds the commands that fetch what is missing. cfg is nil for a stored crawl.
func (m *Missing) advise(path string, cfg *folder.Config) {
	defer m.Named(option.Quoted)
	for i := range m.Classes {
		c := &m.Classes[i]
		if cfg == nil || cfg.Web != folder.Live {
			c.Fetch = stored(c.Name, path)
		} else {
			c.Fetch = resumed(c, path, cfg)
		}
	}
}

// command makes a command whose options stand in braces.
func command(use string, format string, args ...any) Fetch {
	return Fetch{For: use, words: option.Errorf(format, args...)}
}

// anew is the command that crawls a class anew, from its list.
func anew(use, class, path, more string) Fetch {
	return command(use, "weft missing %s {list} "+class+" {output} "+class+".tsv && weft crawl {seeds} "+class+".tsv {output} NEW"+more, option.Word(path))
}

// stored are the commands for a stored crawl, or for a replay of one.
func stored(class, path string) []Fetch {
	switch class {
	case Requisites, Sitemaps, Absent, Unknown, Excluded:
		return []Fetch{}
	}
	return []Fetch{anew("", class, path, " {depth} 0")}
}

// resumed are the commands for the folder of a live crawl.
func resumed(c *Class, path string, cfg *folder.Config) []Fetch {
	resume := func(use, more string) Fetch { return command(use, "{resume} %s"+more, option.Word(path)) }
	switch c.Name {
	case Failed:
		return []Fetch{resume("retries temporary errors, such as 5xx and lost connections", ""), anew("all", Failed, path, " {depth} 0")}
	case Waiting, Never:
		return []Fetch{resume("", "")}
	case Held:
		return []Fetch{resume("", " {no-traps}")}
	case CutShort:
		return cutShort(c, resume)
	case Shells:
		return []Fetch{command("makes a list for a crawler with a browser", "weft missing %s {list} "+Shells+" | cut -f1", option.Word(path))}
	case Cookies:
		return []Fetch{anew("", Cookies, path, " {cookies}")}
	case Limit:
		return limits(c, resume, cfg)
	case Robots:
		return []Fetch{resume("only if you own the site, or its owner agrees", " {robots} ignore")}
	case Nofollow:
		return []Fetch{resume("", " {nofollow} ignore")}
	case Scope:
		return []Fetch{resume("RE is a regular expression for the URLs that you want", " {include} RE"), resume("all of them, and the pages they lead to", " {scope} anywhere")}
	case Types:
		return []Fetch{resume("", " {types} '*/*'")}
	case Requisites, Sitemaps:
		return []Fetch{resume("retries temporary errors", "")}
	}
	return []Fetch{}
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
	for i := range m.Classes {
		for k := range m.Classes[i].Fetch {
			f := &m.Classes[i].Fetch[k]
			f.Command = option.Text(f.words, call)
		}
	}
}
