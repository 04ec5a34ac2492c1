package serve

import (
	"net/http"
	"slices"
)

// menu is the menu of a crawl. Paths are relative to the crawl.
var menu = []entry{
	{Title: "Overview"},
	{Title: "Pages", Path: "pages"},
	{Title: "Hosts", Path: "hosts"},
	{Title: "Links", Path: "links"},
	{Title: "Map", Path: "map"},
	{Title: "Sites", Path: "sites"},
	{Title: "Notes", Path: "notes"},
	{Title: "Missing", Path: "missing"},
	{Title: "Distributions", Path: "distributions"},
	{Title: "Live", Path: "live", Live: true},
	{Title: "Ask", Path: "ask"},
	{Title: "Run", Path: "run"},
	{Title: "Report", Path: "report"},
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.list)
	mux.HandleFunc("GET /style.css", s.style)
	mux.HandleFunc("GET /script/{name}", s.script)
	mux.HandleFunc("GET /c/{crawl}/{$}", s.of(s.overview))
	s.pagesRoutes(mux)
	s.apiRoutes(mux)
	mux.HandleFunc("GET /c/{crawl}/missing", s.of(s.missed))
	mux.HandleFunc("GET /c/{crawl}/page", s.of(s.one))
	mux.HandleFunc("GET /c/{crawl}/hosts", s.of(s.hosts))
	mux.HandleFunc("GET /c/{crawl}/links", s.of(s.linksOf))
	mux.HandleFunc("GET /c/{crawl}/sites", s.of(s.sitesOf))
	mux.HandleFunc("GET /c/{crawl}/site", s.of(s.site))
	mux.HandleFunc("GET /c/{crawl}/site/rules", s.of(s.siteRules))
	mux.HandleFunc("GET /c/{crawl}/distributions", s.of(s.distributionsOf))
	mux.HandleFunc("GET /c/{crawl}/report", s.of(s.report))
	s.mapRoutes(mux)
	s.compareRoutes(mux)
	s.liveRoutes(mux)
	s.jobRoutes(mux)
	s.crawlRoutes(mux)
	s.missingRoutes(mux)
	s.noteRoutes(mux)
	s.boundaryRoutes(mux)
	mux.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) {
		s.fail(w, http.StatusNotFound, "There is no such page.", "Begin at the list of crawls.")
	})
	return s.gated(mux)
}

// of finds the crawl of a request, and holds it until the request ends.
func (s *Server) of(f func(http.ResponseWriter, *http.Request, *opened)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.ofCrawl(func(w http.ResponseWriter, r *http.Request, k *crawl) {
			o, err := k.use()
			if err != nil {
				if !s.noPages(w, k) {
					s.failed(w, k, err)
				}
				return
			}
			defer o.release()
			f(w, r, o)
		})(w, r)
	}
}

// ofCrawl finds the crawl of a request of a reader or of a program, and does not open it.
func (s *Server) ofCrawl(f func(http.ResponseWriter, *http.Request, *crawl)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch k := s.crawlAt(r.PathValue("crawl")); {
		case k != nil:
			f(&tokened{w, s.token(r)}, r, k)
		case isAPI(r):
			s.apiError(w, http.StatusNotFound, "there is no such crawl: "+apiRoot+"/crawls lists all")
		default:
			s.fail(w, http.StatusNotFound, "There is no such crawl.", "The list of crawls names all crawls of this server.")
		}
	}
}

// crawlAt returns the crawl with a name in addresses; nil if there is none. It reads the folder of new crawls for an unknown
// name, and for a crawl whose folder is gone.
func (s *Server) crawlAt(slug string) *crawl {
	isNamed := func(k *crawl) bool { return k.slug == slug }
	all := s.all()
	if i := slices.IndexFunc(all, isNamed); i >= 0 && (!all[i].made.Load() || all[i].isMade()) {
		return all[i]
	}
	s.scan()
	all = s.all()
	if i := slices.IndexFunc(all, isNamed); i >= 0 {
		return all[i]
	}
	return nil
}
