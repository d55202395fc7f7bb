# Two commands set up everything they need: `make demo` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml

.PHONY: demo test lint docs clean

demo: $(VENV)/.installed ## Map this checkout and locate the fault of the example report in it.
	$(BIN)/crossbearing scan .
	$(BIN)/crossbearing locate examples/report.md --repo .

test: $(VENV)/.test-installed ## Install what the tests need and run all of them.
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.lint-installed ## Style, types and the layer contract.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.docs-installed ## Build the documentation into site/.
	$(BIN)/mkdocs build --strict

clean: ## Remove the virtual environment and everything built.
	rm -rf $(VENV) build dist site .crossbearing

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Crossbearing needs Python 3.11 or newer; set PYTHON=/path/to/python3.11" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.%-installed: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	touch $@
