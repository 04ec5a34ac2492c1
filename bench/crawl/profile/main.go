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
	"weft/web/live"
)

func main() {
	seeds := flag.String("seeds", "seeds.txt", "file of seeds")
	proxy := flag.String("proxy", "http://127.0.0.1:8980", "server of the mini-web")
	cpu := flag.String("cpu", "cpu.prof", "profile of time")
	heap := flag.String("heap", "heap.prof", "profile of allocations")
	strict := flag.Bool("strict", false, "strict order")
	area := flag.String("scope", "host", "host, or anywhere")
	every := flag.Int("sample", 512<<10, "bytes of the heap between two samples")
	flag.Parse()
	runtime.MemProfileRate = *every
	c := livecrawl.Config{Strict: *strict, Traps: true, Nofollow: true, Scope: livecrawl.Scope{Area: *area, Depth: -1, Exclude: []string{"^https:"}}}
	if err := run(flag.Arg(0), *seeds, *proxy, *cpu, *heap, c); err != nil {
		log.Fatal(err)
	}
}

func run(dir, seeds, proxy, cpu, heap string, c livecrawl.Config) error {
	f, err := os.Open(seeds)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	c.Seeds, err = livecrawl.ReadSeeds(bufio.NewReader(f), seeds)
	if err != nil {
		return err
	}
	o := livecrawl.Options{Dir: dir, Version: "bench", Net: live.Options{UserAgent: "weft-bench/1", AllowPrivate: true, Proxy: proxy}}
	mem.KeepClean()
	j, err := livecrawl.Create(c, o)
	if err != nil {
		return err
	}
	r, err := profiled(j, cpu, heap)
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

func profiled(j *livecrawl.Job, cpu, heap string) (livecrawl.Result, error) {
	f, err := os.Create(cpu)
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
	h, err := os.Create(heap)
	if err != nil {
		return r, err
	}
	defer h.Close() //nolint:errcheck // a profile
	return r, pprof.Lookup("allocs").WriteTo(h, 0)
}
