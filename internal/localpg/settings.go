package localpg

import (
	"errors"
	"sort"
	"syscall"
)

// port is a part of the socket's file name; nothing listens on TCP.
const port = "5432"

func initdbArgs(dir string, volatile bool) []string {
	args := []string{
		"--pgdata=" + dir, "--username=" + superuser,
		// The socket's folder lets in nobody but its owner and root.
		"--auth=trust",
		// One collation on every machine, by code point; the text search
		// parser tells letters by the C library's locale.
		"--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
	}
	if volatile {
		args = append(args, "--no-sync")
	}
	return args
}

// settings are the server's options, for a small machine that does other work
// too. They are given at every start, so a new Plumbline brings its own.
func settings(volatile bool) []string {
	values := map[string]string{
		"listen_addresses":                "",
		"unix_socket_permissions":         "0700",
		"port":                            port,
		"max_connections":                 "100",
		"shared_buffers":                  "256MB",
		"effective_cache_size":            "1GB",
		"work_mem":                        "32MB",
		"maintenance_work_mem":            "256MB", // an HNSW index is built in it
		"max_wal_size":                    "2GB",   // indexing a repository writes in bursts
		"wal_level":                       "minimal",
		"max_wal_senders":                 "0",
		"checkpoint_completion_target":    "0.9",
		"random_page_cost":                "1.1",
		"jit":                             "off", // costs more than it gives on short queries
		"huge_pages":                      "off",
		"timezone":                        "UTC",
		"log_timezone":                    "UTC",
		"log_min_messages":                "warning",
		"dynamic_shared_memory_type":      sharedMemory("/dev/shm"),
		"max_parallel_workers_per_gather": "1",
	}
	if volatile {
		values["fsync"] = "off"
		values["synchronous_commit"] = "off"
		values["full_page_writes"] = "off"
		values["max_connections"] = "300"
		values["autovacuum"] = "off" // test databases live for seconds
	}
	args := make([]string, 0, 2*len(values))
	for name, value := range values {
		args = append(args, "-c", name+"="+value)
	}
	sort.Sort(byPair(args))
	return args
}

// byPair sorts "-c", "name=value" pairs, so that a command line is the same at
// every start.
type byPair []string

func (a byPair) Len() int           { return len(a) / 2 }
func (a byPair) Less(i, j int) bool { return a[2*i+1] < a[2*j+1] }
func (a byPair) Swap(i, j int)      { a[2*i+1], a[2*j+1] = a[2*j+1], a[2*i+1] }

// sharedMemory is where parallel workers meet. Containers give /dev/shm 64 MB,
// in which building an index fails, and bare ones leave it closed; files serve
// there instead.
func sharedMemory(shm string) string {
	const enough, openToAll = 512 << 20, 0o003
	var size syscall.Statfs_t
	var folder syscall.Stat_t
	if err := errors.Join(syscall.Statfs(shm, &size), syscall.Stat(shm, &folder)); err != nil {
		return "mmap"
	}
	if size.Blocks*uint64(size.Bsize) < enough || folder.Mode&openToAll != openToAll {
		return "mmap"
	}
	return "posix"
}
