# Two commands do all the set-up on a machine that has Python 3.11 or newer, make and git: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: help demo test check format fixtures bench fuzz thorough compat docs clean

help:  ## Show what can be made.
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "compass-report needs Python 3.11 or newer; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(STAMP)  ## Build a bundle from the real run that ships with the project.
	@$(BIN)/python tests/demo.py

# The tests of one file share what they build, so that a file stays with one worker; the longest begin.
test: $(STAMP)  ## Run all tests, on all cores.
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

check: $(STAMP)  ## Lint, types, import contracts, no duplicated code.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pylint --disable=all --enable=duplicate-code bundler redaction

format: $(STAMP)  ## Format the code.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

fixtures: $(STAMP)  ## Make the fixture runs again with the real AgentCompass (needs Python 3.12 or newer and PyPI).
	$(BIN)/python -m tests.fixtures.generate

bench: $(STAMP)  ## Measure ours and the peers as ratios in one run; writes docs/benchmarks.md.
	$(BIN)/python -m benchmarks

fuzz: $(STAMP)  ## Fuzz layouts, log records, documents, redactor and bundle reader for about six minutes.
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	$(BIN)/python -m tests.fuzz

thorough: $(STAMP)  ## Try all attacks and fixtures of which `make test` tries a part, and kill 500 builds at random moments.
	COMPASS_REPORT_THOROUGH=1 COMPASS_REPORT_KILLS=500 $(BIN)/python -m pytest --numprocesses auto --dist loadfile \
		--no-loadscope-reorder tests/cli tests/hostile tests/faults

compat: $(STAMP)  ## Try the newest AgentCompass release and report what changed in its layout.
	$(BIN)/python -m tests.compat

docs: $(STAMP)  ## Write the generated pages and schemas below docs/.
	$(BIN)/python docs/generate.py

clean:  ## Remove what the other targets made.
	rm -rf $(VENV) .envs demo dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
