package folder

import (
	"fmt"
	"slices"
	"strings"

	"weft/crawl/strategy"
)

// CutScores divides what names a strategy into Config.Strategy and Config.Scores.
func CutScores(text string) (name, scores string) {
	name, scores, _ = strings.Cut(text, ":")
	if takesFile(name) {
		return name, scores
	}
	return text, ""
}

func takesFile(name string) bool {
	return slices.ContainsFunc(strategy.All, func(n strategy.Named) bool { return n.Name == name && n.Takes == strategy.File })
}

// IsOnly reports whether a name is the strategy of a run that requests listed pages only.
func IsOnly(name string) bool { return name == strategy.OnlyName }

// IsHanded reports whether a name is the strategy of a crawl that shares its frontier.
func IsHanded(name string) bool { return name == strategy.HandedName }

// OrderOf returns the strategy of a name. It refuses a file of scores for a strategy that takes none, and a
// strategy that needs one without it.
func OrderOf(name, scores string) (strategy.Choice, error) {
	if IsOnly(name) {
		return strategy.Choice{Named: strategy.Only, File: scores}, nil
	}
	if IsHanded(name) {
		return strategy.Choice{Named: strategy.FromFrontier}, nil
	}
	if takesFile(name) {
		return strategy.Parse(name+":"+scores, strategy.All)
	}
	c, err := strategy.Parse(name, strategy.All)
	if err == nil && scores != "" {
		err = fmt.Errorf("the strategy %s takes no file of scores: score:FILE does", name)
	}
	return c, err
}
