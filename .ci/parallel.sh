# Sourced by check and check-long: steps that run in parallel. Each prints its duration, and its output if it fails.
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed=""
names=()
pids=()

# begin NAME COMMAND...: runs it in the background, and keeps its output.
begin() {
  local name=$1 began=$SECONDS code
  shift
  {
    "$@" >"$logs/$name" 2>&1
    code=$?
    echo "$((SECONDS - began)) s" >"$logs/$name.time"
    exit "$code"
  } &
  names+=("$name")
  pids+=("$!")
}

# finish: waits for all of them.
finish() {
  local at name sign
  for at in "${!names[@]}"; do
    name=${names[$at]} sign=✓
    wait "${pids[$at]}" || { sign=✗ && failed="$failed $name"; }
    printf '%s %-10s %s\n' "$sign" "$name" "$(cat "$logs/$name.time")"
    [[ $sign = ✓ ]] || cat "$logs/$name"
  done
  names=() pids=()
}

# The end, unless all steps have passed.
stop_if_failed() {
  [[ -z $failed ]] || { printf '\nFailed:%s\n' "$failed" && exit 1; }
}
