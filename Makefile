# `make` lists the targets. The Python environment is .venv. Stamp files in it mark the finished steps.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
ifndef IN_PARALLEL
.NOTPARALLEL:
endif

PYTHON ?= python3
GAMES ?= 20000
SECONDS ?= 60
MEMORY ?= 8192
TARGET ?= position board moves record proof batch against_reference proof_against_reference

VENV := .venv
BIN := $(VENV)/bin
RUST := Cargo.toml Cargo.lock $(shell find src -type f)
BINDING := $(shell find python/binding -type f)
# The core is compiled once for its own tests and for the extension that the tests in Python import, because profile and
# features are the same. If there is an extension that was built for use, they import that one.
CHECKED := --profile checked --features volo-rules/serde,volo-rules/arbitrary,volo-rules/portable,volo-rules/python
TEST_RUST = $(EMBED) cargo test --locked --package volo-rules --package volo-reference $(CHECKED)
EXTENSION := $(if $(wildcard $(VENV)/built),$(VENV)/built,$(VENV)/checked)
# Some tests wait for other programs, so there is one worker more than processors.
WORKERS = $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
# More threads of OpenBLAS would only wait for each other, and a waiting thread takes processor time.
PYTEST = OPENBLAS_NUM_THREADS=1 $(BIN)/pytest --numprocesses $(WORKERS) --maxprocesses 4 --dist worksteal
UV := 0.13.8
INSTALL := VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/uv pip install --quiet
ACTIONLINT := 1.7.12
VERSITYGW := 1.8.0
SCHEMA := $(BIN)/check-jsonschema --quiet --builtin-schema

# The fuzz targets that compare with the reference, and their tests, embed the Python of .venv, so the dynamic linker must find libpython.
EMBED = PYO3_PYTHON=$(abspath $(BIN)/python) \
	LD_LIBRARY_PATH="$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_config_var("LIBDIR"))'):$${LD_LIBRARY_PATH:-}"

# The instrumentation for libFuzzer records which code an input reaches, and the operands of comparisons. Inlined
# comparisons would not be recorded. With --target, cargo does not apply these flags to build scripts.
COVERAGE = -Cpasses=sancov-module $(addprefix -Cllvm-args=-,max-loads-per-memcmp=0 $(addprefix sanitizer-coverage-,$\
	level=4 inline-8bit-counters pc-table trace-compares))
HOST = $(shell rustc --print host-tuple)
FUZZ = $(EMBED) $(BIN)/python tests/fuzz/fuzz.py --built target/fuzz/$(HOST)/release --found target/fuzz/found

# Where this variable is set, each process would compile the modules that it imports again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help
help:  ## List the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):[^#]*## */\1\t/' | expand -t 14

.PHONY: simulate
simulate: $(VENV)/built  ## Build the release extension and play GAMES=20000 random games
	$(BIN)/volo simulate --games $(GAMES)

# Compilation is a quarter of the time. Two targets at a time keep both cores of a small machine busy, while a third
# downloads packages. The tests use all cores themselves, and take longer side by side than one after the other.
.PHONY: test
test: $(VENV)/run  ## Run all checks and all tests except the long ones
	$(MAKE) --jobs=3 IN_PARALLEL=1 $(EXTENSION) compile-tests $(VENV)/test
	$(MAKE) test-rust test-pages-if-possible
	$(MAKE) --jobs=2 IN_PARALLEL=1 --output-sync=target test-python check

.PHONY: compile-tests
compile-tests: clippy
	$(TEST_RUST) --no-run

.PHONY: clippy
clippy: $(VENV)/made
	PYO3_PYTHON=$(abspath $(BIN)/python) cargo clippy --locked --workspace --all-targets --all-features -- -D warnings

.PHONY: check
check: $(EXTENSION) clippy  ## Check formatting, lints, types, stubs and workflows
	cargo fmt --all --check
	cargo fmt --check --manifest-path tests/fuzz/Cargo.toml
	cargo fmt --check --manifest-path wasm/Cargo.toml --package volo-wasm --package volo-bindgen
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest --mypy-config-file pyproject.toml volo._volo
	PATH=$(abspath $(BIN)):$$PATH $(BIN)/pyright --verifytypes volo --ignoreexternal | sed -n '/error:/,+2p; /score/p'
	$(SCHEMA) vendor.github-workflows .github/workflows/*.yml
	$(BIN)/zizmor --offline --pedantic --quiet --no-progress --strict-collection .github
	$(SCHEMA) vendor.dependabot .github/dependabot.yml
	$(SCHEMA) vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/feature.yml
	$(SCHEMA) vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(SCHEMA) vendor.citation-file-format CITATION.cff

# To compile actionlint takes half a minute, and workflows are rarely changed.
.PHONY: check-workflows
check-workflows: $(VENV)/test $(VENV)/actionlint-$(ACTIONLINT)  ## Check the workflows and their shell commands with actionlint
	$(BIN)/actionlint -shellcheck $(BIN)/shellcheck .github/workflows/*.yml

# The binding is tested in Python.
.PHONY: test-rust
test-rust: $(VENV)/test  ## Run the Rust tests and doc tests
	+$(TEST_RUST)
	cargo run --locked --quiet --package volo-small-stack
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --quiet --features serde,arbitrary

.PHONY: test-python
test-python: $(EXTENSION) $(VENV)/test  ## Run the Python tests
	$(PYTEST)

.PHONY: test-long
test-long: test check-workflows test-inlining test-wheel fuzz  ## Run `make test`, and also the tests that take an hour
	cargo test --locked --release -- --include-ignored
	CARGO_PROFILE_TEST_OPT_LEVEL=0 cargo test --locked --test all signatures:: -- --include-ignored
	VOLO_BACKEND=v128 $(PYTEST) --hypothesis-profile long
	$(PYTEST) --hypothesis-profile long -m "hypothesis and not long and not learning and not storage"
	$(BIN)/pytest -m long

# A vector instruction that is not inlined shows that its caller was not compiled for vector instructions.
.PHONY: test-inlining
test-inlining: $(VENV)/made  ## Check that all vector instructions are inlined in the extension, which takes minutes
	PYO3_PYTHON=$(abspath $(BIN)/python) cargo build --release --locked --package volo-python --target-dir target/symbols
	nm --demangle target/symbols/release/lib_volo.so > target/symbols/names.txt
	grep --quiet "volo_rules::geometry::bitboard" target/symbols/names.txt
	! grep "core_arch::.*_mm" target/symbols/names.txt

.PHONY: test-learning
test-learning: $(VENV)/built $(VENV)/learning  ## Run the recipes that train a model, for which gigabytes are downloaded
	$(BIN)/pytest -m learning tests/python/learning

.PHONY: test-storage
test-storage: $(VENV)/built $(VENV)/test  ## Keep games on a server that speaks S3, and kill runs and workers meanwhile
	$(MAKE) $(VENV)/versitygw-$(VERSITYGW) || echo "versitygw could not be built, so the tests that need it are skipped"
	$(BIN)/pytest -m storage tests/python

.PHONY: test-mutations
test-mutations: $(VENV)/made  ## Break the sources on purpose, ONLY=… for some faults, and check that the tests notice
	$(BIN)/python tests/mutations/mutations.py --built target/mutations $(if $(ONLY),--only "$(ONLY)")

# Both checkers read each proof: the fast one all entries, and that of the tests, in plain Python, some of them.
# $(1) is what `volo solve` solves, and $(2) the name of the files.
RULES ?= standard-4 french-4 abstract-play-4
SOLVE = $(BIN)/volo solve $(1) --memory-mb $(MEMORY) --checkpoint $(2).checkpoint --proof $(2).proof && \
	$(BIN)/volo check-proof $(2).proof && \
	PYTHONPATH=tests/python $(BIN)/python -m support.proofs $(2).proof

.PHONY: solve-4
solve-4: $(VENV)/built  ## Solve the sky of edge 4 from the start, or continue; docs/SOLVED.md says how long it takes
	mkdir -p target/solved
	for rules in $(RULES); do \
		$(call SOLVE,--rules $$rules,target/solved/$$rules) || exit 1; \
	done

# No symmetry maps e4 to g3, and one maps each other first move to one of them.
.PHONY: solve-4-moves
solve-4-moves: $(VENV)/built  ## Solve the positions after the first moves, with copies of the checkpoints of `make solve-4`
	for rules in $(RULES); do \
		for place in "e4 2/1o1b1/3o2/b2o/6/1o1b1/2" "g3 1o/1o1b1/6/b2o/6/1o1b1/2"; do \
			file=target/solved/$$rules-$${place% *} && \
			{ [ -e $$file.checkpoint ] || \
				{ cp target/solved/$$rules.checkpoint $$file.copy && mv $$file.copy $$file.checkpoint; }; } && \
			$(call SOLVE,"$${place#* } b 0 $$rules",$$file) || exit 1; \
		done; \
	done

.PHONY: solved-positions
solved-positions: $(VENV)/built  ## Solve random positions of edge 4 for the table of docs/SOLVED.md, which takes minutes
	PYTHONPATH=tests/python $(BIN)/python -m support.solved_positions

# A file may be compressed. The checker in plain Python checks some entries of each proof.
SOLVED ?= $(wildcard tests/solved/*.volo tests/solved/*.volo.xz)
.PHONY: check-solved
check-solved: $(VENV)/built  ## Check the short proofs in tests/solved, or SOLVED=…, with both checkers
	mkdir -p target/solved
	for file in $(SOLVED); do \
		plain=$$file && \
		case $$file in *.xz) plain=target/solved/$$(basename $${file%.xz}) && \
			$(BIN)/python -c 'import lzma, shutil, sys; shutil.copyfileobj(lzma.open(sys.argv[1]), open(sys.argv[2], "wb"))' \
				$$file $$plain;; esac && \
		$(BIN)/volo check-proof $$plain && \
		PYTHONPATH=tests/python $(BIN)/python -m support.proofs $$plain --samples 30 || exit 1; \
	done

# The comparison with the reference is excluded, because valgrind would also check CPython. AddressSanitizer also finds
# errors on the stack, and runs AVX-512, which valgrind does not know. RUSTC_BOOTSTRAP lets Rust without nightly use it.
.PHONY: test-memory
test-memory: export CARGO_PROFILE_TEST_DEBUG := line-tables-only
test-memory: | cargo  ## Run all inputs kept from fuzzing under valgrind and AddressSanitizer, on each backend
	@command -v valgrind >/dev/null || { echo "make test-memory needs valgrind" >&2; exit 1; }
	for backend in fastest v128 portable; do \
		VOLO_BACKEND=$$backend cargo test --locked --features portable --test all \
			--config 'target."cfg(all())".runner = ["valgrind", "--error-exitcode=1"]' fuzzed:: ; \
		VOLO_BACKEND=$$backend RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address cargo test --locked --features portable \
			--test all --target $(HOST) --target-dir target/sanitizer fuzzed:: ; \
	done

.PHONY: fuzz
fuzz: fuzz-targets  ## Fuzz each TARGET=… for SECONDS=60
	for target in $(TARGET); do $(FUZZ) run $$target --seconds $(SECONDS); done

.PHONY: fuzz-keep
fuzz-keep: fuzz-targets  ## Keep the inputs found by fuzzing, for the tests and the next run
	for target in $(TARGET); do $(FUZZ) keep $$target; done

.PHONY: fuzz-targets
fuzz-targets: $(VENV)/made
	$(EMBED) RUSTFLAGS="$(COVERAGE)" cargo build --release --locked \
		--manifest-path tests/fuzz/Cargo.toml --target $(HOST) --target-dir target/fuzz

.PHONY: signatures
signatures: $(VENV)/built  ## Record new signatures of random games and answers of the engine, after an intended change
	PYTHONPATH=tests/python $(BIN)/python -m support.signatures
	PYTHONPATH=tests/python $(BIN)/python -m support.engine_answers

# The number of blocks of 50 games on each edge, after the edge. A run that was stopped goes on where it was.
PUZZLES := 4,24 5,30 6,30 7,30
.PHONY: puzzles
puzzles: $(VENV)/built $(VENV)/test  ## Find the puzzles of volo.puzzles in games between engines, which takes hours
	for each in $(PUZZLES); do \
		PYTHONPATH=tests/python $(BIN)/python -m support.find_puzzles --edge $${each%,*} --blocks $${each#*,}; \
	done
	PYTHONPATH=tests/python $(BIN)/python -m support.find_puzzles

.PHONY: known
known: ONLY ?= states shortest drawn matches statistics
known: $(VENV)/built $(VENV)/test  ## Make the numbers of docs/KNOWN.md again, ONLY=… for some, MINUTES=60 of statistics
	PYTHONPATH=tests/python $(BIN)/python -m support.known $(ONLY) $(addprefix --minutes ,$(MINUTES))

.PHONY: report
report: $(VENV)/built $(VENV)/test  ## Make the report of the page on rule sets, which takes half an hour
	PYTHONPATH=tests/python $(BIN)/python -m support.rule_sets

.PHONY: web-data
web-data: $(VENV)/built $(VENV)/test  ## Write the recorded games that the tests in the browser show
	PYTHONPATH=tests/python $(BIN)/python -m support.web_data

.PHONY: stubs
stubs: $(VENV)/built $(VENV)/test  ## Write the docstrings of the compiled module into its stub, for editors
	PYTHONPATH=tests/python $(BIN)/python -m support.stubs
	$(BIN)/ruff format python/volo/_volo.pyi

SEED ?= 1
.PHONY: train
train: $(VENV)/built $(VENV)/test  ## Train the evaluation again from nothing, which takes 35 minutes; SEED=1
	$(BIN)/python -m training --seed $(SEED)
	$(MAKE) $(VENV)/built

# What is measured is compiled like a wheel.
.PHONY: bench
bench: $(VENV)/test  ## Run all benchmarks, and compare with the engine in the folder BASELINE=… if given
	$(call DEVELOP,--profile release --target-dir target/extension)
	cargo bench --locked
	$(BIN)/pytest benches/python --benchmark-enable --benchmark-only
	$(BIN)/python benches/python/learners.py
	$(BIN)/python benches/python/compare.py
	$(BIN)/python benches/python/environments.py
	$(BIN)/python benches/python/vectors.py

# The same commit gives the same wheel in any folder. Time stamps are the time of the commit. Paths of this machine are
# replaced: panic messages contain paths of dependencies, and the SBOM contains the path of the crate, which is `$$PWD`.
COMMITTED := $(or $(shell git log -1 --format=%ct 2>/dev/null),315532800)
BUILD_WHEEL = export SOURCE_DATE_EPOCH=$(COMMITTED) \
		VIRTUAL_ENV=$(abspath $(VENV)) PATH=$(abspath $(BIN)):$$PATH \
		RUSTFLAGS="--remap-path-prefix=$$PWD=volo --remap-path-prefix=$${CARGO_HOME:-$$HOME/.cargo}=cargo" && \
	maturin build --release --locked --out dist --target-dir target/wheel \
		$(addprefix --target ,$(WHEEL_TARGET)) $(addprefix --interpreter ,$(WHEEL_INTERPRETER)) \
		$(if $(filter Linux,$(shell uname -s)),--zig --compatibility $(WHEEL_PLATFORM)) && \
	python $(abspath .ci/sbom.py) dist/volo-*.whl

# The release builds wheels for other machines: WHEEL_TARGET is the target of Rust, WHEEL_PLATFORM the oldest Linux, and
# WHEEL_INTERPRETER a free-threaded Python, which needs a wheel of its own.
WHEEL_PLATFORM ?= manylinux2014
.PHONY: wheel
wheel: $(VENV)/wheel  ## Build the wheel into dist/, on Linux for glibc 2.17 and later
	rm -f dist/volo-*.whl
	$(BUILD_WHEEL)

.PHONY: sdist
sdist: $(VENV)/run  ## Build the source distribution into dist/
	rm -f dist/volo-*.tar.gz
	$(BIN)/maturin sdist --out dist

.PHONY: test-crate
test-crate: | cargo  ## Build the crate as crates.io would, from its packed files alone, and with each feature alone
	cargo publish --dry-run --locked --allow-dirty
	for feature in "" batch engine records simd solver; do \
		RUSTFLAGS="-D warnings" cargo check --locked --no-default-features --features "$$feature"; \
	done

# A wheel for free-threaded Python does not use the stable ABI. auditwheel cannot be run on macOS and Windows.
WHEELS ?= dist
.PHONY: check-wheel
check-wheel: $(VENV)/wheel  ## Check the metadata, the content and the ABI of the wheels in WHEELS=dist
	$(BIN)/twine check --strict $(WHEELS)/volo-*
	$(BIN)/check-wheel-contents $(WHEELS)/volo-*.whl
	$(BIN)/abi3audit --strict $(WHEELS)/volo-*abi3*.whl
	$(if $(filter Linux,$(shell uname -s)),$(BIN)/python .ci/platform_tag.py $(WHEELS)/volo-*.whl)

.PHONY: test-wheel
test-wheel: wheel sdist  ## Install and use wheel and sdist outside the tree, and check that a second build is identical
	$(MAKE) check-wheel
	place=$$(mktemp -d) && \
	tar -xzf dist/volo-*.tar.gz -C "$$place" --strip-components 1 && \
	(cd "$$place" && $(BUILD_WHEEL)) && \
	$(BIN)/python .ci/same_wheel.py dist/volo-*.whl "$$place"/dist/volo-*.whl dist/volo-*.tar.gz \
		--without "$$HOME/" "$$PWD" "$$place" && \
	rm -rf "$$place"
	for built in dist/volo-*.whl dist/volo-*.tar.gz; do \
		place=$$(mktemp -d) && \
		$(PYTHON) -m venv "$$place" && \
		"$$place/bin/pip" install --quiet "$$(realpath "$$built")[cli,parquet]" && \
		(cd "$$place" && bin/volo simulate --games 100 --out games && bin/volo perft 2) && \
		rm -rf "$$place"; \
	done

# TypeDoc reads the sources of the npm package and fails if a public name has no documentation.
TYPESCRIPT_REFERENCE = if command -v npm >/dev/null; then \
		npm ci --prefix wasm/reference --no-audit --no-fund --silent && \
		wasm/reference/node_modules/.bin/typedoc --options wasm/reference --logLevel Warn; \
	else \
		echo "make docs leaves out the reference of TypeScript, which needs npm" >&2; \
		mkdir -p target/docs/typescript/modules && \
		echo "<p>The reference of TypeScript was left out." > target/docs/typescript/modules/index.html; \
	fi

# A warning is an error, and so is a link that leads nowhere. Links to other sites are not followed.
.PHONY: docs
docs: $(VENV)/built $(VENV)/docs  ## Build the documentation site into target/docs
	rm -rf target/docs target/doctrees
	@$(MAKE) target/site/play/index.html || { rm -rf target/site; echo "make docs leaves out the page on which one plays"; }
	$(BIN)/mypy docs/conf.py docs/_ext
	$(BIN)/sphinx-build -W -n --keep-going --quiet -d target/doctrees docs target/docs
	PYTHONPATH=tests/python $(BIN)/python -m support.rule_sets --page target/docs/explain/report.html
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --quiet --features serde,arbitrary --target-dir target
	cp -r target/doc target/docs/rust
	echo '<meta http-equiv="refresh" content="0; url=volo_rules/index.html">' > target/docs/rust/index.html
	@$(TYPESCRIPT_REFERENCE)
	@if [[ -f target/npm/dist/node.js ]]; then for page in web-page languages; do node wasm/reference/run_examples.mjs docs/cookbook/$$page.md target/npm; done; \
		else echo "make docs does not run the examples in JavaScript, which need the package of make wasm" >&2; fi
	$(BIN)/python .ci/check_site.py target/docs

# The advisories of cargo-deny come from github.com, and those of pip-audit from PyPI.
CARGO_DENY := target/tools/bin/cargo-deny
.PHONY: audit
audit: $(VENV)/test $(VENV)/wheel $(VENV)/audit $(CARGO_DENY)  ## Check the licences, sources and known faults of the crates of the workspace and of the Python packages
	$(CARGO_DENY) --locked --workspace check
	$(BIN)/python -m pip freeze --exclude-editable > target/requirements.txt
	$(BIN)/pip-audit --strict --no-deps --disable-pip --requirement target/requirements.txt

.PHONY: version owner
version: | python  ## Write the new VERSION=x.y.z into all files that repeat it
	@$(PYTHON) .ci/metadata.py version "$(VERSION)"

owner: | python  ## Write the OWNER=name of the repository into all of its URLs
	@$(PYTHON) .ci/metadata.py owner "$(OWNER)"

# cbindgen writes the header of the C library from its sources.
CBINDGEN := target/tools/bin/cbindgen
HEADER = $(CBINDGEN) --quiet --config capi/cbindgen.toml --crate volo-capi --output capi/include/volo.h $(1) capi

.PHONY: capi-header
capi-header: $(CBINDGEN)  ## Write the header of the C library, which is checked in
	$(call HEADER)

# C_STRICT=1 fails if a compiler or language is missing, which is otherwise skipped.
.PHONY: test-c
test-c: $(CBINDGEN) | cargo python  ## Test the C library from C, C++, Go and Java, with sanitizers and valgrind
	$(call HEADER,--verify)
	cargo test --locked --quiet --package volo-capi
	cargo test --locked --quiet --package volo-rules --features codes --lib listed_codes
	cargo build --locked --profile test --package volo-capi
	$(PYTHON) capi/tests/run.py target/debug $(if $(C_STRICT),--strict)

# The release builds the library for other machines, with other values of C_TARGET and C_ZIG: .ci/c_library.sh explains
# them.
C_TARGET ?= $(HOST)
C_ZIG ?=
.PHONY: c-library
c-library: $(if $(C_ZIG),$(VENV)/wheel) | cargo  ## Build the archive of the C library for a release into dist/
	PATH=$(abspath $(BIN)):$$PATH sh .ci/c_library.sh $(C_TARGET) $(C_ZIG)

.PHONY: wasm
wasm: wasm/node_modules/.package-lock.json | cargo  ## Build the npm package in target/npm
	node wasm/build.mjs

.PHONY: test-wasm
test-wasm: wasm  ## Build and check the npm package, and run its tests in Node and Chromium
	cargo clippy --locked --manifest-path wasm/Cargo.toml --workspace --all-features --target-dir target/wasm -- -D warnings
	cd wasm && node_modules/.bin/biome check --error-on-warnings
	cd wasm && node_modules/.bin/tsc --project tests
	cd wasm && node --test tests/*.test.js
	cd wasm && node tests/tarball.mjs
	cd wasm && node tests/browser/run.mjs
	cd wasm && node tests/projects/run.mjs

.PHONY: bench-wasm
bench-wasm: wasm  ## Measure the npm package in Node
	node wasm/bench/bench.mjs

# The stable ABI does not cover a free-threaded Python, so it needs a wheel of its own.
.PHONY: test-free-threaded
test-free-threaded: $(VENV)/run  ## Test the wheel for a free-threaded PYTHON=python3.14t, with the GIL off
	@$(PYTHON) -c 'import sysconfig; assert sysconfig.get_config_var("Py_GIL_DISABLED")' 2>/dev/null || \
		{ echo "make test-free-threaded needs a free-threaded Python; name one with PYTHON=..." >&2; exit 1; }
	place=$$(mktemp -d) && \
	$(BIN)/maturin build --release --locked --interpreter $(PYTHON) --out "$$place/dist" && \
	$(PYTHON) -m venv --without-pip "$$place/venv" && \
	$(INSTALL) --python "$$place/venv/bin/python" --group suite "$$place"/dist/volo-*t-*.whl && \
	PYTHON_GIL=0 "$$place/venv/bin/python" -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal \
		-m "not long and not learning and not ray and not storage" --ignore tests/python/support/ray_run.py \
		--ignore tests/python/envs tests/python && \
	rm -rf "$$place"

.PHONY: cross
cross: $(VENV)/built $(VENV)/test $(VENV)/wheel  ## Build and run volo for other architectures; ONLY="s390x musl", INSTALL=1
	PYTHONPATH=.ci $(BIN)/python -m cross $(if $(ONLY),--only $(ONLY)) $(if $(INSTALL),--install)

# The board and the page on which one plays need Node.js, and the npm package that `make wasm` builds.
BOARD := $(wildcard web/bundle.js web/board/* web/app/*.js web/app/browser/* python/volo/play/static/*)
WASM := $(RUST) $(wildcard wasm/Cargo.* wasm/*.mjs wasm/*.json wasm/npm/* wasm/src/* wasm/js/* wasm/bindgen/src/*)

web/node_modules/.package-lock.json: web/package.json web/package-lock.json | node
	cd web && npm ci --ignore-scripts --no-audit --no-fund
	touch $@

target/npm/dist/init.js: $(WASM)
	$(MAKE) wasm
	touch $@

target/site/play/index.html: web/node_modules/.package-lock.json target/npm/dist/init.js $(BOARD)
	node web/bundle.js $(@D)
	touch $@

.PHONY: bundles
bundles: web/node_modules/.package-lock.json  ## Bundle the scripts in the Python package, which are checked in
	node web/bundles.js

.PHONY: rules-page
rules-page: $(VENV)/built $(VENV)/test  ## Write the illustrated rules for the page of `volo play`, which are checked in
	PYTHONPATH=docs/_ext $(BIN)/python -m sky.page

# The pages of the Python package need Node.js and Chromium for their tests, and the page that needs no server also
# WebAssembly.
.PHONY: test-web
test-web: PAGES := $(addsuffix /*.test.js,$(addprefix web/tests/,app replay report widget))
test-web: test-pages target/site/play/index.html  ## Check the board and its pages, and test them in Node and in headless Chromium
	cd web && node_modules/.bin/tsc
	PAGE=target/site/play node --test --test-concurrency=2 web/tests/app/*.test.js web/tests/site/*.test.js

# A test of a page takes two seconds of processor time. So `make test` runs those of games and of the board only.
PAGES := $(addprefix web/tests/,app/game.test.js replay/*.test.js widget/*.test.js)
.PHONY: test-pages
test-pages: chromium web/node_modules/.package-lock.json $(EXTENSION) $(VENV)/test  ## Check the board and the pages of the Python package, and run most of their tests
	cd web && node_modules/.bin/biome ci --error-on-warnings
	node --test web/tests/unit/*.test.js
	node --test --test-concurrency=2 $(PAGES)

.PHONY: test-pages-if-possible
test-pages-if-possible:
	@if command -v npm >/dev/null && [[ -x "$(CHROMIUM)" ]]; then $(MAKE) test-pages; \
	else echo "The tests of the pages were skipped, because they need Node.js and Chromium."; fi

.PHONY: bench-storage
bench-storage: $(VENV)/built $(VENV)/test $(VENV)/versitygw-$(VERSITYGW)  ## Measure kept games in local folders and on a server that speaks S3
	PYTHONPATH=tests/python $(BIN)/python benches/python/storage.py

.PHONY: bench-page
bench-page: chromium web/node_modules/.package-lock.json $(VENV)/built $(VENV)/test  ## Measure the page of `volo play` in headless Chromium
	$(BIN)/python benches/python/page.py

export CHROMIUM ?= /usr/bin/chromium
.PHONY: chromium
chromium:
	@test -x "$(CHROMIUM)" || { echo "make test-web needs Chromium; name it with CHROMIUM=..." >&2; exit 1; }

.PHONY: fmt
fmt: $(VENV)/test  ## Format all code
	cargo fmt --all
	cargo fmt --manifest-path tests/fuzz/Cargo.toml
	cargo fmt --manifest-path wasm/Cargo.toml --package volo-wasm --package volo-bindgen
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

.PHONY: clean
clean:  ## Remove all build output and the environment
	cargo clean
	rm -rf $(VENV) wasm/node_modules wasm/reference/node_modules web/node_modules dist .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache python/volo/*.so
	find .ci benches capi docs python tests training -name __pycache__ -prune -exec rm -rf {} +

# Rust and Python must already be installed. Both are checked first, because the errors of pip and maturin are long.
.PHONY: cargo node python
cargo:
	@command -v cargo >/dev/null || { echo "volo needs Rust: install it from https://rustup.rs" >&2; exit 1; }

node:
	@command -v node npm >/dev/null || { echo "the npm package and the board need Node 20 or later with npm: https://nodejs.org" >&2; exit 1; }

python:
	@[[ "$$($(PYTHON) --version 2>&1)" =~ ^Python\ ([0-9]+)\.([0-9]+) ]] || \
		{ echo "volo needs Python 3.10 or later: '$(PYTHON)' does not run; name another with PYTHON=..." >&2; exit 1; }; \
	((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2] >= 3010)) || \
		{ echo "volo needs Python 3.10 or later: '$(PYTHON)' is $$BASH_REMATCH; name another with PYTHON=..." >&2; exit 1; }

# The tools of the npm package
wasm/node_modules/.package-lock.json: wasm/package.json wasm/package-lock.json | node
	cd wasm && npm ci --no-audit --no-fund
	touch $@

# The environment
$(VENV)/made: | cargo python
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip --disable-pip-version-check --quiet install uv==$(UV)
	touch $@

$(VENV)/run: $(VENV)/made pyproject.toml
	$(INSTALL) --group run
	touch $@

$(VENV)/test: $(VENV)/run
	$(INSTALL) --group test
	touch $@

$(VENV)/docs: $(VENV)/test
	@$(BIN)/python -c "import tomllib" 2>/dev/null || { echo "make docs needs Python 3.11 or later" >&2; exit 1; }
	$(INSTALL) --group docs
	touch $@

$(VENV)/learning: $(VENV)/test
	$(INSTALL) --group learning
	touch $@

$(VENV)/wheel: $(VENV)/run
	$(INSTALL) --group wheel
	touch $@

$(VENV)/audit: $(VENV)/made pyproject.toml
	$(INSTALL) --group audit
	touch $@

# The Go compiler is needed only for these, so it is installed into a temporary folder. Without optimisation, it takes a quarter
# less time.
GO_INSTALL = place=$$(mktemp -d) && \
	$(INSTALL) --target "$$place" --group go && \
	GOBIN=$(abspath $(BIN)) GOPATH="$$place/path" GOCACHE="$$place/cache" GOFLAGS=-modcacherw \
		"$$place/go/bin/go" install -gcflags="all=-N -l" $(1) && \
	rm -rf "$$place"

$(VENV)/actionlint-$(ACTIONLINT): | $(VENV)/made
	$(call GO_INSTALL,github.com/rhysd/actionlint/cmd/actionlint@v$(ACTIONLINT))
	touch $@

$(VENV)/versitygw-$(VERSITYGW): | $(VENV)/made
	$(call GO_INSTALL,github.com/versity/versitygw/cmd/versitygw@v$(VERSITYGW))
	touch $@

$(CARGO_DENY): | cargo
	cargo install cargo-deny@0.20.2 --locked --root target/tools

$(CBINDGEN): | cargo
	cargo install cbindgen@0.29.4 --locked --root target/tools

DEVELOP = PIP_QUIET=1 VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin develop --locked --extras cli $(1)

$(VENV)/built: $(VENV)/run $(RUST) $(BINDING) pyproject.toml
	rm -f $(VENV)/checked
	$(call DEVELOP,--profile local --target-dir target/extension)
	touch $@

$(VENV)/checked: $(VENV)/run $(RUST) $(BINDING) pyproject.toml
	$(call DEVELOP,$(CHECKED))
	touch $@
