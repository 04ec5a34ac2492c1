package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"weft/faces/serve/jobs"
	"weft/internal/option"
	"weft/livecrawl/watch"
)

// Options are the options of a server.
type Options struct {
	// Crawls are the folders of crawls, of live crawls, or basenames of graphs.
	Crawls []string
	// Memory bounds the anonymous memory of the process, in bytes.
	Memory int64
	// Workers read graphs; 0 means one for each processor.
	Workers int
	// Flag, if not nil, returns the flag of an option in a command: "top" becomes "--top".
	Flag func(option string) string
	// Version is the version of weft. Indexes that the server keeps name it.
	Version string
	// Program is weft itself, which jobs run, with arguments before all others. Without it there are no jobs.
	Program []string
	// Jobs is the folder of jobs. Servers may share it.
	Jobs string
	// NewCrawls is the folder where crawls are started; empty if none are. All its crawls are served.
	NewCrawls string
	// CrawlFlags returns the flags of weft crawl.
	CrawlFlags func() *pflag.FlagSet
	// Headings, if not nil, returns the headings of the options of a command, in the order of its help. It also returns the
	// heading of each option that has one. Forms show options under the same headings.
	Headings func(command string) (titles []string, of map[string]string)
	// AllowPrivate lets crawls that are started here connect to private addresses, if their form says so.
	AllowPrivate bool
	// Replay is the beginning of the addresses of a replay of the archives; the URL of a page follows it. Empty for none.
	Replay string
	// ReadOnly refuses all forms: the server starts and changes nothing.
	ReadOnly bool
	// Frames lets pages of servers on this machine, such as notebooks, show the pages of this one in a frame.
	Frames bool
	// Login requires the login link on this machine, too. Other machines always need it.
	Login bool
	// Name is the public name of the server, which a proxy with TLS passes on as Host; empty for none. It implies Login.
	Name string
	// Token is the secret of programs that use the JSON interface, in the field Authorization: Bearer. Without it they only
	// read, where no login is required.
	Token string
	// Log, if not nil, receives a line for each failure inside the server.
	Log func(text string)
}

// Limits of requests. A response may last longer than a request: downloads are long.
const (
	headerTime   = 5 * time.Second
	requestTime  = 10 * time.Second
	responseTime = 60 * time.Second // of one page; a download extends it while its reader reads
	idleTime     = time.Minute
	headerBytes  = 16 << 10
	shutdownTime = 2 * time.Second
)

// A Server serves crawls. Make one with New.
type Server struct {
	options   Options
	listener  *watch.Listener
	jobs      *jobs.Manager
	uploads   chan struct{} // holds the forms with files that are being read
	reading   chan struct{} // holds the screens that read texts of links from archives
	mu        sync.Mutex    // guards crawls
	crawls    []*crawl
	machine   string // name of this machine; empty if it has none
	login     string // secret of the login link; empty if no login is required
	key       []byte // makes the proofs of sessions and forms
	handler   http.Handler
	work      turn            // held by a count, which takes memory
	compares  comparisonStore // comparisons of two crawls
	draws     turn            // held while the rules of a site are made, the pages of all sites are counted, or a kept map is read
	searches  gate
	downloads gate
	// gatePatience is how long a request waits at a gate. Tests change it.
	gatePatience time.Duration
	ctx          context.Context //nolint:containedctx // it ends the counts of the server
	stop         context.CancelFunc
	building     sync.Mutex     // held while a build begins or the server ends
	builds       sync.WaitGroup // builds of indexes, and other work on crawls in the background
}

// New opens the crawls, and returns a server that will use the listener. It returns the first error of a crawl.
func New(l *watch.Listener, o Options) (*Server, error) {
	s := &Server{options: o, listener: l, work: newTurn(), draws: newTurn(), searches: make(gate, mostSearches(o.Memory)), downloads: make(gate, mostDownloads), gatePatience: gatePatience}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.machine, _ = os.Hostname()
	s.key = make([]byte, 32)
	rand.Read(s.key)
	if l.Open() || o.Login || o.Name != "" {
		s.login = rand.Text()
	}
	if t := o.Token; t != "" && len(t) < leastToken {
		s.stop()
		return nil, option.Errorf("the token of {token} has %d bytes: expected %d or more", len(t), leastToken)
	}
	var err error
	if s.crawls, err = newCrawls(o.Crawls); err != nil {
		s.stop()
		return nil, err
	}
	for _, k := range s.crawls {
		k.renewed = s.renewed
	}
	s.jobs, s.uploads = s.newJobs(), make(chan struct{}, mostUploads)
	s.reading = make(chan struct{}, mostReading)
	s.handler = s.guard(s.routes())
	s.scan()
	return s, nil
}

// Close ends counts, interrupts jobs, and closes the crawls. Requests that have begun keep theirs until they end.
func (s *Server) Close() {
	s.building.Lock()
	s.stop()
	s.building.Unlock()
	s.compares.close()
	s.jobs.Close()
	s.builds.Wait()
	for _, k := range s.all() {
		k.close()
	}
}

// URL returns the address to open in a browser. If a login is required, the address has the secret that logs in.
func (s *Server) URL() string {
	if s.login != "" {
		return s.root() + "login?token=" + s.login
	}
	return s.listener.URL()
}

// OtherURLs returns the addresses that other machines open, with the secret that logs in. With a proxy, URL is for them too.
func (s *Server) OtherURLs() (all []string) {
	if s.options.Name != "" {
		return nil
	}
	for _, at := range s.listener.OtherURLs() {
		all = append(all, at+"login?token="+s.login)
	}
	return all
}

// NumCrawls returns the number of crawls that the server has now.
func (s *Server) NumCrawls() int { return len(s.all()) }

// root is the address of the list of crawls. With a proxy, readers connect to its name.
func (s *Server) root() string {
	if s.options.Name != "" {
		return "https://" + s.options.Name + "/"
	}
	return s.listener.URL()
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers requests until ctx is done. Requests that have begun get two seconds to end.
func (s *Server) Serve(ctx context.Context) error {
	server := http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, ReadTimeout: requestTime, WriteTimeout: responseTime, IdleTimeout: idleTime,
		MaxHeaderBytes: headerBytes, ErrorLog: log.New(io.Discard, "", 0),
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	for _, k := range s.all() {
		if o, err := k.use(); err == nil {
			s.indexed(o)
			s.warmed(o)
			o.release()
		}
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
		defer cancel()
		if server.Shutdown(late) != nil {
			server.Close() //nolint:errcheck // the process ends
		}
	})
	err := server.Serve(s.listener)
	if !stop() {
		<-stopped
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// words returns a command whose options stand in braces; empty for nil.
func (s *Server) words(command error) string {
	if command == nil {
		return ""
	}
	if s.options.Flag == nil {
		return command.Error()
	}
	return option.Text(command, s.options.Flag)
}

// note reports a failure inside the server.
func (s *Server) note(text string) {
	if s.options.Log != nil {
		s.options.Log(text)
	}
}
