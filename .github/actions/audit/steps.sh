#!/usr/bin/env bash
# The steps of the action: "install", "audit" and "verdict". The runner sets RUNNER_TEMP and GITHUB_…; the action's inputs
# come as INPUT_…, an empty one was left out.
#
# What the tool prints may hold words of the game's players, and a line that begins with "::" is a command to the runner. So
# commands are off while it prints; only its annotations, whose format escapes them, are printed while they are on.
set -euo pipefail
exec 2>&1

work=${RUNNER_TEMP:?}/blognomic
out=$work/report
store=$work/state/game.sqlite3
tool=$work/env/bin/blognomic

# escaped TEXT: the text as a command to the runner takes it, on one line.
escaped() {
  local text=${1//'%'/'%25'}
  text=${text//$'\r'/'%0D'}
  printf '%s' "${text//$'\n'/'%0A'}"
}

# stop CODE TITLE TEXT: an annotation, and the end of the step.
stop() {
  echo "::error title=$2::$(escaped "$3")"
  echo "exit-code=$1" >>"$GITHUB_OUTPUT"
  exit "$1"
}

# packages PACKAGE: install it, and its dependencies in the versions and with the hashes of the files beside this script.
# mwparserfromhell has no wheel for Python 3.14 and is built there; without build isolation nothing else is fetched for that.
packages() {
  local here=${GITHUB_ACTION_PATH:?} pip=("$work/env/bin/python" -m pip --disable-pip-version-check)
  "${pip[@]}" install --quiet --require-hashes --only-binary :all: -r "$here/build.txt" &&
    "${pip[@]}" install --quiet --require-hashes --no-build-isolation -r "$here/requirements.txt" &&
    "${pip[@]}" install --quiet --no-deps --no-build-isolation "$1" &&
    "${pip[@]}" check
}

install() {
  local package version=${INPUT_VERSION:-}
  # Each game has a state of its own. A digest of what names the game is part of the state's name, for that takes no commas.
  printf 'game=%s\n' "$(printf '%s\n' "${INPUT_SITE:-}" "${INPUT_CONFIG:-}" "${INPUT_SNAPSHOT:-}" | sha256sum | cut -c1-16)" >>"$GITHUB_OUTPUT"
  if [[ -z $version ]]; then
    package=$(cd "${GITHUB_ACTION_PATH:?}/../../.." && pwd)
  elif [[ $version =~ ^[0-9]+(\.[0-9]+)*((a|b|rc)[0-9]+)?(\.post[0-9]+)?$ ]]; then
    package=blognomic-sync==$version
  else
    stop 2 Configuration "the input 'version' names a release, such as 0.1.0"
  fi
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    stop 2 Configuration "Python 3.11 or later is needed; run actions/setup-python before this action"
  mkdir -p "$work/state"
  # Nothing goes onto the PATH, so the steps after this action find their own Python.
  { python3 -m venv "$work/env" && packages "$package"; } ||
    stop 3 "No verdict" "the tool could not be installed; see the log"
}

# report FORMAT FILE: the same audit in another format, by what earlier runs have reported, and without a record of this one.
# What it prints is that of the first audit again, unless it fails.
report() {
  rm -f "$work/copy.sqlite3"
  if [ -e "$work/before.sqlite3" ]; then cp "$work/before.sqlite3" "$work/copy.sqlite3"; fi
  BLOGNOMIC_STORE=$work/copy.sqlite3 "$tool" audit "${where[@]}" "${how[@]}" --offline --format "$1" --output "$out/$2" \
    2>"$work/printed" || [ -e "$out/$2" ] || cat "$work/printed"
}

audit() {
  local code=0 pulled=0 first=0 token line=
  where=() how=()
  if [ -n "${INPUT_SITE:-}" ] && [ -n "${INPUT_CONFIG:-}" ]; then
    stop 2 Configuration "the inputs 'site' and 'config' both name a game; leave one of them out"
  fi
  [ -z "${INPUT_SITE:-}${INPUT_CONFIG:-}" ] || where+=("--site=${INPUT_SITE:-}${INPUT_CONFIG:-}")
  [ -z "${INPUT_SNAPSHOT:-}" ] || where+=("--snapshot=$INPUT_SNAPSHOT")
  [ -z "${INPUT_FAIL_ON:-}" ] || how+=("--fail-on=$INPUT_FAIL_ON")
  [ -z "${INPUT_BASELINE:-}" ] || how+=("--baseline=$INPUT_BASELINE")
  case ${INPUT_FAIL_ON_NEW:-} in
    true) how+=(--fail-on-new) ;;
    false) how+=(--no-fail-on-new) ;;
    ?*) stop 2 Configuration "the input 'fail-on-new' is true or false" ;;
  esac
  case ${INPUT_ACCEPT:-} in
    true) how+=(--fail-on=never --fail-on-new) ;; # the latter also records what is found in a saved game
    '' | false) ;;
    *) stop 2 Configuration "the input 'accept' is true or false" ;;
  esac
  export BLOGNOMIC_STORE=$store
  [ -e "$store" ] || first=1
  rm -rf "$out" "$work/before.sqlite3"
  mkdir -p "$out" "$work/state"

  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  echo "::stop-commands::$token"
  "$tool" config show "${where[@]}" "${how[@]}" --format json --output "$out/settings.json" 2>"$out/line" || code=$?
  cat "$out/line"
  if ((code == 0)); then
    # Only of the live game there is a setting "offline".
    if grep -q '"key": "offline"' "$out/settings.json"; then
      "$tool" pull "${where[@]}" || pulled=$?
    fi
    # What was new to an earlier attempt of this run is new to this one, too: a second attempt alone settles nothing.
    reported forget || true
    if [ -e "$store" ]; then cp "$store" "$work/before.sqlite3"; fi
    "$tool" audit "${where[@]}" "${how[@]}" --offline --format json --output "$out/findings.json" 2>"$out/line" || code=$?
    # The last line is the verdict, which the last step prints, unless the pull's takes its place.
    if ((pulled > code)); then cat "$out/line"; else sed '$d' "$out/line"; fi
    reported remember || true
    report sarif findings.sarif
    report markdown summary.md
    report github annotations.txt
    "$tool" board "${where[@]}" --offline --out "$out/board" || true
  fi
  echo "::$token::"

  # What went on after a pull that failed must not look like a clean audit; and what ended otherwise than it should is no verdict.
  if ((pulled > code)); then
    code=$pulled
    echo "the pull ended with exit code $pulled, so not everything was seen; see the log" >"$out/line"
  fi
  if ((code > 3)); then code=3; fi
  line=$(tail -n 1 "$out/line")
  if ((code == 1 && first)) && [ "${INPUT_FAIL_ON_NEW:-}" = true ]; then
    line+="; to the first run everything is new: to accept what is there, run it once with the input 'accept'"
  elif ((code == 0)) && [ "${INPUT_ACCEPT:-}" = true ]; then
    line+="; accepted: with 'fail-on-new' later runs fail only for other findings"
  fi
  echo "${line:-the audit said nothing}" >"$out/line"
  if [ -s "$out/annotations.txt" ]; then
    if ((pulled)) && ! grep -q '^::error title=[Nn]o verdict' "$out/annotations.txt"; then
      echo "::error title=No verdict::$(escaped "$line")"
    fi
    if ((code)) || [ "${INPUT_ACCEPT:-}" != true ]; then cat "$out/annotations.txt"; fi
  fi
  if [ -s "$out/summary.md" ]; then cat "$out/summary.md"; else echo "No report was written; see the log."; fi >>"$GITHUB_STEP_SUMMARY"
  {
    echo "exit-code=$code"
    counts
    echo "findings=$(existing "$out/findings.json")"
    echo "sarif=$(existing "$out/findings.sarif")"
    if [ -e "$out/board/index.html" ]; then echo "board=$out/board"; else echo "board="; fi
  } >>"$GITHUB_OUTPUT"
}

# reported remember: keep what is new to this attempt of the run. reported forget: let the store forget what was new to its earlier
# attempts, but not what this one has reported when it used the action before.
reported() {
  "$work/env/bin/python" - "$1" "$work/state/new.json" "$store" "$out/findings.json" \
    "${GITHUB_RUN_ID:-}" "${GITHUB_RUN_ATTEMPT:-}" <<'PYTHON'
import contextlib, json, pathlib, sqlite3, sys

action, (kept, store, report), (run, attempt) = sys.argv[1], map(pathlib.Path, sys.argv[2:5]), sys.argv[5:]
try:
    attempts = json.loads(kept.read_bytes())
except (OSError, ValueError):  # not there yet, or spoilt
    attempts = {}
if not isinstance(attempts, dict):
    attempts = {}
this = f"{run}/{attempt}"
if action == "forget":
    earlier = (marks for name, marks in attempts.items() if name.startswith(f"{run}/") and name != this)
    forgotten = set().union(*earlier).difference(attempts.get(this, ()))
    if forgotten and store.is_file():
        with contextlib.closing(sqlite3.connect(store)) as database, database:
            database.executemany("DELETE FROM findings WHERE fingerprint = ?", [(each,) for each in forgotten])
elif action == "remember" and run and report.is_file():
    new = json.loads(report.read_bytes()).get("new") or []
    attempts[this] = sorted({*attempts.get(this, ()), *new})
    latest = [each for each in attempts.items() if each[1]][-200:]
    written = kept.with_suffix(".part")
    written.write_text(json.dumps(dict(latest)))
    written.replace(kept)
PYTHON
}

# counts: the numbers of findings in the report, as outputs.
counts() {
  "$work/env/bin/python" - "$out/findings.json" <<'PYTHON'
import json, pathlib, sys

report = pathlib.Path(sys.argv[1])
counts = json.loads(report.read_bytes())["counts"] if report.is_file() else {}
for output, severity in (("errors", "error"), ("warnings", "warning"), ("info", "info")):
    print(f"{output}={counts.get(severity, '')}")
PYTHON
}

existing() {
  if [ -e "$1" ]; then printf '%s' "$1"; fi
}

# verdict: the audit's own sentence, such as "2 errors, 7 warnings, 0 info; exit 1 (errors found)", and its exit code.
verdict() {
  local line; line=$(cat "$out/line")
  case ${EXIT_CODE:?} in
    0) printf '%s\n' "$line" && exit 0 ;;
    1) echo "::error title=Findings::$(escaped "$line")" ;;
    2) echo "::error title=Configuration::$(escaped "$line")" ;;
    *) echo "::error title=No verdict::$(escaped "$line")" ;;
  esac
  exit "$EXIT_CODE"
}

case ${1:-} in
  install | audit | verdict) "$1" ;;
  *) echo "usage: steps.sh install | audit | verdict" && exit 2 ;;
esac
