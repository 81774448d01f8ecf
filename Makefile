# `make setup` sets .venv up to work on the project; the other targets do what they need of it by themselves.
# `make demo` plays the bundled recording on http://127.0.0.1:8000/; `make test` runs every check.
# `make words` gathers all words for the catalogues and says which still want a translation (docs/dashboard.md).
# `make screenshots` draws every page of the dashboard into docs/screenshots, and the README's picture.
.PHONY: setup demo test format words screenshots clean power written fuzz

# Without make's own rules: one of them would make a stray file `setup` out of setup.sh.
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:

setup:
	@./setup.sh dev

demo:
	@./setup.sh
	@.venv/bin/companion demo $(ARGS)

test:
	@./setup.sh dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/python -m mypy
	.venv/bin/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder $(ARGS)

format:
	@./setup.sh dev
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

words:
	@./setup.sh dev
	.venv/bin/python -m tests.catalogues

screenshots:
	@./setup.sh dev
	.venv/bin/python -m tests.web.screenshots $(ARGS)

clean:
	rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Plays a whole evening at high speed and says how much it writes to the disk; more than 50 MB is an error.
written:
	@./setup.sh dev
	.venv/bin/python -m tests.power.written

# Throws nonsense at records, settings, backups, decks and pictures, ten minutes each.
fuzz:
	@./setup.sh dev
	.venv/bin/python -m tests.fuzz $(ARGS)

# Pulls the plug: 50 power cuts on a recorded disk (as root), then 200 times kill -9. About ten minutes.
power:
	@./setup.sh dev
	.venv/bin/python -m tests.power.cuts 50
	COMPANION_KILLS=200 .venv/bin/python -m pytest -q tests/companion/test_kill.py
