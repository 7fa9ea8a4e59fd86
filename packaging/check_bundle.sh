#!/bin/sh
# Runs a bundle as on another machine: no Python in reach, a home that cannot be written, then one that can. Compares
# the paper's example with the paper, lets a larger file compile the kernels, writes every format of a report, and reads a
# file of a statistical program in a process of its own. Usage: packaging/check_bundle.sh FOLDER
set -eu
cd "$(dirname "$0")/.."

bundle=$(cd "$1" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
before=$(find "$bundle" -type f | sort | cksum)
fail() {
    echo "$1" >&2
    exit 1
}

touch "$place/file"
mkdir "$place/home"
clean="$(command -v env) -i PATH=/nowhere LC_ALL=C.UTF-8 TMPDIR=$place QT_QPA_PLATFORM=offscreen"
read_only="$clean HOME=$place/file/home"
packaging/headless_demo.sh "$place/demo" "$read_only $bundle/permdesk" "$read_only $bundle/permdesk-window"
.venv/bin/python packaging/compare_with_paper.py "$place/demo"

# Small files are searched without kernels; these are not. Status 1 says that the release is outside the policy.
awk -v folder="$place" 'BEGIN {
    srand(1)
    for (i = 0; i <= 6000; i++) {
        x = i ? rand() "," rand() "," rand() : "a,b,c"
        y = i ? rand() "," rand() "," rand() : "a,b,c"
        print x >folder "/original.csv"
        print y >folder "/anonymized.csv"
    }
}'
for home in "$read_only" "$clean HOME=$place/home"; do
    status=0
    $home "$bundle/permdesk" audit "$place/original.csv" "$place/anonymized.csv" --out "$place/audit" || status=$?
    [ $status -le 1 ] && [ -s "$place/audit/audit.json" ] || fail "The larger file could not be audited."
    rm -r "$place/audit"
done
[ -n "$(find "$place/home" -name '*.nbi')" ] || fail "Compiled kernels were not kept in the user's cache folder."

formats=html,docx,pdf,xlsx,md,json,ddi,sims
paper=resources/demo/paper
$clean HOME="$place/home" "$bundle/permdesk" reverse-map $paper/original.csv $paper/anonymized.csv --out "$place/mapped.sav"
status=0
$clean HOME="$place/home" "$bundle/permdesk" audit "$place/mapped.sav" $paper/anonymized.csv --format $formats --out "$place/all" ||
    status=$?
[ $status -le 1 ] || fail "A file of SPSS could not be audited."
for ending in $(echo $formats | tr , ' '); do
    ls "$place/all" | grep -q "$ending" || fail "No report was written as $ending."
done
[ "$before" = "$(find "$bundle" -type f | sort | cksum)" ] || fail "The bundle wrote into its own folder."
echo "The bundle works: $(du -sh "$bundle" | cut -f1) in $bundle"
