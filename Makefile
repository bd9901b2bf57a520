# `make` lists the targets. Set-up happens by itself, once, and again when its inputs change.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.NOTPARALLEL:
.DEFAULT_GOAL := help

PYTHON ?= python3
CHROMIUM ?= chromium
FIREFOX ?= firefox-esr
PYTEST_ARGS ?= -q -n auto
BENCH_ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
NPX := node_modules/.bin

export CHROMIUM
export FIREFOX
export NO_MKDOCS_2_WARNING := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

# ---------------------------------------------------------------- what people run

.PHONY: site
site: $(VENV)/.site ## Build this project's own site into site/
	$(BIN)/mkdocs build --strict

.PHONY: serve
serve: $(VENV)/.site ## Serve the site on localhost and rebuild on change
	$(BIN)/mkdocs serve --strict

# pytest comes last: its closing line is the last line of a good run.
.PHONY: test
test: lint types js pytest ## Run every check and every test

.PHONY: bench
bench: $(VENV)/.bench node_modules/.stamp browser ## Run the benchmarks (BENCH_ARGS="--corpus DIR ...")
	$(BIN)/python -m benchmarks $(BENCH_ARGS)
	$(BIN)/python -m benchmarks.check

.PHONY: screenshots
screenshots: $(VENV)/.dev browser ## Take the pictures of the documentation anew
	$(BIN)/python -m tests.browser.screenshots

.PHONY: format
format: $(VENV)/.dev node_modules/.stamp ## Format Python and JavaScript
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(NPX)/biome check --write

.PHONY: bundles
bundles: node_modules/.stamp ## Make what a site publishes of our scripts and styles
	node bundle.mjs

# ---------------------------------------------------------------- the parts of `make test`

.PHONY: lint
lint: $(VENV)/.dev ## Only the Python style and layer checks, and our own gate
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/kb check

.PHONY: types
types: $(VENV)/.dev ## Only the Python type check
	$(BIN)/mypy

.PHONY: js
js: node_modules/.stamp ## Only the JavaScript checks and tests
	$(NPX)/biome ci --error-on-warnings --colors=off
	$(NPX)/tsc --project tsconfig.json
	node bundle.mjs --check
	node --test --test-reporter=spec tests/js/*.test.js

.PHONY: pytest
pytest: $(VENV)/.dev node_modules/.stamp browser firefox ## Only the Python and browser tests
	$(BIN)/pytest $(PYTEST_ARGS)

# ---------------------------------------------------------------- set-up

# A Python without ensurepip (Debian without python3-venv) still has a pip that can fill the folder.
$(VENV)/.bootstrap: requirements/bootstrap.lock
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || $(PYTHON) -m venv --without-pip $(VENV)
	@if $(BIN)/python -c 'import pip' 2>/dev/null; then pip="$(BIN)/python -m pip"; \
	else pip="$(PYTHON) -m pip --python $(BIN)/python"; fi; \
	$$pip install -qq --require-hashes -r requirements/bootstrap.lock
	@touch $@

install = $(BIN)/uv pip install --quiet --python $(BIN)/python

# `kb` and the plugin run from plugin/ (editable), with exactly the locked packages around them.
$(VENV)/.site: $(VENV)/.bootstrap requirements/site.lock pyproject.toml
	@echo "Installing what builds the site ..."
	@$(install) --require-hashes -r requirements/site.lock
	@$(install) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.bootstrap requirements/dev.lock pyproject.toml
	@echo "Installing what tests and checks ..."
	@$(install) --require-hashes -r requirements/dev.lock
	@$(install) --no-deps --no-build-isolation --editable .
	@touch $@

# Beside what tests and checks: the peers, with everything else at the versions of dev.lock.
$(VENV)/.bench: $(VENV)/.dev requirements/bench.lock
	@echo "Installing what is compared ..."
	@$(install) --require-hashes -r requirements/bench.lock
	@touch $@

node_modules/.stamp: package.json package-lock.json
	@echo "Installing node_modules ..."
	@npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

# $(call debian,program,its Debian package,what it is): installs it where we may, else says what is missing.
define debian
@if ! command -v "$(1)" >/dev/null; then \
  if [ "$(1)" = "$(2)" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
    echo "Installing $(2) ..."; \
    apt-get update -qq; \
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(2) >/dev/null; \
  else \
    echo "The browser tests need $(3): install it, or name it with $(3)=..." >&2; exit 1; \
  fi; \
fi
endef

.PHONY: browser
browser:
	$(call debian,$(CHROMIUM),chromium,CHROMIUM)

.PHONY: firefox
firefox:
	$(call debian,$(FIREFOX),firefox-esr,FIREFOX)

# ---------------------------------------------------------------- upkeep

compile = $(BIN)/uv pip compile --quiet --universal --python-version 3.10 --generate-hashes \
  --no-emit-index-url --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

.PHONY: lock
lock: $(VENV)/.bootstrap ## Write the lock files anew (UPGRADE=1 takes newer versions)
	$(compile) pyproject.toml requirements/bootstrap.in --extra site --extra mcp --extra dev \
	  --output-file requirements/dev.lock
	$(compile) pyproject.toml --extra site --extra bench \
	  --constraint requirements/dev.lock --output-file requirements/bench.lock
	$(compile) pyproject.toml --extra site \
	  --constraint requirements/dev.lock --output-file requirements/site.lock
	$(compile) requirements/bootstrap.in \
	  --constraint requirements/dev.lock --output-file requirements/bootstrap.lock
	npm $(if $(UPGRADE),update,install) --package-lock-only --ignore-scripts --no-audit --no-fund

.PHONY: clean
clean: ## Remove what was built and cached, and the set-up
	rm -rf site dist .knowledge .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf $(VENV) node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
