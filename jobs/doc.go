// Package jobs does the work that webhooks ask for: it answers comments, keeps
// indexes at their heads, posts impact summaries, deletes what was removed,
// and looks for what never arrived. Its queue is River's, in PostgreSQL.
//
// It owns what is posted on GitHub, and promises:
//
//   - Once. A comment that asks gets one visible reply, whatever is delivered
//     twice, interrupted or run by two workers. A comment of ours is recorded
//     with a random key before the call that makes it (see effects); while
//     nobody knows whether that call worked, the thread is searched for our
//     bot's comment with that key before another is made.
//   - The newest counts. Which commit is indexed or answered from is what the
//     ref is when the job runs; payloads are hints. A row says how often a
//     head was wanted, and its worker looks again before it ends.
//   - In turn. Writes to one installation are serial and an interval apart,
//     across all processes; when GitHub says wait, jobs sleep without using
//     an attempt.
//   - Not lost. A process holds a lease that it renews; any other returns the
//     jobs of one whose lease ran out.
//
// It never takes a repository, an address or a branch from a comment's text:
// they are those of the signed payload.
package jobs
