package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commandPages is the folder of the reference of commands, a page for each.
var commandPages = filepath.Join("..", "..", "docs", "commands")

const generatedPage = "<!-- Generated from the help of the command: go generate ./cmd/weft -->\n\n"

// The reference of commands is what its generator makes of their help. -update writes it.
func TestCommandPagesAreFresh(t *testing.T) {
	want := map[string]string{}
	for name, text := range commandReference((&app{}).root(), jsonPages(t)) {
		want[filepath.Join(commandPages, name)] = text
	}
	fresh(t, commandPages, want)
}

// fresh compares files with generated texts, by their paths, and a folder with those of them in it. -update writes them, and
// removes others.
func fresh(t *testing.T, folder string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if _, is := want[path]; is {
			continue
		}
		if !*update {
			t.Errorf("%s is not generated\nrun go generate ./cmd/weft", path)
		} else if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for path, text := range want {
		if *update {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if old, err := os.ReadFile(path); err != nil || string(old) != text {
			t.Errorf("%s is stale: %s\nrun go generate ./cmd/weft", path, firstDifference(string(old), text))
		}
	}
}

// commandReference returns the pages of all commands by their file names. json has the pages of the reference of JSON.
func commandReference(root *cobra.Command, json map[string]string) map[string]string {
	pages := map[string]string{}
	for _, c := range commandsBelow(root) {
		var b strings.Builder
		b.WriteString(generatedPage)
		writeCommandPage(&b, c, "#", json)
		pages[c.Name()+".md"] = strings.TrimRight(b.String(), "\n") + "\n"
	}
	pages["index.md"] = commandIndex(root)
	return pages
}

// writeCommandPage writes the section of a command and, one level deeper, those of the commands below it.
func writeCommandPage(b *strings.Builder, cmd *cobra.Command, level string, json map[string]string) {
	fmt.Fprintf(b, "%s %s\n\n", level, cmd.CommandPath())
	b.WriteString(helpAsMarkdown(description(cmd)))
	fmt.Fprintf(b, "```sh\n%s\n```\n\n", strings.Join(usages(cmd), "\n"))
	if cmd.Example != "" {
		fmt.Fprintf(b, "Examples:\n\n```sh\n%s\n```\n\n", unindented(cmd.Example))
	}
	if below := commandsBelow(cmd); len(below) > 0 {
		b.WriteString("| command | what it does |\n|---|---|\n")
		for _, c := range below {
			fmt.Fprintf(b, "| [`%s`](#%s) | %s |\n", c.CommandPath(), strings.ReplaceAll(c.CommandPath(), " ", "-"), escaped(c.Short))
		}
		b.WriteByte('\n')
	}
	titles, of := byHeading(cmd.NonInheritedFlags(), "Flags")
	for _, title := range titles {
		writeFlagTable(b, title, of[title])
	}
	name := strings.TrimPrefix(cmd.CommandPath(), "weft ")
	if page := pageOf(name); strings.Contains(json[page], "\n## "+name+"\n") {
		fmt.Fprintf(b, "[Flags of all commands](index.md#flags-of-all-commands).\nWith `--json` it prints the object [%s](../json/%s.md#%s).\n\n",
			name, page, strings.ReplaceAll(name, " ", "-"))
	} else {
		b.WriteString("[Flags of all commands](index.md#flags-of-all-commands).\n\n")
	}
	for _, c := range commandsBelow(cmd) {
		writeCommandPage(b, c, level+"#", json)
	}
}

// writeFlagTable writes a table of flags below a line with its title.
func writeFlagTable(b *strings.Builder, title string, flags []*pflag.Flag) {
	fmt.Fprintf(b, "**%s**\n\n| flag | what it does |\n|---|---|\n", title)
	for _, f := range flags {
		name, usage := flagText(f)
		fmt.Fprintf(b, "| `%s` | %s |\n", strings.ReplaceAll(name, "|", `\|`), escaped(usage))
	}
	b.WriteByte('\n')
}

// commandIndex returns the page that lists all commands, everyday words and the flags that all commands have.
func commandIndex(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("<!-- Generated from the help of the commands: go generate ./cmd/weft -->\n\n# Commands\n\n" +
		"`weft help COMMAND` prints these pages in the terminal.\n[Exit statuses](../crawling.md#exit-status), [JSON](../json.md).\n\n")
	for _, g := range groups {
		fmt.Fprintf(&b, "## %s\n\n| command | what it does |\n|---|---|\n", g.title)
		for _, name := range g.commands {
			if c := commandOf(root, name); c != nil && c.IsAvailableCommand() {
				fmt.Fprintf(&b, "| [`weft %s`](%s.md) | %s |\n", name, name, escaped(c.Short))
			} else {
				fmt.Fprintf(&b, "| `weft %s` | %s |\n", name, escaped(c.Short))
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("## From an everyday word to its command\n\nweft also names the command when you type one of these words.\n\n| word | command |\n|---|---|\n")
	rows := map[string]string{}
	for _, e := range everydayLines {
		for word := range strings.FieldsSeq(e.words) {
			rows[word] = fmt.Sprintf("| %s | %s |\n", word, linkedCommands(e.text(nil)))
		}
	}
	for _, word := range slices.Sorted(maps.Keys(rows)) {
		b.WriteString(rows[word])
	}
	b.WriteString("\n## Flags of all commands\n\n")
	_, of := byHeading(root.PersistentFlags(), "Flags")
	writeFlagTable(&b, "Flags", of["Flags"])
	b.WriteString("```{toctree}\n:hidden:\n\n")
	for _, c := range commandsBelow(root) {
		b.WriteString(c.Name() + "\n")
	}
	b.WriteString("```\n")
	return b.String()
}

// linkedCommands returns the command lines that a word means, as code, each with a link to the page of its command.
func linkedCommands(lines string) string {
	parts := strings.Split(lines, " or ")
	for i, part := range parts {
		line, purpose, _ := strings.Cut(part, " (")
		parts[i] = fmt.Sprintf("[`%s`](%s.md)", line, strings.Fields(line)[1])
		if purpose != "" {
			parts[i] += " (" + purpose
		}
	}
	return strings.Join(parts, " or ")
}

// sentenceEnd matches the end of a sentence and the blank after it. Each sentence gets a line of its own.
var sentenceEnd = regexp.MustCompile("([.!?][\")]*) +([A-Z(`]|weft )")

// numbered matches the number of an item of a list.
var numbered = regexp.MustCompile(`^[0-9]+\. `)

// helpAsMarkdown returns a help text as Markdown: terms with meanings become tables, other indented lines lists.
func helpAsMarkdown(text string) string {
	var b strings.Builder
	kind := ""
	begin := func(k, head string) {
		if kind != k {
			if kind != "" && kind != "gap" {
				b.WriteByte('\n')
			}
			b.WriteString(head)
		}
		kind = k
	}
	for _, block := range helpBlocks(text) {
		switch m := item().FindStringSubmatch(block); {
		case m == nil && strings.HasPrefix(block, "#"): // a heading of the help of cobra's commands
			begin("paragraph", "")
			b.WriteString("**" + strings.Trim(block, "#: ") + "**\n\n")
			kind = "gap"
		case strings.HasPrefix(block, "\t"): // a command in that help
			begin("paragraph", "")
			b.WriteString("```sh\n" + strings.TrimSpace(block) + "\n```\n\n")
			kind = "gap"
		case m == nil:
			begin("paragraph", "")
			b.WriteString(sentenceEnd.ReplaceAllString(escaped(block), "$1\n$2") + "\n\n")
			kind = "gap"
		case m[2] != "":
			begin("table", "| value | meaning |\n|---|---|\n")
			fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(strings.TrimSpace(m[2]), "|", `\|`), escaped(m[3]))
		default:
			begin("list", "")
			mark, text := "- ", strings.TrimPrefix(m[3], "- ")
			if number := numbered.FindString(text); number != "" {
				mark, text = number, strings.TrimPrefix(text, number)
			}
			rest := strings.Repeat(" ", len(mark))
			b.WriteString(mark + sentenceEnd.ReplaceAllString(escaped(text), "$1\n"+rest+"$2") + "\n")
		}
	}
	if kind != "gap" {
		b.WriteByte('\n')
	}
	return b.String()
}

// helpBlocks returns the paragraphs and items of a help text, each in one line, as wrap reads them.
func helpBlocks(text string) (blocks []string) {
	open := false
	for line := range strings.SplitSeq(text, "\n") {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		last := len(blocks) - 1
		switch {
		case strings.TrimSpace(line) == "":
			open = false
		case open && indent == 0 && blocks[last][0] != ' ':
			blocks[last] += " " + line
		case open && indent > len(blocks[last])-len(strings.TrimLeft(blocks[last], " ")) && blocks[last][0] == ' ':
			blocks[last] += " " + strings.TrimSpace(line)
		default:
			blocks, open = append(blocks, line), true
		}
	}
	return blocks
}

// codeInText is a flag, or a command in quotes, within a text of help.
var codeInText = regexp.MustCompile(`--[a-z][a-z-]*[a-z]|"weft [^"]*"`)

// escaped returns a text of help as Markdown, also within a table. Flags and quoted commands become code.
func escaped(text string) string {
	plain := strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "|", `\|`, "$", `\$`)
	var b strings.Builder
	for {
		at := codeInText.FindStringIndex(text)
		if at == nil {
			return b.String() + plain.Replace(text)
		}
		b.WriteString(plain.Replace(text[:at[0]]) + "`" + strings.ReplaceAll(strings.Trim(text[at[0]:at[1]], `"`), "|", `\|`) + "`")
		text = text[at[1]:]
	}
}

// unindented returns lines without the blanks before them.
func unindented(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, "\n")
}

// commandInCode is a command line of weft within inline code.
var commandInCode = regexp.MustCompile("`(weft [a-z][^`]*)`")

// commandsOf returns the command lines of weft in the code of a page.
func commandsOf(page string) (lines []string) {
	inBlock, isOutput := false, false
	for line := range strings.SplitSeq(page, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			inBlock, isOutput = !inBlock, trimmed == "```text"
		case inBlock && !isOutput && strings.HasPrefix(trimmed, "weft "):
			lines = append(lines, trimmed)
		case !inBlock:
			for _, m := range commandInCode.FindAllStringSubmatch(line, -1) {
				lines = append(lines, m[1])
			}
		}
	}
	return lines
}

// The commands and flags that the documentation names exist.
func TestCommandsOfDocuments(t *testing.T) {
	pages := []string{filepath.Join("..", "..", "README.md"), filepath.Join("..", "..", "CHANGELOG.md")}
	err := filepath.WalkDir(filepath.Join("..", "..", "docs"), func(path string, _ os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" && filepath.Dir(path) != commandPages {
			pages = append(pages, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range commandsOf(string(text)) {
			looked++
			if wrong := unknownIn(line); wrong != "" {
				t.Errorf("%s: %s: there is no %s", page, line, wrong)
			}
		}
	}
	if looked < 300 {
		t.Errorf("only %d commands were checked", looked)
	}
}

// knownCommands makes all commands once. TestCommandsOfDocuments took 19 s when each line of a page made them anew.
var knownCommands = sync.OnceValue(func() *cobra.Command { return (&app{}).root() })

// unknownIn returns the first command or flag of a command line that does not exist; empty if all do.
func unknownIn(line string) string {
	line, _, _ = strings.Cut(line, " #")
	line, _, _ = strings.Cut(line, " | ")
	line, _, _ = strings.Cut(line, " && ")
	words := strings.Fields(line)[1:]
	cmd, rest, err := knownCommands().Find(words)
	if err != nil || !cmd.HasParent() {
		if everydayFor(words[0]) != nil {
			return ""
		}
		return "command " + words[0]
	}
	for _, word := range rest {
		name, isFlag := strings.CutPrefix(word, "--")
		if name, _, _ = strings.Cut(name, "="); !isFlag || name == "" {
			continue
		}
		name = strings.TrimRight(name, ".,;:)]")
		if cmd.Flags().Lookup(name) == nil && cmd.InheritedFlags().Lookup(name) == nil && name != "help" {
			return "flag --" + name + " of " + cmd.CommandPath()
		}
	}
	return ""
}

// Unknown commands and flags are found.
func TestUnknownIn(t *testing.T) {
	for line, want := range map[string]string{
		"weft info c --json": "", "weft stats": "", "weft rank pagerank c --top 3 # best": "", "weft crawl --until=hak=0.8 …": "",
		"weft weave c": "command weave", "weft info c --loom": "flag --loom of weft info",
	} {
		if got := unknownIn(line); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// Command lines of everyday words lead to pages.
func TestLinkedCommands(t *testing.T) {
	for lines, want := range map[string]string{
		"weft rank hits": "[`weft rank hits`](rank.md)",
		"weft import (into a crawl) or weft export (into others)": "[`weft import`](import.md) (into a crawl) or [`weft export`](export.md) (into others)",
	} {
		if got := linkedCommands(lines); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Help becomes Markdown: paragraphs, lists and tables, with flags as code.
func TestHelpAsMarkdown(t *testing.T) {
	text := "Rank by --top and\nmore. Twice.\n\nOrders:\n  bfs  first_in\n       first out\n  a|b  both\n\nIt has:\n  - one\n  - two\n\nSteps:\n  1. --top. Then\n  2. end\n\nEnd with \"weft info\"."
	want := "Rank by `--top` and more.\nTwice.\n\nOrders:\n\n| value | meaning |\n|---|---|\n| `bfs` | first\\_in first out |\n| `a\\|b` | both |\n\nIt has:\n\n- one\n- two\n\nSteps:\n\n1. `--top`.\n   Then\n2. end\n\nEnd with `weft info`.\n\n"
	if got := helpAsMarkdown(text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
