# Two commands do everything: `make play` and `make test`. Needed: python3 (3.11 or newer) and make.
# The environment .venv is built on first use, by the pip that lies in tools/ (Debian's python3 comes without one).

# The first Python that is new enough; looked for only when .venv is built.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && exit; done; echo python3)
UV ?= uv
# For two cores: many tests wait for other processes, and four workers use both cores meanwhile.
WORKERS ?= 4
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -I $(wildcard tools/pip-*.whl)/pip --disable-pip-version-check --no-input
# What the tests start, some hundreds of processes, reads compiled code, also where the environment would not have it kept.
export PYTHONDONTWRITEBYTECODE :=
LOCK := $(UV) pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11

.PHONY: help play fast install install-test test format lint types contracts pytest coverage attack bench bench-bots fuzz journey long newest release release-check screenshots soak \
  words train lock clean
.DEFAULT_GOAL := help

help: ## Show what there is to make.
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/  make \1#\2/' | awk -F'#' '{printf "%-20s%s\n", $$1, $$2}'

play: $(VENV)/.play ## Play on this machine.
	@$(BIN)/chwech play

install: $(VENV)/.play ## Build .venv, so that .venv/bin/chwech runs.

fast: $(VENV)/.fast ## Install numba too, which compiles the search of the best bots.

test: $(VENV)/.test ## Check everything: format, lint, types, contracts, tests, and coverage by a part's own tests.
	@$(MAKE) --no-print-directory --jobs 2 format lint types contracts pytest

format: $(VENV)/.test ## Check the format of the code.
	$(BIN)/ruff format --check

lint: $(VENV)/.test ## Look for mistakes in the code.
	$(BIN)/ruff check

types: $(VENV)/.test ## Check the types.
	$(BIN)/mypy

contracts: $(VENV)/.test ## Check what may import what.
	$(BIN)/lint-imports --no-logo

# What its own tests cover whole; code that is measured runs some three times as long, so no other test is measured.
COVERED := games/kit protocol server/storage server/tables

# On a fresh clone each worker would compile the tests for itself, so they are compiled once before.
pytest: $(VENV)/.test ## Run the tests, and hold what the kit, protocol, store and tables' own tests cover against its bars.
	@test -e $(VENV)/collected || $(BIN)/python -m pytest --collect-only -q >$(VENV)/collected
	$(BIN)/python -m pytest -q --numprocesses $(WORKERS) --dist worksteal $(COVERED:%=--cov %) --cov-report=
	@$(BIN)/python tools/coverage_bars.py $(COVERED)

coverage: $(VENV)/.test ## Run the tests and hold the coverage of every part against its bar, before a release.
	$(BIN)/python -m pytest -q --numprocesses $(WORKERS) --dist worksteal --cov --cov-report=
	@$(BIN)/python tools/coverage_bars.py

# What uv and pipx install: the pins of requirements/ are left aside, and the newest version of everything comes that is allowed.
newest: ## Run the tests with the newest versions that pyproject.toml allows, in build/newest (from the network).
	$(PYTHON) -m venv --clear --without-pip build/newest
	build/newest/bin/python -I $(wildcard tools/pip-*.whl)/pip --disable-pip-version-check --no-input install \
	  --group build --group lab --group test --editable .
	build/newest/bin/python -m pytest $(TESTS) -q --numprocesses $(WORKERS) --dist worksteal -p no:cacheprovider

long: $(VENV)/.test ## Show for every game and table what the tests show for some (a minute or two).
	$(BIN)/python -m pytest tests -m long -q --numprocesses $(WORKERS) --dist worksteal

attack: $(VENV)/.test ## Attack the SSH front and the client in every way we know (some minutes).
	$(BIN)/python -m pytest tests -m attack -q -p no:cacheprovider

# What `make newest` runs: the whole of tests/, or the files that are named.
TESTS ?= tests

# What is measured: names of parts with commas between, all of them if it is empty.
ONLY ?=

bench: $(VENV)/.test $(VENV)/.fast ## Measure how fast it is beside peers, and write docs/performance.md (some 25 minutes, two idle cores).
	$(BIN)/python -m tests.bench --only "$(ONLY)"

bench-bots: $(VENV)/.test $(VENV)/.fast ## Let the bots play each other, with bars (about an hour on two cores).
	$(BIN)/python -m tests.bench.bots
	$(BIN)/python -m tests.bench.against_chance

journey: $(VENV)/.test ## Let people with real SSH clients in real terminals play (needs tmux and ssh).
	$(BIN)/python -m pytest tests/journeys -m journey -q -p no:cacheprovider

screenshots: $(VENV)/.test ## Draw the pictures of the README and the docs (needs no display).
	$(BIN)/python -m tools.draw_screens docs

train: $(VENV)/.fast ## Train the net of the bots anew, from nothing (about an hour; goes on where it stopped).
	$(BIN)/python -m lab.training --install

release: $(VENV)/.play ## Build wheel, sdist, package for Debian and what a container is built from in dist (the package for this machine and Python).
	@sh packaging/release.sh

release-check: release coverage ## Hold all coverage against its bars, install each of them in a clean Debian and play a deal there through ssh (needs root, debootstrap, tmux and ssh).
	$(BIN)/python -m pytest tests/journeys/test_release.py -m journey -q -p no:cacheprovider

words: $(VENV)/.test ## Bring the translations up to date with the texts of the program, and list what is missing.
	$(BIN)/python -m tools.words

fuzz: $(VENV)/.test ## Throw damaged frames at the protocol for a minute.
	$(BIN)/python -m tests.fuzz.frames --seconds 60

soak: $(VENV)/.test ## Check 104,000 compiled deals, 20,000 simulated worlds, 100 killed servers, an hour of 60 sessions, 20 updates, and what a server keeps (two hours).
	$(BIN)/python -m tests.conformance.kernel 2000
	$(BIN)/python -m tests.simulation --seeds 20000
	$(BIN)/python -m tests.soak --rounds 100 --tables 1000
	$(BIN)/python -m tests.soak.postgres --rounds 70
	$(BIN)/python -m tests.soak.memory
	$(BIN)/python -m tests.soak.sessions
	$(BIN)/python -m tests.soak.update

lock: ## Renew the pinned versions and their hashes (needs uv).
	$(LOCK) pyproject.toml --output-file requirements/play.txt
	$(LOCK) pyproject.toml --extra postgres --group build --group lab --group test --constraints requirements/play.txt --output-file requirements/test.txt
	$(LOCK) --group build --constraints requirements/test.txt --output-file requirements/build.txt
	for extra in numba psycopg; do grep -o "\"$$extra[^\"]*\"" pyproject.toml | tr -d '"' | \
	  $(LOCK) - --constraints requirements/test.txt --output-file requirements/$$extra.txt; done

clean: ## Remove what was built.
	rm -rf $(VENV) build dist .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { echo "make: there is no $(PYTHON); install Python 3.11 or newer," \
	  "or name yours: make PYTHON=/path/to/python3.12 install"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: $(PYTHON) is" \
	  "$$($(PYTHON) --version 2>&1), and Chwech needs Python 3.11 or newer; name one:" \
	  "make PYTHON=/path/to/python3.12 install"; exit 1; }
	@echo "Building $(VENV) with $$($(PYTHON) --version) ..."
	@$(PYTHON) -m venv --clear --without-pip $(VENV)
	@touch $@

$(VENV)/.play: $(VENV)/.made requirements/play.txt requirements/build.txt pyproject.toml
	@echo "Installing what Chwech needs (once) ..."
	@$(PIP) install --require-hashes -r requirements/play.txt -r requirements/build.txt
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.fast: $(VENV)/.play requirements/numba.txt
	@echo "Installing what compiles (once) ..."
	@$(PIP) install --require-hashes -r requirements/numba.txt
	@touch $@

$(VENV)/.test: $(VENV)/.play requirements/test.txt
	@echo "Installing what the tests need (once) ..."
	@$(PIP) install --no-compile --require-hashes -r requirements/test.txt
	@touch $@
