# What a person types. Every recipe is one tool or one script of packaging/.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test check unit real-window paper bench bundle wheel screenshots catalogues clean test-environment

PYTHON ?= python3
export PYTHON
python := .venv/bin/python
utf8 := LC_ALL=C.UTF-8

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

run: ## Open the window on the paper's example; without a screen, write the same to build/demo
	@packaging/run.sh

test: check unit real-window paper ## Everything that must hold: the four below, in this order

check: test-environment ## Format, lint, types, layers
	$(python) -m ruff format --check .
	$(python) -m ruff check .
	@packaging/types_and_kernels.sh
	.venv/bin/lint-imports

unit: test-environment ## Tests that need no screen
	$(utf8) QT_QPA_PLATFORM=offscreen $(python) -m pytest -q -n 3 --dist loadfile --no-loadscope-reorder --max-worker-restart 0 -m "not real_window"

real-window: test-environment ## Tests that need a screen, on a virtual one
	$(utf8) packaging/on_virtual_screen.sh $(python) -m pytest -q -m real_window

paper: test-environment ## The paper's example from the command line and the window, compared with the paper
	@$(utf8) packaging/headless_demo.sh build/demo "$(python) -m permdesk.cli" "$(python) main.py"
	$(python) packaging/compare_with_paper.py build/demo

bench: ## The search against its peers, whole audits, and the window's speed; QUICK=--quick takes minutes
	@packaging/system_libraries.sh headless
	@packaging/environment.sh bench
	$(python) -m tests.benchmarks.search $(QUICK)
	$(python) -m tests.benchmarks.search_bad_cases $(if $(QUICK),--records 100000)
	$(python) -m tests.benchmarks.whole_audit $(QUICK)
	$(python) -m tests.benchmarks.held_lock $(if $(QUICK),--records 10000)
	$(python) -m tests.benchmarks.window $(QUICK)
	$(python) -m tests.benchmarks.random_input $(if $(QUICK),--steps 1000)
	$(python) -m tests.benchmarks.stopping $(if $(QUICK),--times 4,--records 1000000 --times 6)

bundle: ## A folder that runs without Python, in dist/permdesk, checked on the paper's example
	@packaging/system_libraries.sh bundle
	@packaging/environment.sh bundle
	$(python) -m PyInstaller --noconfirm --clean --log-level WARN packaging/permdesk.spec
	@mkdir -p dist/permdesk/share
	@cp packaging/linux/*.desktop packaging/linux/*.xml dist/permdesk/share
	@cp packaging/linux/install.sh LICENSE dist/permdesk
	packaging/check_bundle.sh dist/permdesk

wheel: ## A wheel for pip, in dist, checked in an environment of its own
	@packaging/system_libraries.sh headless
	@packaging/environment.sh window
	packaging/check_wheel.sh dist

screenshots: ## Pictures of every tab, dialog and state, in build/screenshots; OPTIONS="--states live --no-large" draws some
	@packaging/system_libraries.sh headless
	@packaging/environment.sh window
	$(utf8) $(python) packaging/draw_screenshots.py $(OPTIONS)

catalogues: test-environment ## Compile the translations, and list the sentences that they lack
	$(python) packaging/catalogues.py

clean: ## Remove what can be made again, except .venv
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find permdesk tests packaging -type d -name __pycache__ -exec rm -rf {} +

test-environment:
	@packaging/system_libraries.sh test
	@packaging/environment.sh test
