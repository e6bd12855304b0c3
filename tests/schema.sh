#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# scenarios/schema.json is what the program's table says, and every scenario is fine: by
# the program, and by a validator that knows nothing of it, where there is one.
# usage: schema.sh VHOSTSIM

vhostsim=${1:-build/vhostsim}
top=$(cd "$(dirname "$0")/.." && pwd)
schema=$top/scenarios/schema.json
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

fine() {
	passed=$((passed + 1))
}

bad() {
	echo "schema: $1" >&2
	failed=$((failed + 1))
}

# A validator in Python: exit 0 if FILE fits the schema, 1 if not, 3 without the module.
validate() {
	python3 - "$schema" "$1" <<-'END' 2>"$work/why"
	import json, sys
	try:
	    import jsonschema
	    validator = jsonschema.Draft202012Validator
	except (ImportError, AttributeError):
	    sys.exit(3)
	schema, scenario = (json.load(open(name)) for name in sys.argv[1:])
	validator.check_schema(schema)
	sys.exit(not validator(schema).is_valid(scenario))
	END
}

"$vhostsim" schema -o "$work/schema.json" || bad "no schema"
if cmp -s "$work/schema.json" "$schema"; then
	fine
else
	bad "scenarios/schema.json is out of date; \"vhostsim schema -o scenarios/schema.json\""
fi

# Help on scenarios comes from the same table: keys of objects, lists, and lists in lists
# are there, and no line is wider than 90 columns.
"$vhostsim" help scenario >"$work/help" || bad "no help on scenarios"
if awk 'length > 90 { exit 1 }' "$work/help"; then
	fine
else
	bad "help on scenarios is wider than 90 columns"
fi
for key in vhost_net.VHOST_NET_BATCH run.seed 'guests[].vcpus[].cpu' 'devices[].xdp'; do
	if grep -qF "  $key " "$work/help"; then fine; else bad "no help on $key"; fi
done

for file in "$top"/scenarios/*/*.json; do
	if "$vhostsim" check "$file" >/dev/null; then fine; else bad "$file"; fi
	grep -q '"$schema": "../schema.json"' "$file" || bad "$file does not name the schema"
done

validate "$top/scenarios/descriptor-batching/tx.json"
if [ $? -gt 2 ]; then
	echo "schema: no validator (python3-jsonschema), its part is skipped" >&2
	skipped=1
else
	for file in "$top"/scenarios/*/*.json; do
		if validate "$file"; then fine; else bad "$file: not by the schema"; fi
	done
	# one change each that both the program and the schema must refuse
	while read -r change; do
		sed "$change" "$top/scenarios/descriptor-batching/tx.json" >"$work/x.json"
		"$vhostsim" check "$work/x.json" >/dev/null 2>&1 && bad "passes: $change"
		validate "$work/x.json"
		if [ $? = 1 ]; then fine; else bad "the schema lets pass: $change"; fi
	done <<-'END'
	s/"VHOST_NET_BATCH"/"VHOST_NET_BACH"/
	s/"VHOST_NET_BATCH": 64/"VHOST_NET_BATCH": 0/
	s/"duration": "100ms"/"duration": "100"/
	s/"duration": "100ms"/"duration": 0/
	s/"tx_queue_size": 1024/"tx_queue_size": 1000/
	s/"xdp": "drop"/"xdp": "dorp"/
	s/"seed": 1/"seed": -1/
	s/"name": "tap0"/"name": "tap 0"/
	END
fi
echo "schema: $passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
