package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// ofReadme returns the blocks of commands of a README, which run in order in one folder. Blocks that call the go command
// run in a clone of the repository.
func ofReadme(text string) []example {
	list := examplesOf("README.md", text)
	for i := range list {
		list[i].folder = "readme"
		if strings.Contains(list[i].text, "go ") {
			list[i].folder = ""
		}
	}
	return list
}

// endless are the commands that end only when they are interrupted.
var endless = []string{"serve"}

// ofHelp returns the examples of all commands, one for each help.
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
		if e := section(string(text), "Examples:"); e != "" && !slices.Contains(endless, strings.Join(path, " ")) {
			list = append(list, example{where: "weft " + strings.Join(path, " "), text: e})
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

// commandsBelow returns the names of the commands below another, from the completion for shells.
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
