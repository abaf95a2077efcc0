# The commands of this repository. `make` lists them; continuous integration calls the same ones.

SWIFT ?= swift
PYTHON ?= python3
# Extra arguments for `make demo`, `make screens` and `make bench`:  make demo ARGS="--agent codex"
ARGS ?=
# Where `make install` puts the tool: into bin below it.
PREFIX ?= /usr/local
# Not every shell understands PREFIX=~/.local.
prefix := $(patsubst ~/%,$(HOME)/%,$(PREFIX))

bellhop := Server/.build/debug/bellhop
# Debug builds without debug information: a sixth less to compile. The same for all, so that none compiles again what another
# one has compiled.
plain := -debug-info-format none
# With Swift's libraries inside: it starts faster, and needs no Swift where it runs. On a Mac the system has them. Without
# what only a debugger reads, which is half of it: on a Mac that never is in the program. Types, conformances and the names in
# backtraces are not among it, and stay; `strip` without more would take the names.
# Nothing is looked up by name in our programs. Swift exports all names of one that is linked statically, and its runtime goes
# through them at each start.
release := $(SWIFT) build --configuration release --package-path Server \
	$(if $(filter Darwin,$(shell uname -s)),,\
		--static-swift-stdlib -Xlinker --strip-debug -Xlinker --no-export-dynamic)
apple := Checks/AppleSDK
# Tests run one after the other: most talk to servers under real deadlines, and a thousand that start at once on two cores would
# delay each other. On Linux this also keeps the table of open files short, beyond whose end Process.run of Swift 6.3 reads
# (swiftlang/swift-corelibs-foundation#5472). The tests of the tool, half of the time, run in a second process beside the others.
# Fuzz tests and those of the Apple-only code start no servers and run in parallel.
tests := $(SWIFT) test $(plain) --disable-xctest
fuzzing := ^BellhopAgentsTests\.\w+FuzzTests
section = @printf '\n==> %s\n' '$(1)'

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help docs demo install test test-apps test-server test-api test-agents agents-drift apple-check lint format build \
	bench setup screens clean

help: ## List these commands
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-20s%s\n", $$1, $$2 }'

demo: setup ## See it work: server, simulated APNs and phone, an agent that asks
	$(call section,Building bellhop (a few minutes the first time))
	$(SWIFT) build $(plain) --package-path Server --product bellhop
	$(call section,bellhop demo)
	@if [ -t 0 ] && [ -t 1 ]; then $(bellhop) demo $(ARGS); else $(bellhop) demo --answer approve $(ARGS); fi

install: setup ## Build bellhop for use and put it into /usr/local/bin; PREFIX says where else
	$(call section,Building bellhop (about ten minutes the first time))
	$(release) --product bellhop
	$(release) --product bellhop-hook
	$(call section,Into $(prefix)/bin)
	@if mkdir -p "$(prefix)/bin" 2>/dev/null && [ -w "$(prefix)/bin" ]; then as=; else as=sudo; fi; \
	$$as install -d "$(prefix)/bin" && \
	$$as install -m 755 Server/.build/release/bellhop Server/.build/release/bellhop-hook "$(prefix)/bin"
	@"$(prefix)/bin/bellhop" --version

test: lint test-apps apple-check test-server test-api test-agents ## Everything that must hold: lint, then all tests

test-apps: setup ## The tests of what apps link
	$(call section,Tests of BellhopModel and BellhopKit)
	@Scripts/test $(tests) --no-parallel

test-server: setup ## The tests of the server, the gateways and the tool
	$(call section,Tests of the server (a few minutes to build the first time))
	@command -v node >/dev/null || echo "There is no 'node' here: the tests of OpenCode's plugin are skipped (Debian: apt-get install nodejs; Mac: brew install node)."
	$(SWIFT) build $(plain) --package-path Server --build-tests
	@Scripts/test --beside '^BellhopCLITests\.' $(tests) --package-path Server --no-parallel --skip '$(fuzzing)'
	@Scripts/test $(tests) --package-path Server --skip-build --filter '$(fuzzing)'

test-api: setup ## Hold a running server against its own OpenAPI document, with requests that nobody thought of
	$(call section,The API against its description)
	$(SWIFT) build $(plain) --package-path Server --product bellhop
	@$(PYTHON) -B Scripts/fuzz-api $(ARGS)

test-agents: setup ## Run the real Claude Code and Codex, with scripted models, against a server and a phone
	$(call section,Real agents)
	$(SWIFT) build $(plain) --package-path Server --product bellhop
	$(SWIFT) build $(plain) --package-path Server --product bellhop-hook
	@$(PYTHON) -B Scripts/test-agents $(ARGS)

agents-drift: setup ## The same with their newest versions, and what is new in what they tell
	$(call section,The newest versions of the agents)
	$(SWIFT) build $(plain) --package-path Server --product bellhop
	$(SWIFT) build $(plain) --package-path Server --product bellhop-hook
	@$(PYTHON) -B Scripts/test-agents --newest $(ARGS)

apple-check: setup ## Compile and run the Apple-only code on Linux, against stubs of Apple's frameworks
ifeq ($(shell uname -s),Darwin)
	@echo 'On a Mac, Xcode checks the real thing: xcodebuild build -scheme bellhop -destination generic/platform=iOS'
else
	$(call section,Apple-only code against stubs of the SDK)
	$(SWIFT) build $(plain) --package-path $(apple) --build-tests --enable-code-coverage
	@Scripts/test $(tests) --package-path $(apple) --skip-build --enable-code-coverage
	$(call section,Broken on purpose)
	@$(PYTHON) -B $(apple)/breakage
	$(call section,How much of it)
	@$(PYTHON) -B $(apple)/report "$$($(SWIFT) test --package-path $(apple) --show-codecov-path)"
endif

lint: setup ## Layout, import boundaries, folder circles, documents, scripts
	$(call section,Layout of the Swift files)
	$(SWIFT) format lint --recursive --strict --parallel .
	$(call section,House rules)
	@$(PYTHON) -B -m unittest discover --start-directory Scripts/tests --top-level-directory Scripts
	@$(PYTHON) -B Scripts/lint

docs: setup ## The documentation of BellhopKit, and every link and symbol in it checked, into .build/docs
	$(call section,Documentation)
	@Scripts/docs

format: ## Lay out the Swift files
	$(SWIFT) format --in-place --recursive --parallel .

build: setup ## Build both packages
	$(SWIFT) build $(plain)
	$(SWIFT) build $(plain) --package-path Server

screens: setup ## Take the pictures of the demo and the terminal phone, into docs/images
	$(call section,Pictures)
	$(SWIFT) build $(plain) --package-path Server --product bellhop
	@$(PYTHON) -B Scripts/screens $(ARGS)

bench: setup ## Measure (release build)
	$(release) --product latency
	$(release) --product history
	$(release) --product fanout
	$(release) --product bellhop
	$(release) --product bellhop-hook
	Server/.build/release/latency $(ARGS)
	Server/.build/release/history $(ARGS)
	Server/.build/release/fanout
	@Scripts/bench-hook

setup: ## Install what a build needs, if it is missing
	@Scripts/setup

clean: ## Remove everything that was built
	rm -rf .build Server/.build $(apple)/.build
