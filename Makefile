# `make demo` plays the bundled recording on http://127.0.0.1:8000/; `make test` runs every check.
# `make words` gathers all words for the catalogues and says which still want a translation (docs/dashboard.md).
# `make screenshots` draws every page of the dashboard into docs/screenshots.
.PHONY: demo test format words screenshots clean power written

demo:
	@./setup.sh
	@.venv/bin/companion demo $(ARGS)

test:
	@./setup.sh dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/python -m pytest $(ARGS)

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

# Pulls the plug: 50 power cuts on a recorded disk (as root), then 200 times kill -9. About ten minutes.
power:
	@./setup.sh dev
	.venv/bin/python -m tests.power.cuts 50
	COMPANION_KILLS=200 .venv/bin/python -m pytest -q tests/companion/test_kill.py
