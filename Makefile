# `make` lists the targets. The Python environment is .venv, and files in it mark what has been installed and built.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.NOTPARALLEL:

PYTHON ?= python3
UV := 0.13.8
export CHROMIUM ?= /usr/bin/chromium

VENV := .venv
BIN := $(VENV)/bin
export VIRTUAL_ENV := $(abspath $(VENV))
export UV_PROJECT_ENVIRONMENT := $(VIRTUAL_ENV)
SOURCES := Cargo.toml Cargo.lock pyproject.toml python/volo/_volo.pyi $(shell find src python/binding -type f)
# Profile and features are those of `cargo test`, so that the core is compiled once for its tests and the extension.
TESTED := --profile dev --features volo-rules/arbitrary,volo-rules/portable,volo-rules/serde
DEVELOP = PIP_QUIET=1 $(BIN)/maturin develop --locked
# One worker more than processors, because some tests wait for other programs. Benchmarks run once, without a clock.
PYTEST = OPENBLAS_NUM_THREADS=1 $(BIN)/pytest --benchmark-disable --numprocesses $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --maxprocesses 4 --dist worksteal

unexport PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED # compiles what each process imports again; hides faults of buffers

.PHONY: $(shell sed -nE 's/^([a-z-]+):.*/\1/p' $(firstword $(MAKEFILE_LIST)))
help:  ## List the targets
	@sed -nE 's/^([a-z-]+):[^#]*## */\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 14

simulate: $(VENV)/built  ## Build the release extension and play GAMES=20000 random games
	$(BIN)/volo simulate --games $(or $(GAMES),20000)

# The packages are downloaded while the crate is compiled. GROUP=suite is for a Python without the packages of `test`.
test: $(VENV)/uv  ## Run the tests of the crate and of the Python package
	cargo test --locked --no-run & $(MAKE) $(VENV)/group-$(or $(GROUP),test) && wait $$!
	$(MAKE) $(VENV)/tested
	cargo test --locked
	$(PYTEST) $(if $(filter suite,$(GROUP)),tests/python --ignore tests/python/envs)

FORMAT = for place in . js/package tests/fuzz; do cargo fmt --all $(1) --manifest-path $$place/Cargo.toml; done
check: $(VENV)/group-check $(VENV)/tested  ## Check formatting, lints, types, and the documentation of the crate
	$(call FORMAT,--check)
	PYO3_PYTHON=$(abspath $(BIN)/python) cargo clippy --locked --workspace --exclude volo-c --all-targets --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --quiet --features serde,arbitrary
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports pyproject.toml
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest --mypy-config-file pyproject.toml --allowlist tests/python/support/stubtest.txt volo._volo
	PATH=$(abspath $(BIN)):$$PATH $(BIN)/pyright --verifytypes volo --ignoreexternal | sed -n '/error:/,+2p; /score/p'
	$(BIN)/zizmor --offline --pedantic --quiet --no-progress --strict-collection .github
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/pytest --quiet -m types tests/python/project/test_readme.py

test-pages: page $(VENV)/tested  ## Test the board and its pages in Node and Chromium
	node --test --test-concurrency=2 js/tests/{page,replay,report,unit,widget}/*.test.js

test-npm: npm  ## Check all JavaScript, and test the npm package in Node and Chromium
	cargo clippy --locked --manifest-path js/package/Cargo.toml --workspace --all-features --target-dir target/wasm -- -D warnings
	node js/tests/package/tarball.mjs
	cd js && node_modules/.bin/biome ci --error-on-warnings && node_modules/.bin/tsc
	node --test js/tests/package/*.test.js
	node js/tests/package/browser/run.mjs

test-c:  ## Check the C library, and test it
	cargo clippy --locked --package volo-c --all-targets -- -D warnings
	cargo test --locked --quiet --package volo-c
	$(PYTHON) c/tests/run.py $(if $(C_STRICT),--strict)

test-programs: npm tests/programs/javascript/node_modules/.package-lock.json $(VENV)/tested  ## Run programs of users with packed packages
	tests/programs/rust/run
	$(BIN)/maturin build --quiet --locked $(TESTED) --out target/wheels && tests/programs/python/run target/wheels/*.whl
	cd tests/programs/javascript && node run.mjs

# The reference crate embeds the Python of .venv, so the dynamic linker must find libpython.
EMBED = PYO3_PYTHON=$(abspath $(BIN)/python) \
	LD_LIBRARY_PATH="$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_config_var("LIBDIR"))'):$${LD_LIBRARY_PATH:-}"

test-long: $(VENV)/group-long $(VENV)/tested  ## Run the tests that take hours
	cargo test --locked --release -- --include-ignored
	CARGO_PROFILE_DEV_OPT_LEVEL=0 cargo test --locked --test all signatures:: -- --include-ignored
	CARGO_PROFILE_DEV_OPT_LEVEL=0 cargo run --locked --quiet --package volo-small-stack
	$(EMBED) cargo test --locked --package volo-reference
	VOLO_BACKEND=v128 $(PYTEST) --hypothesis-profile long
	$(PYTEST) --hypothesis-profile long -m "hypothesis and not long and not learning and not storage and not ray"
	$(BIN)/pytest -m "long or ray"

test-learning: $(VENV)/group-learning $(VENV)/tested  ## Train the models of the cookbook, which takes half an hour
	$(BIN)/pytest -m learning

# It needs a C compiler for TARGET and qemu: the packages gcc-s390x-linux-gnu and qemu-user of Debian.
TARGET ?= s390x-unknown-linux-gnu
QEMU ?= qemu-$(firstword $(subst -, ,$(TARGET)))
test-cross:  ## Run the tests of the crate on the processor of TARGET=s390x-unknown-linux-gnu, in qemu
	name=$$(tr a-z- A-Z_ <<< $(TARGET)) gnu=$(subst -unknown,,$(TARGET)) && \
	export "CARGO_TARGET_$${name}_LINKER=$$gnu-gcc" "CARGO_TARGET_$${name}_RUNNER=$(QEMU) -L /usr/$$gnu" && \
	PROPTEST_CASES=100 cargo test --locked --target $(TARGET) --target-dir target/cross -- --skip backends::

test-memory: export CARGO_PROFILE_DEV_DEBUG := line-tables-only
test-memory:  ## Run all inputs kept from fuzzing under valgrind and AddressSanitizer, on each backend
	for backend in fastest v128 portable; do \
		VOLO_BACKEND=$$backend cargo test --locked --test all fuzzed:: \
			--config 'target."cfg(all())".runner = ["valgrind", "--error-exitcode=1"]'; \
		VOLO_BACKEND=$$backend RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address cargo test --locked \
			--test all --target "$$(rustc --print host-tuple)" --target-dir target/sanitizer fuzzed:: ; \
	done

fuzz: $(VENV)/group-run  ## Fuzz all targets, or FUZZED=position…, for SECONDS=60 each, or keep what was found: ACTION=keep
	$(EMBED) $(BIN)/python tests/fuzz/fuzz.py $(or $(ACTION),run) $(if $(FUZZED),--targets $(FUZZED)) --seconds $(or $(SECONDS),60)

# The same commit gives the same wheel, whenever and in any folder. ZIG is a target of zig, with the oldest glibc to support,
# and WHEEL has options of maturin; the release sets both.
ZIG ?= $(if $(filter Linux,$(shell uname -s)),$(shell uname -m)-linux-gnu.2.17)
WHEEL ?= $(if $(ZIG),--compatibility manylinux2014)
UNWINDER := $(if $(findstring gnu,$(ZIG)),target/wheel/libgcc_s.so.1)
wheel: export PATH := $(abspath $(BIN)):$(PATH)
wheel: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct)
# Where rustup has the sources of the standard library, rustc names files of this machine instead of /rustc/COMMIT.
wheel: export RUSTFLAGS = --remap-path-prefix=$(CURDIR)=volo --remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)=cargo \
	--remap-path-prefix=$(shell rustc --print sysroot)/lib/rustlib/src/rust=/rustc/$(shell rustc -vV | sed -n 's/commit-hash: //p')
wheel: $(VENV)/group-wheel  ## Build the source distribution and the wheel into dist/
	[ ! -f c/build.rs ] || cargo check --locked --quiet --package volo-c --target-dir target/wheel # writes volo.h
	rm -rf dist && maturin sdist --out dist
	$(if $(UNWINDER),$(dir $(firstword $(MAKEFILE_LIST))).ci/unwinder.sh $(ZIG) $(UNWINDER))
	maturin build --release --locked --out dist --target-dir target/wheel $(if $(ZIG),--zig) $(WHEEL) \
		$(addprefix --sbom-include ,$(wildcard python/binding/*.cdx.json)) $(if $(UNWINDER),-- -Clink-arg=$(UNWINDER))

test-wheel: page wheel  ## Build the wheel again from the source distribution, compare both, and test them outside the tree
	$(BIN)/twine check --strict dist/*
	$(BIN)/abi3audit --strict dist/*.whl
	rm -rf target/unpacked && $(BIN)/python -m zipfile --extract dist/*.whl target/unpacked
	! grep --recursive --fixed-strings --regexp="$$PWD" --regexp="$$HOME/" target/unpacked
	place=$$(mktemp -d) && chmod 755 "$$place" && tar -xzf dist/*.tar.gz -C "$$place" --strip-components 1 && cp uv.lock "$$place" && \
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(MAKE) -C "$$place" -f $(abspath Makefile) wheel && \
	cmp dist/*.whl "$$place"/dist/*.whl && \
	for built in dist/*; do $(PYTHON) -m venv --clear "$$place/$(VENV)" && "$$place/$(BIN)/pip" install --quiet "$$built" && \
		"$$place/$(BIN)/python" -c 'import volo; print(volo.play_random(100, seed=1))'; done && \
	$(BIN)/uv venv --quiet --clear "$$place/$(VENV)" && \
	$(BIN)/uv pip install --quiet --python "$$place/$(VENV)" dist/*.whl --group test && cd "$$place" && $(PYTEST) tests/python

npm: js/package/LICENSE  ## Build the npm package in js/package
js/package/LICENSE: js/node_modules/.package-lock.json Cargo.lock $(shell find src js/package js/board -name dist -prune -o -type f -not -name LICENSE -print)
	node js/package/build.mjs

page: npm $(VENV)/group-test  ## Build the page on which one plays, for `volo play` and the site
	$(MAKE) $(VENV)/$(if $(wildcard $(VENV)/tested),tested,built)
	PYTHONPATH=docs/_ext $(BIN)/python -m sky.page
	node js/page/build-page.js

bundles: js/node_modules/.package-lock.json  ## Write the scripts that the pages of the Python package contain
	node js/page/bundles.js

# A warning is an error. Where npm is missing, the site has no reference of TypeScript, and no page on which one plays.
docs: $(VENV)/built $(VENV)/group-docs  ## Build the documentation site into target/docs
	rm -rf target/docs target/doctrees
	! command -v npm >/dev/null || $(MAKE) page
	cargo check --locked --quiet --package volo-c # writes volo.h
	$(BIN)/mypy docs/conf.py docs/_ext
	$(BIN)/sphinx-build -W -n --keep-going --quiet -d target/doctrees docs target/docs
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --quiet --features serde,arbitrary
	cp -r target/doc target/docs/rust
	! command -v npm >/dev/null || js/node_modules/.bin/typedoc --options js/package/typedoc.json --logLevel Warn

# FAIL=median:20% refuses what has become slower by more than that.
bench: $(VENV)/group-$(or $(GROUP),test)  ## Run all benchmarks, beside the last run, and beside other libraries: GROUP=peers
	cargo bench --locked --package volo-benches -- --sort location
	rm -f $(VENV)/tested && $(DEVELOP) --release --target-dir target/extension
	$(BIN)/pytest --quiet benches/python --benchmark-columns median,iqr,rounds \
		--benchmark-storage target/benchmarks --benchmark-autosave $(if $(wildcard target/benchmarks/*/*.json), \
		--benchmark-compare $(addprefix --benchmark-compare-fail ,$(FAIL)))

fmt: $(VENV)/group-check  ## Format all code
	$(call FORMAT)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean:  ## Remove all that git ignores: build output, the environment, caches
	git clean --force --quiet -d -X

$(VENV)/uv:
	@command -v cargo >/dev/null || { echo "volo needs Rust: install it from https://rustup.rs" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 10)' 2>/dev/null || \
		{ echo "volo needs Python 3.10 or later; name one with PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip --disable-pip-version-check --quiet install uv==$(UV)
	touch $@

$(VENV)/group-%: $(VENV)/uv pyproject.toml uv.lock
	$(BIN)/uv sync --quiet --locked --inexact --no-install-project --group $*
	touch $@

$(VENV)/built: $(VENV)/group-run $(SOURCES)
	$(DEVELOP) --profile local --target-dir target/extension
	rm -f $(VENV)/tested && touch $@

$(VENV)/tested: $(VENV)/group-run $(SOURCES)
	$(DEVELOP) $(TESTED)
	rm -f $(VENV)/built && touch $@

%/node_modules/.package-lock.json: %/package.json %/package-lock.json
	cd $* && npm ci --ignore-scripts --no-audit --no-fund
	touch $@
