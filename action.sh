#!/usr/bin/env bash
# The steps of action.yml: action.sh key|node|install|verify. Inputs are variables, INPUT_…: they are never run as code.
set -euo pipefail
set -f # Inputs are not expanded as patterns.

# What npm needs of the environment. Nothing else reaches it, so it sees no key, whatever the workflow calls the variable.
NPM_NEEDS='^(path|home|user|lang|shell|te?mp|tmpdir|appdata|localappdata|userprofile|systemroot|comspec|pathext|xdg_.*|(https?|no)_proxy|node_.*|npm_.*|ssl_cert_.*|ssh_.*)$'

output() { printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"; }

fail() {
  echo "::error title=orders-kit::$1"
  exit 2
}

# Reads an input that takes true or false: is_true NAME VALUE.
is_true() {
  case $2 in
    true) return 0 ;;
    false | "") return 1 ;;
    *) fail "$1 takes true or false." ;;
  esac
}

# Output skip: true if there is no key and the job must pass without one. The step is told whether there is a key, not the key.
look_for_key() {
  if is_true skip-without-key "$INPUT_SKIP_WITHOUT_KEY" && [[ $INPUT_HAS_KEY != true ]]; then
    echo "::notice title=orders-kit::Not judged, because this job has no key. Pull requests from forks get no secrets."
    output skip true
  else
    output skip false
  fi
}

# Output fit: whether package.json allows the job's Node.
find_node() {
  local least='const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 22 || minor >= { 20: 19, 22: 12 }[major] ? 0 : 1)'
  if node -e "$least"; then output fit true; else output fit false; fi
}

# Prints the paths that match a pattern, from the current folder or else the nearest one above it, up to the workspace.
nearest() {
  local root folder names
  root=$(cd -- "$GITHUB_WORKSPACE" && pwd -P)
  folder=$(pwd -P)
  while [[ $folder/ = "$root"/* ]]; do
    if names=$(cd -- "$folder" && compgen -G "$1"); then
      while IFS= read -r name; do printf '%s/%s\n' "$folder" "$name"; done <<<"$names"
      return
    fi
    folder=$(dirname -- "$folder")
  done
  return 1
}

# Output command: the path of orders-kit. It is never looked for by its name in the registry: the package is not published yet, and
# whoever takes the name would get the key.
install() {
  local package=$INPUT_PACKAGE home command

  # What the job has installed is used as it is, with the dependencies of its lockfile.
  if [[ -z $package ]] && command=$(nearest node_modules/.bin/orders-kit); then
    output command "$command"
    return
  fi

  # Without it, a tarball of the workspace is installed.
  if [[ -z $package ]]; then
    package=$(nearest 'orders-kit-*.tgz') ||
      fail "orders-kit is not in the workspace. Install it before this step (npm ci --ignore-scripts), commit the tarball that npm pack makes in a clone of orders-kit, or name one in the input package."
    if [[ $package = *$'\n'* ]]; then fail "There are several tarballs of orders-kit. Name one in the input package."; fi
  fi
  # The name may stand behind an alias, as in kit@npm:orders-kit.
  if [[ $package =~ ^[[:space:]]*((.*@)?[nN][pP][mM]:)?orders-kit([@[:space:]][^:/]*)?$ ]]; then
    fail "orders-kit is not published yet: a package of this name in the registry is not ours, and would get the key. Name a tarball or a URL in the input package."
  fi

  # The folder is outside the workspace, which stays as it was checked out.
  home=$(mktemp -d "$RUNNER_TEMP/orders-kit.XXXXXX")
  (
    shopt -s nocasematch
    for name in $(compgen -e); do
      if ! [[ $name =~ $NPM_NEEDS ]]; then unset "$name"; fi
    done
    npm install --prefix "$home" --ignore-scripts --no-audit --no-fund --loglevel=error -- "$package"
  )
  command=$home/node_modules/.bin/orders-kit
  if ! [[ -x $command ]]; then fail "The package of the input package has no command orders-kit."; fi
  output command "$command"
}

# Marks of the files that orders-kit writes: JSON, JUnit XML, HTML and Markdown.
MARKS='"generator": "orders-kit|<testsuites name="orders-kit |<meta name="generator" content="orders-kit">|<!-- generator: orders-kit -->'

# Removes the report of an earlier run, or one that was checked out: a report that is there afterwards is of this run. Other files stay.
remove_report() {
  local file
  for file in "$1"/{report.json,junit.xml,index.html,summary.md}; do
    if grep -qsE -e "$MARKS" -- "$file"; then rm -f -- "$file"; fi
  done
  if [[ -e $1/report.json ]]; then fail "The input report names a folder with a report.json that is not of orders-kit. Name another folder."; fi
}

# Prints the outputs that report.json gives, a line each, the verdict first.
READ_REPORT='
  const { verdict, clauses, new: fresh } = JSON.parse(fs.readFileSync(process.argv[1], "utf8"));
  if (!["conforms", "known-violations", "violates", "not-judged"].includes(verdict)) process.exit(1);
  const ids = (wanted) => clauses.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  const lists = { violated: ids("violated"), new: fresh, unproven: ids("unproven") };
  console.log(`verdict=${verdict}`);
  for (const [name, list] of Object.entries(lists)) console.log(`${name}=${list.join(" ")}`);'

# Outputs exit-code, and, if the run has written a report: verdict, violated, new, unproven, and report, the folder. A run without a
# report has judged nothing, and only these verdicts pass: conforms and known-violations.
verify() {
  local key=$INPUT_API_KEY flags=("--report=$INPUT_REPORT") code=0 id word words outputs=

  remove_report "$INPUT_REPORT"

  # The key is in one variable alone, which also a target with an apiKeyEnv of its own is told to use.
  unset INPUT_API_KEY
  if [[ -n $key ]]; then
    export ORDERS_API_KEY=$key
    flags+=(--api-key-env=ORDERS_API_KEY)
  fi

  # Inputs become flags.
  if [[ -n $INPUT_CONFIG ]]; then flags+=("--config=$INPUT_CONFIG"); fi
  for id in ${INPUT_PENDING//,/ }; do flags+=("--pending=$id"); done
  for id in ${INPUT_SHIPPED//,/ }; do flags+=("--shipped=$id"); done
  if is_true read-only "$INPUT_READ_ONLY"; then flags+=(--read-only); fi
  if is_true require-proven "$INPUT_REQUIRE_PROVEN"; then flags+=(--require-proven); fi
  if is_true strict "$INPUT_STRICT"; then flags+=(--strict); fi

  # xargs knows the quotes of a shell, and expands nothing.
  words=$(xargs printf '%s\n' <<<"$INPUT_FLAGS") || fail "flags has a quote that is not closed."
  while IFS= read -r word; do
    if [[ -n $word ]]; then flags+=("$word"); fi
  done <<<"$words"

  "$ORDERS_KIT" verify "${flags[@]}" -- "$INPUT_TARGET" || code=$?
  if outputs=$(node -e "$READ_REPORT" -- "$INPUT_REPORT/report.json" 2>/dev/null); then
    printf '%s\n' "$outputs" >>"$GITHUB_OUTPUT"
    output report "$(cd -- "$INPUT_REPORT" && pwd)"
  else
    outputs=
  fi
  if [[ $code = 0 && ! $outputs =~ ^verdict=(conforms|known-violations)$'\n' ]]; then code=3; fi
  output exit-code "$code"
  exit "$code"
}

case $1 in
  key) look_for_key ;;
  node) find_node ;;
  install) install ;;
  verify) verify ;;
  *) exit 2 ;;
esac
