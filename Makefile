# The commands of this repository, as listed by `make`. Continuous integration runs `make test`.

SWIFT ?= swift
PYTHON ?= python3
# Arguments for demo, test-api, test-agents, test-console, agents-drift, screens and bench:  make demo ARGS="--agent codex"
ARGS ?=
# The folder whose bin folder receives the installed programs.
PREFIX ?= /usr/local
# Not every shell expands PREFIX=~/.local.
prefix := $(patsubst ~/%,$(HOME)/%,$(PREFIX))

bellhop := Server/.build/debug/bellhop
# Without debug information, debug builds compile a sixth faster. All targets use the same flags, so that they share their builds.
plain := -debug-info-format none
# The driver for PostgreSQL is built where libpq is installed, which the tests require:  make install traits=
traits = $(shell pkg-config --exists libpq 2>/dev/null && echo --traits Postgres)
server = --package-path Server $(traits)
# On Linux, Swift's libraries are linked statically: the program starts faster and runs without Swift. --strip-debug leaves out the
# debug information; on macOS it is never in the program. Installing also removes the symbols, a third of the program: backtraces
# need them, but also a program of Swift's toolchain. --no-export-dynamic: Swift exports all symbols of a statically linked program
# and scans them at each start, but these programs look up no symbols by name.
# With glibc 2.36 or later, relative relocations are packed: 3 MB less, of the program and of its memory. Only lld can do so.
packed = $(if $(shell getconf GNU_LIBC_VERSION 2>/dev/null | awk -F '[ .]' '$$2 > 2 || $$3 >= 36'),\
	-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs)
release = $(SWIFT) build --configuration release $(server) \
	$(if $(filter Darwin,$(shell uname -s)),,\
		--static-swift-stdlib -Xlinker --strip-debug -Xlinker --no-export-dynamic $(packed))
apple := Checks/AppleSDK
# Tests run sequentially: most call servers with real deadlines, and a thousand concurrent tests on two cores would delay each other.
# On Linux this also limits the number of open files: Process.run of Swift 6.3 reads beyond the end of that table
# (swiftlang/swift-corelibs-foundation#5472). The tests of the tool, half of the time, run in a second process at the same time.
# Fuzz tests and tests of Apple-only code start no servers and run in parallel.
tests := $(SWIFT) test $(plain) --disable-xctest
fuzzing := ^BellhopAgentsTests\.\w+FuzzTests
races := --sanitize=thread --scratch-path Server/.build-races
gateways := ^Bellhop(HTTP2|APNs|FCM|WebPush)Tests\.
section = @printf '\n==> %s\n' '$(1)'

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help docs demo install package test test-apps test-server test-api test-agents test-console test-speed test-races agents-drift apple-check lint format build \
	bench bench-quick crash setup setup-postgres setup-browser setup-h2load screens clean

help: ## List these commands
	@sed -nE 's/^([a-z0-9-]+):.*## (.*)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-24s%s\n", $$1, $$2 }'

demo: setup ## Run the demo: a server, simulated APNs and phones, and an agent that asks
	$(call section,Building bellhop (a few minutes the first time))
	$(SWIFT) build $(plain) $(server) --product bellhop
	$(call section,bellhop demo)
	@if [ -t 0 ] && [ -t 1 ]; then $(bellhop) demo $(ARGS); else $(bellhop) demo --answer approve $(ARGS); fi

install: setup ## Build bellhop (release) and install it into /usr/local/bin, or into PREFIX/bin
	$(call section,Building bellhop (about ten minutes the first time))
	$(release) --product bellhop
	$(release) --product bellhop-hook
	$(call section,Installing into $(prefix)/bin)
	@if mkdir -p "$(prefix)/bin" 2>/dev/null && [ -w "$(prefix)/bin" ]; then as=; else as=sudo; fi; \
	$$as install -d "$(prefix)/bin" && \
	$$as install -s -m 755 Server/.build/release/bellhop Server/.build/release/bellhop-hook "$(prefix)/bin"
	@"$(prefix)/bin/bellhop" --version

# Packages require no libpq, unless traits are given.
package: traits =
package: setup ## Build bellhop (release) and make packages in dist: an archive, and on Debian a .deb
	$(call section,Building bellhop (about ten minutes the first time))
	$(release) --product bellhop
	$(release) --product bellhop-hook
	$(call section,Packages in dist)
	@$(PYTHON) -B Scripts/package --built Server/.build/release

test: lint test-apps apple-check test-server test-api test-agents test-console test-speed ## Run lint and all tests

test-apps: setup ## Run the tests of the libraries for apps
	$(call section,Tests of BellhopModel and BellhopKit)
	@Scripts/test $(tests) --no-parallel

test-server: setup-postgres ## Run the tests of the server, the gateways and the tool
	$(call section,Tests of the server (a few minutes to build the first time))
	@command -v node >/dev/null || echo "'node' is not installed, so the tests of OpenCode's plugin are skipped (Debian: apt-get install nodejs; macOS: brew install node)."
	$(SWIFT) build $(plain) $(server) --build-tests
	@Scripts/test --beside '^BellhopCLITests\.' $(tests) $(server) --no-parallel --skip '$(fuzzing)'
	@Scripts/test $(tests) $(server) --skip-build --filter '$(fuzzing)'

MINUTES ?= 5
crash: setup-postgres ## Kill one of three servers every five seconds for MINUTES (5), and check that nothing is lost
	$(call section,Crash test of $(MINUTES) minutes)
	BELLHOP_CRASH_MINUTES=$(MINUTES) $(tests) $(server) --no-parallel --filter '^BellhopCrashTests\.NodesTests'

test-api: setup ## Test a running server against its OpenAPI document with generated requests
	$(call section,Fuzz tests of the API)
	$(SWIFT) build $(plain) $(server) --product bellhop
	@$(PYTHON) -B Scripts/fuzz-api $(ARGS)

test-agents: setup ## Run the real Claude Code and Codex, with scripted models, against a server and a phone
	$(call section,Real agents)
	$(SWIFT) build $(plain) $(server) --product bellhop
	$(SWIFT) build $(plain) $(server) --product bellhop-hook
	@$(PYTHON) -B Scripts/test-agents $(ARGS)

test-console: setup-browser ## Test the web console in Chromium and Firefox, with a server
	$(call section,The web console in a browser)
	$(SWIFT) build $(plain) $(server) --product bellhop
	@$(PYTHON) -B Scripts/test-console $(ARGS)

test-speed: setup-h2load ## Check the CPU time of sending, as a multiple of h2load's in the same run (release build)
	$(call section,Speed of sending to APNs)
	$(release) --product http2
	@Scripts/bench-push --check

# Without PostgreSQL. Like the modules of this repository, those of its dependencies are compiled with checks, in a folder of their
# own, and with debug information, for the lines of a report. Each program runs to its end, lists all races, and then fails.
test-races: traits =
test-races: setup ## Run the tests of the gateways, and 60,000 pushes with faults, under ThreadSanitizer
	$(call section,Data races in the gateways (up to half an hour to build the first time))
	$(SWIFT) build $(server) $(races) --build-tests
	@Scripts/test $(SWIFT) test $(server) $(races) --disable-xctest --skip-build --no-parallel --filter '$(gateways)'
	Server/.build-races/debug/http2 faults 60000 500

agents-drift: setup ## Run test-agents with the newest versions, and report new events and fields
	$(call section,The newest versions of the agents)
	$(SWIFT) build $(plain) $(server) --product bellhop
	$(SWIFT) build $(plain) $(server) --product bellhop-hook
	@$(PYTHON) -B Scripts/test-agents --newest $(ARGS)

apple-check: setup ## Compile and test the Apple-only code on Linux, against stubs of Apple's frameworks
ifeq ($(shell uname -s),Darwin)
	@echo 'On macOS, build with Xcode instead: xcodebuild build -scheme bellhop -destination generic/platform=iOS'
else
	$(call section,Apple-only code against stubs of the SDK)
	$(SWIFT) build $(plain) --package-path $(apple) --build-tests --enable-code-coverage
	@Scripts/test $(tests) --package-path $(apple) --skip-build --enable-code-coverage
	$(call section,Deliberate mistakes)
	@$(PYTHON) -B $(apple)/breakage
	$(call section,Coverage of Apple-only code)
	@$(PYTHON) -B $(apple)/report "$$($(SWIFT) test --package-path $(apple) --show-codecov-path)"
endif

lint: setup ## Check layout, imports, circular dependencies, documents and scripts
	$(call section,Layout of Swift files)
	$(SWIFT) format lint --recursive --strict --parallel .
	$(call section,House rules)
	@$(PYTHON) -B -m unittest discover --start-directory Scripts/tests --top-level-directory Scripts
	@$(PYTHON) -B Scripts/lint

docs: setup ## Build the documentation of BellhopKit into .build/docs, and check its links
	$(call section,Documentation)
	@Scripts/docs

format: ## Format the Swift files
	$(SWIFT) format --in-place --recursive --parallel .

build: setup ## Build both packages
	$(SWIFT) build $(plain)
	$(SWIFT) build $(plain) $(server)

screens: setup-browser ## Update the pictures of the demo, the terminal phone and the console in docs/images
	$(call section,Pictures)
	$(SWIFT) build $(plain) $(server) --product bellhop
	@$(PYTHON) -B Scripts/screens $(ARGS)

bench: setup ## Run the benchmarks (release build)
	$(release) --product latency
	$(release) --product history
	$(release) --product fanout
	$(release) --product broadcast
	$(release) --product http2
	$(release) --product bellhop
	$(release) --product bellhop-hook
	Server/.build/release/latency $(ARGS)
	Server/.build/release/history $(ARGS)
	Server/.build/release/fanout
	Server/.build/release/broadcast
	Server/.build/release/broadcast 50000 individual
	@Scripts/bench-push
	Server/.build/release/http2 faults 1000000 500
	@Scripts/bench-hook
	@Scripts/bench-slow-clients --built Server/.build/release
	@Scripts/bench-accept
	@Scripts/bench-idle
	@Scripts/bench-console

bench-quick: setup ## Compare the sending to APNs with other clients in two minutes (release build)
	$(release) --product http2
	@Scripts/bench-push --quick $(ARGS)

setup: ## Install missing requirements of a build
	@Scripts/setup

setup-postgres: ## Install missing requirements of a build and of PostgreSQL
	@Scripts/setup --postgres

setup-h2load: ## Install missing requirements of a build and of the check of speed
	@Scripts/setup --h2load

setup-browser: ## Install missing requirements of a build and of the console's tests
	@Scripts/setup --browser

clean: ## Remove all build results
	rm -rf .build Server/.build Server/.build-races $(apple)/.build
