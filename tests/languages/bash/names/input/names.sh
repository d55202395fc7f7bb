#!/bin/sh
version=1
git() { command git "$@"; }
pkg::install-all() { git clone "$1"; }
version
run_all() {
  local git="x" version
  git pull
  \pkg::install-all
  inner() { pkg::install-all; }
  inner
  ./other.sh
  eval "pkg::install-all; echo done"
  complete -F run_all tool
}
\. ./more.sh
