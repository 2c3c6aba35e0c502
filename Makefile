# Everything that can be made. `make demo` and `make test` bring what they need
# first (deploy/setup.sh), so they work in a fresh clone.

# Tests run in their own folders, so the path must be whole.
export PLUMBLINE_DATA := $(shell deploy/datadir.sh)

# The tree-sitter grammars are C. -O2 without debug information compiles them
# faster and changes nothing at run time.
export CGO_ENABLED = 1
export CGO_CFLAGS ?= -O2

# Found when it is used: set-up may bring it first.
GO = $$(deploy/find-go.sh)

VERSION = $$(git describe --always --dirty 2>/dev/null || echo unknown)
# In a clone of another user's git answers nothing and go would stop there.
BUILD = $(GO) build -buildvcs=false -ldflags "-X main.version=$(VERSION)"

GOLANGCI_LINT_VERSION = v2.15.0
GOLANGCI_LINT = $(PLUMBLINE_DATA)/bin/golangci-lint-$(GOLANGCI_LINT_VERSION)/golangci-lint

.DEFAULT_GOAL = build
.PHONY: setup build test demo lint bench clean

setup:
	@deploy/setup.sh

build: setup
	$(BUILD) -o bin/plumbline ./cmd/plumbline

# vet with -race, so that both steps share what they compile; test would run a
# part of vet once more.
test: setup
	$(GO) vet -race ./...
	$(GO) test -race -vet=off ./...

# REPO=path of a repository (by default this clone), Q="/ask …".
export REPO Q
demo: build
	@set --; \
	if [ -n "$$REPO" ]; then set -- "$$@" --repo "$$REPO"; fi; \
	if [ -n "$$Q" ]; then set -- "$$@" "$$Q"; fi; \
	exec bin/plumbline demo "$$@"

lint: build $(GOLANGCI_LINT)
	PATH="$$(dirname "$(GO)"):$$PATH" $(GOLANGCI_LINT) run ./...
	$(GO) test ./internal/archtest
	deploy/check-readme.sh

$(GOLANGCI_LINT):
	GOBIN=$(dir $@) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT_VERSION)

bench: setup
	$(GO) test -run '^$$' -bench . -benchmem ./...

# The data folder stays: it holds what takes long to bring.
clean:
	rm -rf bin
