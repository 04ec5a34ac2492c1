package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// ofReadme returns the blocks of commands of a README, which are run in their order in one folder. What is to be filled
// in first, and says so by an ellipsis in place of an address, is left out.
func ofReadme(text string) []example {
	var list []example
	line := 1
	for i, block := range strings.Split(text, "```") {
		if i%2 == 1 && !strings.Contains(block, "git clone …") {
			folder := "readme"
			if strings.Contains(block, "go ") { // in a clone of its own
				folder = ""
			}
			list = append(list, example{fmt.Sprintf("README.md:%d", line+1), strings.TrimSpace(block), folder})
		}
		line += strings.Count(block, "\n")
	}
	return list
}

// ofHelp returns the examples of all commands, those of one help together.
func (t *trial) ofHelp() ([]example, error) {
	var list []example
	var walk func(path []string) error
	walk = func(path []string) error {
		cmd := exec.Command(filepath.Join(t.dir, "bin", "weft"), append(path, "--help")...)
		cmd.Env = t.env
		text, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("weft %s --help: %w", strings.Join(path, " "), err)
		}
		if e := section(string(text), "Examples:"); e != "" {
			list = append(list, example{"weft " + strings.Join(path, " "), e, ""})
		}
		below, err := t.commandsBelow(path)
		if err != nil {
			return err
		}
		for _, name := range below {
			if err := walk(append(slices.Clip(path), name)); err != nil {
				return err
			}
		}
		return nil
	}
	return list, walk(nil)
}

// commandsBelow returns the commands below another, as shells are told them.
func (t *trial) commandsBelow(path []string) (names []string, err error) {
	cmd := exec.Command(filepath.Join(t.dir, "bin", "weft"), append(append([]string{"__complete"}, path...), "")...)
	cmd.Env = t.env
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("weft __complete %s: %w", strings.Join(path, " "), err)
	}
	for line := range strings.Lines(string(text)) {
		name, _, described := strings.Cut(line, "\t")
		if described && name != "completion" && name != "help" {
			names = append(names, name)
		}
	}
	return names, nil
}

// section returns the lines of a help below a heading.
func section(text, heading string) string {
	_, after, _ := strings.Cut(text, "\n"+heading+"\n")
	body, _, _ := strings.Cut(after, "\n\n")
	var lines []string
	for line := range strings.Lines(body) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.Join(lines, "\n")
}
