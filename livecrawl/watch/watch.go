package watch

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"weft/internal/digits"
	"weft/internal/inert"
	"weft/livecrawl"
	"weft/livecrawl/memo"
)

// A Crawl is a crawl to watch, such as a [livecrawl.Job]. Several goroutines call it.
type Crawl interface {
	Status() livecrawl.Status
	About() livecrawl.About
	First() memo.Counts
	Pause() bool
	Unpause() bool
	Stop(why string)
}

// Options of a Watcher.
type Options struct {
	Out   io.Writer // for the view, or plain lines; a terminal if it is a file that is one
	In    io.Reader // keys, if it is a terminal and Out too; may be nil
	Quiet bool      // show nothing there; the server of Listener works all the same
	// Each, if not nil, receives each sample: about one a second, and the last one when the Watcher is closed.
	Each func(livecrawl.Status)
	// Listener, if not nil, is where the status page is served. Close closes it.
	Listener *Listener
	// File, if not empty, is a file for other programs: its content is a [Kept], replaced every two seconds and at the end.
	File string
	// Interrupted, if not nil, is closed when the command must end. The terminal is restored at once, because the
	// next signal may end the process.
	Interrupted <-chan struct{}
	// GiveUp, if not nil, is called once: when the crawl was stopped by key or page and the patience with pages
	// under way is at an end, or when a stop was requested again.
	GiveUp   func()
	Patience time.Duration
}

// A Watcher shows how a crawl goes.
type Watcher struct {
	crawl   Crawl
	o       Options
	about   livecrawl.About
	keys    *keys
	screen  *screen // nil without a terminal
	server  *server
	started time.Time

	mu      sync.Mutex
	last    sample
	history history
	course  course
	stopped bool
	help    bool
	patient *time.Timer
	giveUp  sync.Once
	closed  sync.Once

	kept  time.Time     // of the last file
	again chan struct{} // asks for a sample now
	told  int           // the number of the last message that was written
	done  chan struct{}
	wg    sync.WaitGroup
}

// Start watches a crawl until Close. It starts a goroutine or two, and a server if there is a Listener. SIGUSR1 pauses
// the crawl and ends the pause, where there is such a signal.
func Start(c Crawl, o Options) *Watcher {
	w := &Watcher{crawl: c, o: o, about: c.About(), started: time.Now(), again: make(chan struct{}, 1), done: make(chan struct{})}
	w.sample()
	if o.Listener != nil {
		w.server = w.serve(o.Listener)
	}
	if !o.Quiet && o.Out != nil {
		w.screen = newScreen(o.Out)
	}
	if w.screen != nil && o.In != nil {
		if w.keys = openKeys(o.In); w.keys != nil {
			w.wg.Go(func() { w.keys.listen(w.done, o.Interrupted, w.press) })
		}
	}
	stop := onSignal(w.TogglePause)
	w.wg.Go(func() {
		defer stop()
		w.loop()
	})
	return w
}

// Close ends all that Start began and gives the terminal back. It may be called more than once.
func (w *Watcher) Close() {
	w.closed.Do(func() {
		close(w.done)
		w.wg.Wait()
		w.mu.Lock()
		if w.patient != nil {
			w.patient.Stop()
		}
		w.mu.Unlock()
		w.screen.clear()
		if w.screen == nil && w.o.Out != nil && !w.o.Quiet { // messages since the last sample, such as just before an end
			w.sample()
			last := w.latest()
			w.tell(&last)
		}
		if w.o.Each != nil {
			w.sample()
			w.o.Each(w.latest().Status)
		}
		w.keep(true)
		w.server.close()
	})
}

// cheap is the share of the time that asking the crawl may take, turned around.
const cheap = 50

// loop takes samples and shows them.
func (w *Watcher) loop() {
	timer := time.NewTimer(step / 4)
	defer timer.Stop()
	var lines lineClock
	for {
		select {
		case <-w.done:
			return
		case <-w.again:
		case <-timer.C:
		}
		began := time.Now()
		w.sample()
		timer.Reset(max(step, cheap*time.Since(began)))
		w.show(&lines)
		if w.o.Each != nil {
			w.o.Each(w.latest().Status)
		}
		w.keep(false)
	}
}

// sample asks the crawl.
func (w *Watcher) sample() {
	s := sample{Status: w.crawl.Status(), now: time.Now(), about: w.about, first: w.crawl.First()}
	w.mu.Lock()
	defer w.mu.Unlock()
	if s.first.Learnt != w.last.first.Learnt {
		w.history, w.course = history{}, course{} // of a replay
	}
	w.last = s
	w.course.add(markOf(&w.last))
	w.history.add(point{s.now, s.Learnt, s.Bytes, s.Known, s.Waiting})
}

// latest returns the last sample.
func (w *Watcher) latest() sample {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}

// refresh asks for a sample now.
func (w *Watcher) refresh() {
	select {
	case w.again <- struct{}{}:
	default:
	}
}

// show shows the last sample on the terminal, or as a plain line when it is time for one.
func (w *Watcher) show(lines *lineClock) {
	s := w.latest()
	switch {
	case w.o.Quiet || w.o.Out == nil:
	case w.screen != nil:
		w.mu.Lock()
		help := w.help
		w.mu.Unlock()
		v := newView(&s)
		w.screen.draw(func(width, height int) []line {
			return compose(&v, layout{width: max(width-1, 1), height: height, unicode: w.screen.unicode, keys: w.keys != nil, help: help}) // some terminals wrap at the last column
		})
	case w.tell(&s):
	case lines.due(time.Since(w.started)):
		v := newView(&s)
		io.WriteString(w.o.Out, plain(&v, widthOf(w.o.Out))+"\n") //nolint:errcheck // nobody else to tell
	}
}

// tell writes the messages since the last call. It returns whether there were any.
func (w *Watcher) tell(s *sample) bool {
	told := false
	for _, m := range s.Told {
		if m.Number > w.told {
			fmt.Fprintf(w.o.Out, "weft: %s: %s\n", digits.Duration(m.Time.Sub(s.Began)), inert.ASCII(m.Text)) //nolint:errcheck // nobody else to tell
			w.told, told = m.Number, true
		}
	}
	return told
}

// TogglePause pauses the crawl, or ends its pause. It returns whether the crawl can be paused.
func (w *Watcher) TogglePause() bool { return w.Pause(!w.crawl.Status().Paused) }

// Pause pauses the crawl, or ends its pause. It returns whether the crawl can be paused.
func (w *Watcher) Pause(paused bool) bool {
	defer w.refresh()
	if paused {
		return w.crawl.Pause()
	}
	return w.crawl.Unpause()
}

// Stop stops the crawl: pages under way have Options.Patience to come to their end. Asked again they have none.
func (w *Watcher) Stop(why string) {
	w.mu.Lock()
	again := w.stopped
	w.stopped = true
	if !again && w.o.GiveUp != nil {
		w.patient = time.AfterFunc(w.o.Patience, w.hurry)
	}
	w.mu.Unlock()
	if again {
		w.hurry()
	}
	w.crawl.Stop(why)
	w.refresh()
}

// Stopped says whether Stop was called.
func (w *Watcher) Stopped() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stopped
}

func (w *Watcher) hurry() {
	if w.o.GiveUp != nil {
		w.giveUp.Do(w.o.GiveUp)
	}
}

// press does what a key asks for.
func (w *Watcher) press(key byte) {
	switch key {
	case 'p', 'P', ' ':
		w.TogglePause()
	case 'q', 'Q':
		w.Stop("it was stopped by a key")
	case '?', 'h', 'H':
		w.mu.Lock()
		w.help = !w.help
		w.mu.Unlock()
		w.refresh()
	}
}

// terminal returns the file that a writer or reader is, if it is a terminal.
func terminal(stream any) *os.File {
	if f, ok := stream.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}
