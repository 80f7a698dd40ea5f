# One command each: `make run` starts the desktop, `make test` proves it. Nothing has to be installed before
# but Python 3.11+ and make: uv is fetched into .uv/ when it is not on the PATH.

.DEFAULT_GOAL := help
.PHONY: help run dev test soak storm check lint lint-shell build format bench train screenshots docs clean

PYTHON ?= python3
UV := $(shell uv --version >/dev/null 2>&1 && command -v uv || echo .uv/bin/uv)
BIN := .venv/bin
WORKERS ?= 3
EXTRAS ?= tools
SEEDS ?= 220
KILLS ?= 300
WRITES ?= 20000
STORM_KILLS ?= 50

# What is already there needs no network; only what is missing is fetched. The lock is never changed here.
sync = $(UV) sync --locked --offline --quiet $(1) 2>/dev/null || $(UV) sync --locked $(1)

help: ## Show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

run: $(UV) ## Install what is needed and start the desktop (ARGS="--port 8701 --no-browser", EXTRAS="tools postgres")
	@$(call sync,--no-dev --inexact $(EXTRAS:%=--extra %))
	@exec $(BIN)/aule up $(ARGS)

dev: $(UV) ## Run the server and the shell, both reload when their sources change (ARGS="--port 8701")
	@$(call sync,--inexact)
	@exec $(BIN)/python -m scripts.dev $(ARGS)

test: $(UV) ## Install what is needed and run every test (ARGS="tests/kernel -x")
	@$(call sync,--inexact)
	@exec $(BIN)/python -m pytest -p no:schemathesis -n $(WORKERS) $(ARGS)  # its plugin takes a second, in each process

soak: $(UV) ## Kill the run engine at every write and by signal, for minutes (SEEDS=220 KILLS=300)
	@$(call sync,--inexact)
	$(BIN)/python -m tests.simulation.engine_soak --seeds $(SEEDS) --kills $(KILLS) $(ARGS)

storm: $(UV) ## Let processes change the same files, rows and documents at once and kill them (WRITES=20000 STORM_KILLS=50)
	@$(call sync,--inexact)
	$(BIN)/python -m tests.simulation.file_storm --writes $(WRITES) --kills $(STORM_KILLS) $(ARGS)
	$(BIN)/python -m tests.simulation.store_storm --writes $$(($(WRITES) / 4)) --kills $(STORM_KILLS) $(ARGS)
	$(BIN)/python -m tests.simulation.approval_storm --approvals $$(($(WRITES) / 100))

check: $(UV) ## Format, lint, types, arrows, file lengths, generated pages
	@$(call sync,--inexact)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/architecture
	$(BIN)/python docs/generate.py --check
	$(BIN)/pyright

lint: $(UV) ## Format, lint, arrows and types alone, without a test; the shell too where its packages are
	@$(call sync,--inexact)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/pyright
	@$(MAKE) --no-print-directory lint-shell

lint-shell: # Node is needed only by those who work on the shell
	@if [ -d shell/node_modules/eslint ] && command -v npm >/dev/null; then npm --prefix shell run lint; \
	else echo "The shell was not linted: that needs Node and \`npm install --prefix shell\`." >&2; fi

build: $(UV) ## Build the wheel and the source archive into dist/
	$(UV) build

format: $(UV) ## Put the code into its one format
	@$(call sync,--inexact)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(UV) ## Write the reference pages and the shell's copy of the API again
	@$(call sync,--inexact)
	$(BIN)/python docs/generate.py
	$(BIN)/python -m aule.server.openapi > shell/openapi.json.new && mv shell/openapi.json.new shell/openapi.json

bench: $(UV) ## Measure, print ratios, keep JSON under benchmarks/results/
	@$(call sync,--inexact)
	$(BIN)/python -m benchmarks $(ARGS)

train: $(UV) ## Train understanding from the sentences beside the apps, and print how well it does
	@$(call sync,--inexact)
	$(BIN)/python -m scripts.train_labels
	$(BIN)/python -m scripts.train_head $(ARGS)

screenshots: $(UV) ## Photograph every screen, in both themes and sizes, into build/screenshots/
	@$(call sync,--inexact)
	AULE_SCREENSHOTS=$(CURDIR)/build/screenshots $(BIN)/python -m pytest -q tests/e2e/test_tour.py

clean: ## Remove what these commands made (never your data in ~/.aule)
	rm -rf .venv .uv .pytest_cache .ruff_cache .hypothesis .import_linter_cache test-artifacts dist build

# A venv of its own, so that a system Python that refuses pip (PEP 668) and an empty HOME are both fine;
# where the venv module is missing, pip puts uv into the same folder.
.uv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "auleOS needs Python 3.11 or newer")'
	@echo "Fetching uv into .uv/ (once)" >&2
	@$(PYTHON) -m venv .uv 2>/dev/null && .uv/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.8' \
	  || { rm -rf .uv; $(PYTHON) -m pip install --quiet --disable-pip-version-check --target .uv 'uv>=0.8'; }
