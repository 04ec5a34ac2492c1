package visit

import (
	"strings"
)

// RedirectsInARow is the rule of a page that is the last of too many of them.
const RedirectsInARow = "trap: redirects in a row"

// StatusLeftOut is the status of a page that is out of scope, as in Heritrix.
const StatusLeftOut = -5000

// IsTrap reports whether a rule is one of traps, and not a limit.
func IsTrap(rule string) bool { return strings.HasPrefix(rule, "trap: ") }

// FewWords is where a page says too little to be called like another.
const FewWords = 24

// MaxTwice is the largest response that is kept until the second one came. Pages with larger ones are requested once.
const MaxTwice = 128 << 10

// MaxRedirects is the largest number of redirects in a row that are followed; MaxSeedRedirects holds for a seed
// beyond the scope.
const (
	MaxRedirects     = 20
	MaxSeedRedirects = 10
)

// Redirects returns how many redirects in a row a path ends with.
func Redirects(path string) int { return len(path) - len(strings.TrimRight(path, "R")) }
