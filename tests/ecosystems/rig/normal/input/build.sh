#!/bin/sh
set -e
cc -o firmware.elf firmware/*.c hal.a
# to the board
openocd -f board.cfg
