package testweb

// Options say which Web is made. The zero value is the default.
type Options struct {
	Pages int    // number of URLs with a response of their own, of any status; 0 stands for 3000; at least 200
	Hosts int    // that are served, give or take the bare names of domains; if 0 one for every 75 pages; at least 12, at most Pages/16
	Seed  uint64 // another seed gives another Web
}

// DefaultPages is the size of a Web unless Options say otherwise.
const DefaultPages = 3000

const (
	minPages = 200
	minHosts = 12
)

// SetDefaults replaces what is zero or out of range.
func (o *Options) SetDefaults() {
	if o.Pages == 0 {
		o.Pages = DefaultPages
	}
	o.Pages = max(o.Pages, minPages)
	if o.Hosts == 0 {
		o.Hosts = o.Pages / 75
	}
	o.Hosts = max(minHosts, min(o.Hosts, o.Pages/16))
}
