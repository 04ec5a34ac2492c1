package redis

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"weft/crawl/shared"
)

// oldest is the oldest version of Redis that has all commands of the scripts (LPOP with a count).
var oldest = [2]int{6, 2}

// check refuses a server that is too old.
func (s *Service) check(ctx context.Context) error {
	info, err := s.info(ctx, "server")
	if err != nil {
		return err
	}
	version := info["redis_version"]
	var got [2]int
	for i, part := range strings.SplitN(version, ".", 3) {
		if i < len(got) {
			got[i], _ = strconv.Atoi(part)
		}
	}
	if got[0] < oldest[0] || got[0] == oldest[0] && got[1] < oldest[1] {
		return fmt.Errorf("%w: %s is Redis %.20q, expected %d.%d or newer", shared.ErrRefused, s.pool.address, version, oldest[0], oldest[1])
	}
	return nil
}

// info returns fields of a section of INFO.
func (s *Service) info(ctx context.Context, section string) (map[string]string, error) {
	reply, err := s.pool.call(ctx, []byte("INFO"), []byte(section))
	if err != nil {
		return nil, err
	}
	text, _ := reply.([]byte)
	fields := map[string]string{}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok {
			fields[name] = value
		}
	}
	return fields, nil
}

// Warnings returns sentences about settings of Redis with which it could lose the frontier.
func (s *Service) Warnings(ctx context.Context) (list []string, err error) {
	memory, err := s.info(ctx, "memory")
	if err != nil {
		return nil, err
	}
	persistence, err := s.info(ctx, "persistence")
	if err != nil {
		return nil, err
	}
	if policy := memory["maxmemory_policy"]; policy != "" && policy != "noeviction" && memory["maxmemory"] != "0" {
		list = append(list, fmt.Sprintf("Redis may drop parts of the frontier when its memory is full: set maxmemory-policy to noeviction (now %s).", policy))
	}
	if persistence["aof_enabled"] != "0" {
		return list, nil
	}
	if saves, known := s.saves(ctx); known && !saves {
		list = append(list, "A restart of Redis would lose the frontier: it writes neither an append-only file nor snapshots. Set appendonly to yes.")
	} else {
		list = append(list, "A crash of Redis would lose the newest changes of the frontier: it writes no append-only file. Set appendonly to yes.")
	}
	return list, nil
}

// saves reports whether Redis writes snapshots, if it says so.
func (s *Service) saves(ctx context.Context) (saves, known bool) {
	reply, err := s.pool.call(ctx, bytesOf([]string{"CONFIG", "GET", "save"})...)
	list, _ := reply.([]any)
	if err != nil || len(list) != 2 {
		return false, false
	}
	value, ok := list[1].([]byte)
	return len(value) > 0, ok
}

// UsedMemory returns how many bytes Redis has allocated for all its data.
func (s *Service) UsedMemory(ctx context.Context) (int64, error) {
	memory, err := s.info(ctx, "memory")
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(memory["used_memory"], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: used_memory is %.40q", errMalformed, memory["used_memory"])
	}
	return n, nil
}
