#!/usr/bin/env bash
# The steps of action.yml: action.sh node|install|verify. Inputs are variables, INPUT_…: they are never run as code.
set -euo pipefail
set -f # Inputs are not expanded as patterns.

output() { printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"; }

# Output fit: whether package.json allows the job's Node.
find_node() {
  local least='const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 22 || minor >= { 20: 19, 22: 12 }[major] ? 0 : 1)'
  if node -e "$least"; then output fit true; else output fit false; fi
}

# Output home: where orders-kit is built, from the action's own checkout with its lockfile. Only code of the commit that a workflow
# pins gets the key, dependencies included, and no install script of a dependency runs.
install() {
  local home
  home="$RUNNER_TEMP/orders-kit-$(cksum <<<"$GITHUB_ACTION_PATH" | cut -d ' ' -f 1)"
  output home "$home"
  if [[ -e $home/installed ]]; then return; fi
  mkdir -p "$home"
  tar -C "$GITHUB_ACTION_PATH" --exclude=node_modules --exclude=.git --exclude=./dist -cf - . | tar -C "$home" -xf -
  cd "$home"
  npm ci --include=dev --omit=optional --ignore-scripts --no-audit --no-fund --loglevel=error
  npm run --silent build
  touch installed
}

# Outputs verdict, and report, the folder. A run that writes no report has judged nothing, and never passes.
verify() {
  local flags=("--report=$INPUT_REPORT") code=0 id switch flag verdict began
  output verdict not-judged # Until there is another.
  for id in ${INPUT_PENDING//,/ }; do flags+=("--pending=$id"); done
  for id in ${INPUT_SHIPPED//,/ }; do flags+=("--shipped=$id"); done
  for id in ${INPUT_ABSENT//,/ }; do flags+=("--absent=$id"); done
  for switch in "read-only=$INPUT_READ_ONLY" "require-proven=$INPUT_REQUIRE_PROVEN" "strict=$INPUT_STRICT"; do
    case ${switch#*=} in
      true) flags+=("--${switch%%=*}") ;;
      false | "") ;;
      *) echo "::error title=orders-kit::${switch%%=*} takes true or false." && exit 2 ;;
    esac
  done
  while IFS= read -r flag; do
    if [[ -n $flag ]]; then flags+=("$flag"); fi
  done <<<"$INPUT_FLAGS"

  began=$(node -p 'new Date().toISOString()')
  node "$ORDERS_KIT" verify "${flags[@]}" -- "$INPUT_TARGET" || code=$?
  # A report of an earlier run may be there, or one that the checkout has. A wrong command writes none.
  local read='const { startedAt, verdict } = JSON.parse(fs.readFileSync(process.argv[1]));
    if (startedAt < process.argv[2] || !["conforms", "violates", "not-judged"].includes(verdict)) throw "another"; verdict'
  if [[ $code != 2 ]] && verdict=$(node -p "$read" -- "$INPUT_REPORT/report.json" "$began" 2>/dev/null); then
    output verdict "$verdict"
    output report "$(cd -- "$INPUT_REPORT" && pwd)"
  elif [[ $code = 0 ]]; then
    code=3
  fi
  exit "$code"
}

case $1 in
  node) find_node ;;
  install) install ;;
  verify) verify ;;
  *) exit 2 ;;
esac
