# Needs only Python (3.11 or later) and make.
#
#   make audit      audit the sample game that ships with the package
#   make test       lint, types, and every quick test, in parallel; with TESTS=tests/… one file or one case
#   make test-ci    every quick test, including a real MediaWiki and a browser, and the coverage gate
#   make test-slow  tests that kill, flood and fuzz, without coverage; new random cases with each commit
#   make test-long  the same with many more cases, for a night
#   make fuzz       test mutated texts and games for SECONDS=60
#   make mutants    change COUNT=30 places of the code, one at a time, and run the tests of each; JOBS=1 at once
#   make lint       lint and types, with pyright too (which needs Node.js)
#   make bench      run the benchmarks, and write docs/benchmarks.md; some five minutes
#   make reliability  try all faults of the matrix, and write docs/reliability.md
#   make docs       write the generated pages of docs/
#   make pins       renew the exact versions that the action installs; needs uv
#   make clean      remove everything that the other targets create

PYTHON ?= python3
RUN := .venv
DEV := .venv-test
# An environment is created again for another version of PYTHON.
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
INSTALLED := .installed-$(VERSION)
# One process per core; tests of one group (xdist_group) run in one process. tests/conftest.py makes the groups.
PYTEST := $(DEV)/bin/python -m pytest -n auto --dist loadgroup

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Compiling every module for each process that the tests start takes longer than the tests.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := test
.PHONY: audit test test-ci test-slow test-long fuzz mutants lint bench reliability docs pins clean

audit: $(RUN)/$(INSTALLED)
	@$(RUN)/bin/blognomic audit --site demo --fail-on never

ifdef TESTS
test: $(DEV)/$(INSTALLED)
	@HYPOTHESIS_PROFILE=quick $(DEV)/bin/python -m pytest $(TESTS)
else
# Types are checked in parallel to the tests. pytest's summary stays the last line of a run that passes.
test: $(DEV)/$(INSTALLED)
	@$(DEV)/bin/ruff check --quiet .
	@mkdir -p build
	@$(DEV)/bin/mypy --no-error-summary >build/types.txt 2>&1 & types=$$!; \
	  HYPOTHESIS_PROFILE=quick $(PYTEST) --dist loadfile -m 'not slow and not mediawiki and not browser'; tests=$$?; \
	  wait $$types || { cat build/types.txt; echo 'mypy found errors, see above'; exit 1; }; \
	  exit $$tests
endif

test-ci: $(DEV)/$(INSTALLED)
	@mkdir -p build
	@$(PYTEST) -m 'not slow' --cov --cov-report=
	@$(DEV)/bin/coverage report --fail-under=95.01 >build/gate.txt 2>&1 \
	  || { cat build/gate.txt; echo 'tests must cover more than 95 % of lines and branches'; exit 1; }

test-slow: $(DEV)/$(INSTALLED)
	@$(PYTEST) -m slow

test-long: $(DEV)/$(INSTALLED)
	@TEST_SCALE=$${TEST_SCALE:-15} HYPOTHESIS_PROFILE=long $(PYTEST) -m slow

fuzz: $(DEV)/$(INSTALLED)
	@$(DEV)/bin/python -m tests.fuzz $(or $(SECONDS),60)

mutants: $(DEV)/$(INSTALLED)
	@$(DEV)/bin/python -m tests.mutants $(or $(COUNT),30) $(or $(SEED),1) $(or $(JOBS),1)

lint: $(DEV)/$(INSTALLED)
	$(DEV)/bin/ruff check .
	$(DEV)/bin/mypy
	$(DEV)/bin/pyright --pythonpath $(DEV)/bin/python

bench: $(DEV)/$(INSTALLED)
	$(DEV)/bin/python -m tests.benchmarks

reliability: $(DEV)/$(INSTALLED)
	$(DEV)/bin/python -m tests.reliability

docs: $(DEV)/$(INSTALLED)
	$(DEV)/bin/python -m tests.sync.schemas.test_json_page
	$(DEV)/bin/python -m tests.validators.checks.test_findings_page
	$(DEV)/bin/python -m tests.sync.settings.test_configuration_page
	$(DEV)/bin/python -m tests.test_github

# First what the package needs, then what builds it and, for lack of a wheel for Python 3.14, mwparserfromhell.
PIN = uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --upgrade --generate-hashes \
  --no-emit-index-url --no-annotate --custom-compile-command 'make pins' --output-file .github/actions/audit
pins:
	@$(PIN)/requirements.txt pyproject.toml
	@printf '%s\n' 'hatchling>=1.26' 'setuptools>=77' 'setuptools-scm>=8' | \
	  $(PIN)/build.txt --only-binary :all: --constraint .github/actions/audit/requirements.txt -

clean:
	rm -rf $(RUN) $(DEV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find parsers validators sync tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN)/$(INSTALLED): pyproject.toml
	@echo 'installing into $(RUN) ...' >&2
	@$(PYTHON) -m venv --clear $(RUN)
	@$(RUN)/bin/python -m pip install --quiet --editable .
	@touch $@

# Dependency groups came with pip 25.1, which is newer than the pip of Python 3.11 to 3.13.
$(DEV)/$(INSTALLED): pyproject.toml
	@echo 'installing into $(DEV) ...' >&2
	@$(PYTHON) -m venv --clear $(DEV)
	@$(DEV)/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	@$(DEV)/bin/python -m pip install --quiet --editable . --group test --group lint
	@touch $@
