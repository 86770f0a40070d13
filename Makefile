# The two commands for a fresh machine that has Swift are `make run` and `make test`.

SWIFT ?= swift
TOOL = .build/release/linkpolicy
TESTS = .build/release/linkpolicyPackageTests.xctest
# The tool is built as the tests are, so that neither compiles again what the other has compiled; debugging information is
# left out, which takes less time.
OPTIMISED = -c release -Xswiftc -enable-testing -debug-info-format none
READABLE = Tests/Gates/Support/readable
# Of the long unit tests, one case in SHARE is examined, chosen by SHARE_SEED; `make test SHARE=1` examines every case.
SHARE ?= 4
# Where `make install` puts the library for C, and where the files are before.
PREFIX ?= /usr/local
C_LIBRARY ?= .build/c
# Where `make release` puts its files.
RELEASE ?= .build/archives
PEERS = .build/peers
# DuckDB and Apache Spark, for the gate `spark`.
ENGINES = .build/replay-engines
# For `pipefail`.
SHELL = bash

.PHONY: run test demo check setup tool images format docs c-library install wheel wasm playground sdist release bench-peers

# Plays the documents' linking cases and runs every vector there is.
run: tool
	$(TOOL) play vectors/facts/linking.yaml
	$(TOOL) test vectors

# Runs the unit tests, optimised because many of them explore. The product is built by name: `--build-tests` would also build the
# host tool of the plugin, which compiles five modules a second time.
# `make test ARGUMENTS="--filter Name"` runs some tests, and `make test READABLE=cat` shows their whole output. The test program is run
# directly: on a busy machine `swift test` loses lines of its output.
test: setup
	@set -o pipefail; { $(SWIFT) build $(OPTIMISED) --product linkpolicyPackageTests && \
	  { [ "$(SHARE)" = 1 ] || echo "long tests examine one case in $(SHARE); \`make test SHARE=1\` examines all"; } && \
	  SHARE=$(SHARE) NO_COLOR=1 $(TESTS) --testing-library swift-testing $(ARGUMENTS); } 2>&1 | $(READABLE)

# Tells one story in the terminal. The tool is built without optimisation, which takes a third of the time.
demo: setup
	$(SWIFT) build --product linkpolicy
	@LINKPOLICY=.build/debug/linkpolicy bash Examples/Demo/demo.sh

# Runs everything that CI runs.
check:
	bash .ci/run

# Builds the release binary.
tool: setup
	$(SWIFT) build $(OPTIMISED) --product linkpolicy

# Makes the images of the shipped policies and of the systems again, after a change to one, to the format or to the engine's facts. The
# compiler reads their texts alone, so it does not matter that the images in it are the old ones.
images: tool
	for name in firebase firebase-emulator hardened hardened-events identity-platform; do \
	  $(TOOL) compile $$name --no-text -o Sources/LinkPolicyPresets/Images/$$name.image || exit 1; \
	done
	for policy in Systems/*/policy.yaml; do \
	  name=$$(basename $$(dirname $$policy)); \
	  $(TOOL) compile $$name --no-text -o Sources/LinkPolicyCatalog/Images/$$name.image || exit 1; \
	done

# Writes the API reference as pages that open in a browser, and prints the path of the first.
docs: tool
	@Docs/Reference/generate

# Builds the library for C, static and dynamic, with the Swift runtime inside.
c-library: setup
	$(SWIFT) build $(OPTIMISED) --target LinkPolicyC
	PREFIX=$(PREFIX) Bindings/C/link $(C_LIBRARY)

# Builds the Python package with the library inside, for the machine's architecture.
wheel: c-library
	Bindings/Python/distribution.py wheel $(C_LIBRARY)/liblinkpolicy.so .build/wheel

# Writes the sources from which `pip wheel` builds the wheel, if Swift and libyaml are there.
sdist:
	Bindings/Python/distribution.py sdist .build/sdist

# Writes the files of a release: the static tool, the library for C, the wheel, the source distribution, and their checksums.
release: tool
	$(SWIFT) build $(OPTIMISED) --target LinkPolicyC
	Packaging/archives $(RELEASE)

# Builds the WebAssembly modules of the JavaScript package. It needs neither SwiftPM nor the release build.
wasm:
	Bindings/JavaScript/build-wasm

# Builds the playground, one page that needs no network, and prints its path.
playground: wasm
	@python3 -c 'import zopfli' 2>/dev/null || python3 -m pip install -q zopfli || python3 -m pip install -q --break-system-packages zopfli
	Bindings/Playground/build

# Installs the library for C, its header and its pkg-config file.
install: c-library
	install -d $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include
	install -m 644 Bindings/C/include/linkpolicy.h $(DESTDIR)$(PREFIX)/include/
	install -m 644 $(C_LIBRARY)/linkpolicy.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig/
	install -m 644 $(C_LIBRARY)/liblinkpolicy.a $(DESTDIR)$(PREFIX)/lib/
	cp -P $(C_LIBRARY)/liblinkpolicy.so* $(DESTDIR)$(PREFIX)/lib/

# Compares with four engines from PyPI. `make bench-peers ARGUMENTS="--rounds 9"` passes options.
bench-peers: tool c-library $(PEERS)/installed
	$(PEERS)/bin/python Benchmarks/Peers/compare --tool $(TOOL) --library $(C_LIBRARY)/liblinkpolicy.so $(ARGUMENTS)

# A package that cannot be installed is left out, and the next call tries again.
$(PEERS)/installed: Benchmarks/Peers/requirements.txt
	python3 -m venv $(PEERS)
	@missing=; for package in $$(grep -v '^#' $<); do \
	  $(PEERS)/bin/python -m pip install -q --disable-pip-version-check "$$package" || missing="$$missing $$package"; \
	done; \
	if [ -z "$$missing" ]; then touch $@; else echo "left out:$$missing" >&2; fi

# Spark is a download of 490 MB.
$(ENGINES)/installed: Examples/Replay/requirements.txt
	python3 -m venv $(ENGINES)
	$(ENGINES)/bin/python -m pip install -q --disable-pip-version-check -r $<
	touch $@

# Installs the one dependency, libyaml, where it is missing.
setup:
	@bash Tests/Gates/Support/setup

# Formats the sources.
format:
	$(SWIFT) format -i -r -p Sources Tests Package.swift
