package watch

import (
	"fmt"
	"net/http"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics serves figures to Prometheus: the figures of the last sample, and of the process.
func (w *Watcher) metrics() http.Handler {
	r := prometheus.NewRegistry()
	r.MustRegister(collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewGoCollector(), collector{w})
	return promhttp.HandlerFor(r, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}

// A collector is a prometheus.Collector of a crawl.
type collector struct{ *Watcher }

// A metric is a family of figures.
type metric struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
}

func counter(name, help string, labels ...string) metric {
	return metric{prometheus.NewDesc("weft_crawl_"+name, help, labels, nil), prometheus.CounterValue}
}

func gauge(name, help string, labels ...string) metric {
	return metric{prometheus.NewDesc("weft_crawl_"+name, help, labels, nil), prometheus.GaugeValue}
}

// families are the figures of the crawl, over all its runs, unless said otherwise.
type families struct {
	fetchedPages, learntPages, leftOutPages, cutPages, nearPages, receivedByte, linksFound, responses, failures, knownPages, waitingPages, hostsMet, sizePages, gamma,
	hakValue, hakDoubtful, hakPages, queued, fetching, readyHosts, timedHosts, idleWorkers, sharedQueued, sharedHeld, sharedBy, isPaused, startTime, anonymous metric
}

// described makes the families at their first use.
var described = sync.OnceValue(func() *families {
	return &families{
		fetchedPages: counter("pages_fetched_total", "Pages fetched."),
		learntPages:  counter("pages_total", "Picked pages, by outcome.", "state"),
		leftOutPages: gauge("left_out_pages", "Pages left out since they were found, by scope, nofollow or depth."),
		cutPages:     gauge("cut_pages", "Pages that trap rules and limits hold back."),
		nearPages:    counter("near_duplicates_total", "Pages that nearly repeat an earlier page."),
		receivedByte: counter("bytes_total", "Bytes of pages received."),
		linksFound:   counter("links_total", "Links found on pages."),
		responses:    counter("responses_total", "HTTP responses, by class of status.", "class"),
		failures:     counter("failures_total", "Pages that failed without a response, by cause.", "cause"),
		knownPages:   gauge("known_pages", "Pages in scope that were found."),
		waitingPages: gauge("frontier_pages", "Pages found and not requested yet, including weft_crawl_queue_pages."),
		hostsMet:     gauge("hosts", "Hosts of pages that were chosen."),
		sizePages:    gauge("estimated_pages", "Pages that the crawl would know in the end.", "bound"),
		gamma:        gauge("gamma", "Share of the links of crawled pages that lead to crawled pages, by the latest estimate."),
		hakValue:     gauge("hak", "Estimate of Kendall's tau between the rankings of the crawl so far and of the whole graph."),
		hakDoubtful:  gauge("hak_doubtful", "1 if stop rules ignore weft_crawl_hak, else 0."),
		hakPages:     gauge("hak_pages", "Crawled pages at the latest estimate of weft_crawl_gamma and weft_crawl_hak."),
		queued:       gauge("queue_pages", "Pages that were chosen and wait for their hosts."),
		fetching:     gauge("queue_busy", "Pages that are being fetched."),
		readyHosts:   gauge("queue_ready_hosts", "Hosts that may be requested now."),
		timedHosts:   gauge("queue_delayed_hosts", "Hosts and addresses within their delays."),
		idleWorkers:  gauge("queue_idle_workers", "Workers that wait for a page."),
		sharedQueued: gauge("shared_queue_pages", "Pages of the shared frontier that no crawler holds."),
		sharedHeld:   gauge("shared_held_pages", "Pages of the shared frontier that crawlers hold."),
		sharedBy:     gauge("shared_crawlers", "Crawlers at work that share the frontier."),
		isPaused:     gauge("paused", "Whether the crawl is paused, 0 or 1."),
		startTime:    gauge("start_time_seconds", "When this run began, since 1970."),
		anonymous:    gauge("anonymous_memory_bytes", "Anonymous memory of the process."),
	}
})

// all returns the families in the order of Describe.
func (f *families) all() []metric {
	return []metric{
		f.fetchedPages, f.learntPages, f.leftOutPages, f.cutPages, f.nearPages, f.receivedByte, f.linksFound, f.responses, f.failures, f.knownPages, f.waitingPages, f.hostsMet, f.sizePages,
		f.gamma, f.hakValue, f.hakDoubtful, f.hakPages, f.queued, f.fetching, f.readyHosts, f.timedHosts, f.idleWorkers, f.sharedQueued, f.sharedHeld, f.sharedBy, f.isPaused, f.startTime, f.anonymous,
	}
}

// Describe implements [prometheus.Collector].
func (c collector) Describe(to chan<- *prometheus.Desc) {
	for _, m := range described().all() {
		to <- m.desc
	}
}

// Collect implements [prometheus.Collector].
func (c collector) Collect(to chan<- prometheus.Metric) {
	s, f := c.latest(), described()
	send := func(m metric, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(m.desc, m.kind, v, labels...)
	}
	send(f.fetchedPages, float64(s.Fetched))
	for _, x := range []count{{"fetched", s.Fetched}, {"redirected", s.Redirected}, {"failed", s.Failed}, {"excluded", s.Excluded}, {"absent", s.Absent}} {
		send(f.learntPages, float64(x.n), x.name)
	}
	send(f.leftOutPages, float64(s.LeftOut))
	send(f.cutPages, float64(s.Cut))
	send(f.nearPages, float64(s.Near))
	send(f.receivedByte, float64(s.Bytes))
	send(f.linksFound, float64(s.Links))
	send(f.knownPages, float64(s.Known))
	send(f.waitingPages, float64(s.Waiting))
	send(f.hostsMet, float64(s.Hosts))
	send(f.sizePages, s.Size.Low, "low")
	send(f.sizePages, s.Size.Estimate, "estimate")
	send(f.sizePages, s.Size.High, "high")
	if t := s.Trust; t != nil {
		v, sound := t.About("hak")
		send(f.gamma, t.Gamma)
		send(f.hakValue, v)
		send(f.hakDoubtful, map[bool]float64{false: 1}[sound])
		send(f.hakPages, float64(t.Learnt))
	}
	q := &s.Queue
	send(f.queued, float64(q.Items))
	send(f.fetching, float64(q.Turns))
	send(f.readyHosts, float64(q.Ready))
	send(f.timedHosts, float64(q.Timed))
	send(f.idleWorkers, float64(q.Workers))
	if x := s.Frontier; x != nil {
		send(f.sharedQueued, float64(x.Queued))
		send(f.sharedHeld, float64(x.Held))
		send(f.sharedBy, float64(x.Crawlers))
	}
	send(f.isPaused, map[bool]float64{true: 1}[s.Paused])
	send(f.startTime, float64(s.Began.UnixMilli())/1000)
	send(f.anonymous, float64(s.Memory))
	classes, causes := byClass(s.Statuses)
	for class, n := range classes {
		send(f.responses, float64(n), class)
	}
	for cause, n := range causes {
		send(f.failures, float64(n), cause)
	}
}

// byClass sums responses by class, with all classes from the start, and pages without a response by cause.
func byClass(statuses map[int]uint64) (classes, causes map[string]uint64) {
	classes, causes = map[string]uint64{}, map[string]uint64{}
	for class := 1; class <= 5; class++ {
		classes[fmt.Sprintf("%dxx", class)] = 0
	}
	for status, n := range statuses {
		switch {
		case status >= 100 && status < 600:
			classes[fmt.Sprintf("%dxx", status/100)] += n
		case status >= 0:
			classes["other"] += n
		case status != leftOut && !isRule(status):
			causes[label(status)] += n
		}
	}
	return classes, causes
}
