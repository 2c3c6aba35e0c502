// Package localpg runs a private PostgreSQL with pgvector under Plumbline's
// data folder, for those who have no database of their own.
//
// It owns a cluster (a PostgreSQL data directory), the server on it and the
// Unix socket that the server listens on; there is no TCP port. Commands that
// use one data folder at the same time share one server: the first starts it,
// the last stops it. A server that a killed command left behind is adopted,
// and a server that was killed is started again.
//
// Three lock files say who does what, all of them flock(2), so that the kernel
// lets go of a dead process's locks:
//
//	start.lock  held while a server is being started or stopped
//	users.lock  shared by every command that uses the server
//	alive.lock  inherited by every process of the server, so that it is free
//	            exactly when none of them lives
//
// The server never runs as root: as root it belongs to the system user that
// set-up creates. A cluster of another major version of PostgreSQL is moved
// aside, never opened and never deleted: what Plumbline keeps in the database
// is derived from the repositories and is built again.
package localpg
