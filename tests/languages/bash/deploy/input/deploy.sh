#!/usr/bin/env bash
# Deploys the shop.

set -euo pipefail

readonly LIMIT=3
export TARGET="${1:-staging server}"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

source "$here/lib/log.sh"
. ./lib/net.sh
. "$(dirname "$0")/lib/$NAME.sh"

# Removes what is left over,
# whatever happened.
cleanup() {
  local status=$? file
  for file in "${files[@]}"; do rm -f "$file"; done
  log_info "left with $status"
}
trap cleanup EXIT
trap 'log_info "stopped"; cleanup' INT TERM

function upload {
  declare name="$1"
  count=$((LIMIT + 1))
  if ! net_send "$name" | indent; then
    log_error "cannot send $name to $TARGET" >&2
    return 1
  fi
  result=$(net_status "$name") && echo "$result"
}

function main() (
  while read -r line; do upload "$line"; done < list.txt
  time upload all
  VERBOSE=1 upload some
  command -v upload
  "$1" upload
  diff <(upload a) <(upload b)
  cat <<TEXT
$(upload here) and ${LIMIT} times
TEXT
)

case "${1:-}" in
  -h) usage ;;
  *) main "$@" ;;
esac
