#!/usr/bin/env bash
set -euo pipefail

: "${AWS_REGION:?set AWS_REGION}"
STAGE="${STAGE:-dev}"
IMAGE=${REGISTRY:-docker.io}/app:${TAG:=latest}
TARGET=prod
echo "${TARGET:-none}" "$UNKNOWN" "${PLAIN}"
DIR=${BASH_SOURCE:-$0}
OUT="${OUT_DIR:-$PWD/out}"
# ${IN_COMMENT:-x}
echo "${lower:-x}"
