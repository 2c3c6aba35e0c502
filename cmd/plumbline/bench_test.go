package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// benchQuestions are asked of the Go distribution's source. Most hold words
// that stand in a large part of its chunks.
var benchQuestions = []string{
	"How does the http transport decide whether a connection can be reused?",
	"Where is the garbage collector's pacing computed?",
	"who calls runtime.gopark?",
	"what breaks if net.Conn.SetDeadline returns an error?",
	"Why does json.Unmarshal ignore the case of field names?",
	"How are goroutines scheduled onto threads?",
	"Where does the compiler inline function calls, and what is the budget?",
	"How does tls verify the certificate of the server?",
	"func http2 transport flow window settings",
	"What does bufio.Scanner do with a line that is too long?",
	"How does the linker find symbols that are not used?",
	"return error if the file does not exist",
	"Where is the type of a generic function inferred?",
	"How does sync.Pool clear its items at a collection?",
	"explain the path from Get to RoundTrip",
	"panic: assignment to entry in nil map",
	"What happens on a stack overflow of a goroutine?",
	"How does os/exec wait for the pipes of a command?",
	"which implementations of io.ReaderFrom are there?",
	"How are struct tags parsed by encoding/xml?",
}

// BenchmarkRetrieve asks two questions at once of the Go distribution's
// source, its cards embedded by the fake embedder, and reports quantiles in
// milliseconds, the heap after the first tenth of the questions and at the end
// (with -benchtime 10000x it must not have grown), and what the index takes in
// the database.
func BenchmarkRetrieve(b *testing.B) {
	a, r, s := indexedGo(b)
	ask := func(i int) time.Duration {
		start := time.Now()
		if _, err := a.ask(b.Context(), r.git, s, benchQuestions[i%len(benchQuestions)], "", true); err != nil {
			b.Error(err)
		}
		return time.Since(start)
	}
	for i := range benchQuestions { // warm caches
		ask(i)
	}
	b.Run("two at once", func(b *testing.B) {
		took := make([]time.Duration, b.N)
		early := inTwo(b.N/10, func(i int) { took[i] = ask(i) })
		late := inTwo(b.N-b.N/10, func(i int) { took[b.N/10+i] = ask(i) })
		b.StopTimer()
		slices.Sort(took)
		b.ReportMetric(milliseconds(took[len(took)/2]), "p50-ms")
		b.ReportMetric(milliseconds(took[len(took)*99/100]), "p99-ms")
		b.ReportMetric(early, "early-heap-MB")
		b.ReportMetric(late, "late-heap-MB")
	})
}

// inTwo runs a function n times in two goroutines, and returns the heap in MB
// that is in use after it.
func inTwo(n int, f func(i int)) (heap float64) {
	var g sync.WaitGroup
	for half := range 2 {
		g.Go(func() {
			for i := half; i < n; i += 2 {
				f(i)
			}
		})
	}
	g.Wait()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// indexedGo is a repository of the Go distribution's source, indexed and
// embedded.
func indexedGo(b *testing.B) (*app, *localRepo, code.Snapshot) {
	b.Helper()
	getenv, dir := testEnv(b), filepath.Join(b.TempDir(), "go")
	for _, args := range [][]string{{"init", "-q", dir}, {"-C", dir, "--work-tree", filepath.Join(runtime.GOROOT(), "src"), "add", "-A"},
		{"-C", dir, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-qm", "source"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			b.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	a, r, err := openAt(b.Context(), &env{getenv: getenv, stdout: os.Stderr, stderr: os.Stderr}, dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(a.Close)
	res, err := a.index(b.Context(), r, "HEAD", nil)
	if err != nil {
		b.Fatal(err)
	}
	if err := a.addVectors(b.Context(), &res, &progress{}); err != nil {
		b.Fatal(err)
	}
	if _, err := a.pool.Exec(b.Context(), "VACUUM ANALYZE"); err != nil {
		b.Fatal(err)
	}
	reportSizes(b, a, filepath.Join(runtime.GOROOT(), "src"), res.Snapshot.Coverage)
	return a, r, res.Snapshot
}

// reportSizes logs what each table takes per MB of source.
func reportSizes(b *testing.B, a *app, source string, c code.Coverage) {
	b.Helper()
	var bytes float64
	err := filepath.WalkDir(source, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			info, _ := d.Info()
			bytes += float64(info.Size())
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d files of %.1f MB in all, %d chunks, %d references", c.Files, bytes/1e6, c.Chunks, c.References)
	rows, err := a.pool.Query(b.Context(), `SELECT relname, pg_total_relation_size(oid)::float8 FROM pg_class
		WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_total_relation_size(oid) > 1000000 ORDER BY 2 DESC`)
	if err != nil {
		b.Fatal(err)
	}
	total := 0.0
	var name string
	var size float64
	if _, err := pgx.ForEachRow(rows, []any{&name, &size}, func() error {
		total += size
		b.Logf("%-24s %7.1f MB, %.2f per MB of source", name, size/1e6, size/bytes)
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	b.Logf("%-24s %7.1f MB, %.2f per MB of source", "all", total/1e6, total/bytes)
}
