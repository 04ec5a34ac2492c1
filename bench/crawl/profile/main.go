// Command profile crawls without politeness through a proxy, and writes where the time and the memory went.
//
//	go run ./bench/crawl/profile -seeds FILE -proxy http://127.0.0.1:8980 -cpu cpu.prof -heap heap.prof DIR
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"

	"weft/internal/mem"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/web/live"
)

func main() {
	var p profile
	flag.StringVar(&p.seeds, "seeds", "seeds.txt", "file of seeds")
	flag.StringVar(&p.proxy, "proxy", "http://127.0.0.1:8980", "server of the mini-web")
	flag.StringVar(&p.cpu, "cpu", "cpu.prof", "profile of time")
	flag.StringVar(&p.heap, "heap", "heap.prof", "profile of allocations")
	strict := flag.Bool("strict", false, "strict order")
	area := flag.String("scope", "host", "host, or anywhere")
	every := flag.Int("sample", 512<<10, "bytes of the heap between two samples")
	flag.Parse()
	runtime.MemProfileRate = *every
	c := folder.Config{Strict: *strict, Traps: true, Nofollow: true, Scope: folder.Scope{Area: *area, Depth: -1, Exclude: []string{"^https:"}}}
	if err := p.run(flag.Arg(0), c); err != nil {
		log.Fatal(err)
	}
}

// A profile is where it comes from, and the files it goes to.
type profile struct{ seeds, proxy, cpu, heap string }

func (p profile) run(dir string, c folder.Config) error {
	f, err := os.Open(p.seeds)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	c.Seeds, err = folder.ReadSeeds(bufio.NewReader(f), p.seeds)
	if err != nil {
		return err
	}
	o := livecrawl.Options{Dir: dir, Version: "bench", Net: live.Options{UserAgent: "weft-bench/1", AllowPrivate: true, Proxy: p.proxy}}
	mem.KeepClean()
	j, err := livecrawl.Create(c, o)
	if err != nil {
		return err
	}
	r, err := p.profiled(j)
	if err != nil {
		return err
	}
	fmt.Printf("%d answers, %d pages, %s; %s of anonymous memory at the end\n", r.Learnt, r.Fetched, r.Elapsed.Round(time.Millisecond), mem.Format(r.Memory))
	for line := range strings.SplitSeq(vm(), "\n") {
		if strings.HasPrefix(line, "VmHWM") || strings.HasPrefix(line, "RssAnon") {
			fmt.Println(line)
		}
	}
	return j.Close()
}

func vm() string {
	data, _ := os.ReadFile("/proc/self/status")
	return string(data)
}

func (p profile) profiled(j *livecrawl.Job) (livecrawl.Result, error) {
	f, err := os.Create(p.cpu)
	if err != nil {
		return livecrawl.Result{}, err
	}
	defer f.Close() //nolint:errcheck // a profile
	if err := pprof.StartCPUProfile(f); err != nil {
		return livecrawl.Result{}, err
	}
	r, err := j.Run(context.Background())
	pprof.StopCPUProfile()
	if err != nil {
		return r, err
	}
	h, err := os.Create(p.heap)
	if err != nil {
		return r, err
	}
	defer h.Close() //nolint:errcheck // a profile
	return r, pprof.Lookup("allocs").WriteTo(h, 0)
}
