package testweb

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"weft/internal/splitmix"
)

// A host is a served host, or a folder of a host with its own front page and menu.
type host struct {
	name     string
	folder   string // "/~ada" where several share a name, else empty
	owner    string // whose site it is: one owner may have several hosts
	unicode  string // the name as people write it, if that differs
	domain   string
	label    string // kind of the host
	region   region
	topic    int32
	quota    int  // pages
	based    bool // its pages have a base element
	old      bool // its markup is decades old
	home     int32
	private  int32   // a login page; -1 if the host has none
	widget   int32   // a page for embedding; -1 if the host has none
	dirs     []int32 // first pages of directories
	listings []int32
	slots    []int32 // all other pages; listing i lists slots[i*perListing:(i+1)*perListing]
	nav      []link
	foot     []link
}

// perListing is how many pages a page of a directory lists.
const perListing = 24

// A builder makes a Web in steps. Each step draws from one stream of random numbers.
type builder struct {
	*Web
	r     *rand.Rand
	turn  [numRegions]int // how many special pages there are
	since [numRegions]int // how many others since the last one
	// Pages that links may go to, by where the link comes from; each page once.
	byHost  [][]int32
	byTopic [][]int32
	pool    [numRegions][]int32
	ghosts  []int32 // the popular ones first
}

// ofHosts draws the hosts of a made Web and their pages.
const ofHosts splitmix.Domain = 0x67656e

func newBuilder(o Options) *builder {
	w := &Web{opts: o, names: map[string]int32{}, byURL: make(map[string]int32, o.Pages)}
	return &builder{Web: w, r: rand.New(ofHosts.PCG(o.Seed)), byTopic: make([][]int32, len(topics))}
}

// shares says how the pages are divided among the regions, in hundredths; the farm is small whatever the Web's size.
var shares = [numRegions]int{core: 62, outside: 18, inside: 14, island: 5, farm: 1}

const maxFarm = 24

// planHosts names the hosts and shares out the pages.
func (b *builder) planHosts() {
	n := b.opts.Hosts
	counts := [numRegions]int{outside: max(2, n*15/100), inside: max(2, n/5), island: 2, farm: 1}
	counts[core] = n - counts[outside] - counts[inside] - counts[island] - counts[farm]
	b.nameCore(counts[core])
	b.nameOutside(counts[outside])
	b.nameInside(counts[inside])
	b.addHost(host{name: "www.far-reef.test", domain: "far-reef.test", label: "www", region: island, topic: 3})
	b.addHost(host{name: "wiki.far-reef.test", domain: "far-reef.test", label: "wiki", region: island, topic: 3})
	b.addHost(host{name: "www.best-links-4u.example", domain: "best-links-4u.example", label: "www", region: farm, old: true})
	b.shareOut()
	b.byHost = make([][]int32, len(b.hosts))
}

// site is how the URLs of a host begin.
func (h *host) site() string { return "http://" + h.name + h.folder }

func (b *builder) addHost(h host) {
	h.private, h.widget = -1, -1
	h.owner = cmp.Or(h.owner, h.domain)
	if _, shared := b.names[h.name]; !shared {
		b.names[h.name] = int32(len(b.hosts))
	}
	b.hosts = append(b.hosts, h)
}

// sharedEvery is how many domains there are for each whose only host has folders of several owners.
const sharedEvery = 5

// nameCore makes domains of one to four hosts on one topic each, and some of one host with folders of several owners. The
// first host is the portal.
func (b *builder) nameCore(n int) {
	for domains := 0; len(b.hosts) < n; domains++ {
		domain := b.newDomain()
		t := int32(b.r.IntN(len(topics)))
		if domains%sharedEvery == 2 && n-len(b.hosts) >= 2 {
			b.nameShared(domain, min(4, n-len(b.hosts)))
			continue
		}
		labels := siteLabels[:1+b.r.IntN(4)]
		if b.r.IntN(2) == 0 && len(b.hosts) > 0 {
			labels = slices.Clone(siteLabels)
			b.r.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
			labels = labels[:1+b.r.IntN(3)]
		}
		for _, label := range labels[:min(len(labels), n-len(b.hosts))] {
			i := len(b.hosts)
			b.addHost(host{name: label + "." + domain, domain: domain, label: label, topic: t, based: i%7 == 4, old: i%9 == 5})
		}
	}
}

// nameShared makes a host with the folders of several owners, each on a topic of its own.
func (b *builder) nameShared(domain string, n int) {
	first := b.r.IntN(len(owners))
	for i := range n {
		owner := owners[(first+i)%len(owners)]
		folder := "/~" + owner
		if i%2 == 1 {
			folder = "/" + owner + "s-pages"
		}
		b.addHost(host{
			name: "people." + domain, folder: folder, owner: "people." + domain + folder, domain: domain, label: "home", region: core, topic: int32(b.r.IntN(len(topics))),
		})
	}
}

// nameOutside makes libraries: every other one below a domain of the core, the first one with a name beyond ASCII.
func (b *builder) nameOutside(n int) {
	for i := range n {
		t := int32(b.r.IntN(len(topics)))
		h := host{label: "docs", region: outside, topic: t, based: i%3 == 2}
		switch {
		case i == 0:
			h.name, h.unicode, h.domain = "xn--bcher-kva.example", "bücher.example", "xn--bcher-kva.example"
		case i%2 == 1:
			of := b.hosts[b.r.IntN(len(b.hosts)-i)]
			h.domain, h.topic = of.domain, of.topic
			h.name = "library" + strconv.Itoa(i) + "." + of.domain
		default:
			h.domain = b.newDomain()
			h.name = "papers." + h.domain
		}
		h.owner = h.name // a library links only to itself, whatever its domain
		b.addHost(h)
	}
}

func (b *builder) nameInside(n int) {
	for i := range n {
		domain := pick(b.r, siteWords) + "-of-" + owners[i%len(owners)] + strconv.Itoa(i) + ".example"
		b.addHost(host{
			name: domain, domain: domain, label: "blog", region: inside, topic: int32(b.r.IntN(len(topics))), old: i%4 == 3,
		})
	}
}

// newDomain returns a registered domain that no host has yet.
func (b *builder) newDomain() string {
	for {
		name := pick(b.r, siteWords) + "-" + pick(b.r, siteWords)
		if b.r.IntN(8) == 0 || len(b.hosts) > 400 {
			name += strconv.Itoa(len(b.hosts))
		}
		name += []string{".test", ".example"}[b.r.IntN(2)]
		if !slices.ContainsFunc(b.hosts, func(h host) bool { return h.domain == name }) {
			return name
		}
	}
}

// shareOut gives every host its number of pages, Options.Pages in all.
func (b *builder) shareOut() {
	left := b.opts.Pages
	for r := numRegions - 1; ; r-- {
		var of []int
		for i := range b.hosts {
			if b.hosts[i].region == r {
				of = append(of, i)
			}
		}
		total := max(4*len(of), b.opts.Pages*shares[r]/100)
		switch r {
		case core:
			total = left
		case farm:
			total = min(maxFarm, max(6, total))
		}
		left -= total
		for i, n := range powerLaw(b.r, len(of), total) {
			b.hosts[of[i]].quota = n
		}
		if r == core {
			return
		}
	}
}

// powerLaw divides total into n parts of at least 4, the i-th largest about i^-0.9. The largest comes first, the
// others in random order.
func powerLaw(r *rand.Rand, n, total int) []int {
	weights, sum := make([]float64, n), 0.0
	for i := range weights {
		weights[i] = math.Pow(float64(i+1), -0.9)
		sum += weights[i]
	}
	parts, rest := make([]int, n), total
	for i := range parts {
		parts[i] = 4 + int(float64(total-4*n)*weights[i]/sum)
		rest -= parts[i]
	}
	parts[0] += rest
	slices.SortFunc(parts, func(a, b int) int { return cmp.Compare(b, a) })
	r.Shuffle(n-1, func(i, j int) { parts[i+1], parts[j+1] = parts[j+1], parts[i+1] })
	return parts
}
