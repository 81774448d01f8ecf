# `make demo` plays the bundled recording on http://127.0.0.1:8000/; `make test` runs every check.
# `make words` gathers all words for the catalogues and says which still want a translation (docs/dashboard.md).
.PHONY: demo test format words clean

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

clean:
	rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
