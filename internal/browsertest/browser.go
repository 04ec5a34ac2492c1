// Package browsertest opens pages in a headless Chromium for tests. It finds text that does not fit the screen, breaches of
// accessibility, and requests to other places, and counts printed pages.
package browsertest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"weft/internal/shared"
)

// names are the names of Chromium on different systems, the preferred first.
var names = []string{"chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"}

// axeFile is where tools/browser.sh puts axe-core, below the user's cache.
const axeFile = "weft-browser/axe-core-4.14.1/axe.min.js"

// hint ends each message about a missing part.
const hint = "tools/browser.sh installs Chromium and axe-core"

// A Browser is a running Chromium. It ends with its test.
type Browser struct {
	tb      testing.TB
	context context.Context //nolint:containedctx // it is the browser of chromedp
	axe     string          // source text of axe-core
}

// Start starts Chromium. Where it or axe-core is missing, the test is skipped with a word. The gate installs both where it can.
func Start(tb testing.TB) *Browser {
	tb.Helper()
	if testing.Short() {
		tb.Skip("short: no browser")
	}
	path, axe := find(tb)
	dir, err := os.MkdirTemp("", "weft-browser-")
	if err != nil {
		tb.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(dir), chromedp.NoSandbox, // root has no sandbox
		chromedp.Flag("disable-gpu", true), chromedp.Flag("hide-scrollbars", true))
	all, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(all)
	tb.Cleanup(func() {
		cancel()
		stop()
		removeSlowly(dir)
	})
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		tb.Fatalf("Chromium (%s) does not start: %v", path, err)
	}
	return &Browser{tb: tb, context: ctx, axe: axe}
}

// find returns the path of Chromium and the source text of axe-core.
func find(tb testing.TB) (path, axe string) {
	tb.Helper()
	shared.Outside()
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		tb.Skipf("no Chromium on the path: %s", hint)
	}
	text, err := os.ReadFile(filepath.Join(cache(), axeFile))
	if err != nil {
		tb.Skipf("no axe-core (%v): %s", err, hint)
	}
	return path, string(text)
}

// cache is the folder of caches as tools/browser.sh understands it, the same on all systems.
func cache() string {
	if dir := os.Getenv("XDG_CACHE_HOME"); dir != "" {
		return dir
	}
	home, _ := os.UserHomeDir()
	return filepath.Join(home, ".cache")
}

// removeSlowly removes a folder that processes of Chromium may still write to.
func removeSlowly(dir string) {
	for range 20 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}
