#!/usr/bin/env bash
# Runs a class of Kafka: kafka-run-class.sh CLASS [ARG...]
set -euo pipefail
# Options are words, as in the public image.
# shellcheck disable=SC2086
exec java ${KAFKA_HEAP_OPTS--Xmx256M} ${KAFKA_JVM_PERFORMANCE_OPTS-} -cp '/opt/kafka/libs/*' "$@"
