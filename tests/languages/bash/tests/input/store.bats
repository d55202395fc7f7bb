#!/usr/bin/env bats

load 'helpers/common'
bats_load_library bats-assert

setup() {
  store="$BATS_TEST_TMPDIR/store"
}

@test "puts one thing" {
  run put "$store" thing
  assert_success
}

@test 'drops "it" again' { # twice
  run -1 --separate-stderr drop "$store" it
}

@test plain_name {
  put a b
}
