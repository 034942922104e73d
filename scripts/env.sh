# shellcheck shell=sh
# Shell functions of the scripts; sourced, with $0 the script in this folder.

root=$(cd "$(dirname "$0")/.." && pwd)
command=scripts/$(basename "$0")
# For the scripts that name them all.
# shellcheck disable=SC2034
services='payment-provider order-service relay-service notification-service'

fail() {
  echo "$command: $*" >&2
  exit 1
}

# Prints the help of this script's command and ends, when one of the arguments asks for it. Nothing
# has to be built for it.
help_if_asked() {
  for argument in "$@"; do
    case $argument in
      -h | --help)
        cat "$root/drills/src/main/help/$(basename "$0").txt"
        exit 0
        ;;
    esac
  done
}

# Sets JAVA_HOME to a JDK 21 or newer: JAVA_HOME, then java on the PATH, then the newest that is
# installed, then one of our own.
need_jdk() {
  java_major=$(jdk_major "${JAVA_HOME-}")
  if [ "$java_major" -lt 21 ] && on_path=$(command -v java); then
    JAVA_HOME=$(dirname "$(dirname "$(readlink -f "$on_path")")")
    java_major=$(jdk_major "$JAVA_HOME")
  fi
  if [ "$java_major" -lt 21 ]; then
    for home in /usr/lib/jvm/*; do
      major=$(jdk_major "$home")
      [ "$major" -le "$java_major" ] || { java_major=$major && JAVA_HOME=$home; }
    done
  fi
  if [ "$java_major" -lt 21 ]; then
    JAVA_HOME=$("$root/scripts/unpack" jdk) || exit 1
    java_major=$(jdk_major "$JAVA_HOME")
  fi
  export JAVA_HOME
}

# The version of the JDK in a folder; 0 when there is none, or only a JRE.
jdk_major() {
  if [ -x "$1/bin/javac" ] && [ -r "$1/release" ]; then
    major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  else
    major=
  fi
  echo "${major:-0}"
}

need_maven() {
  command -v mvn >/dev/null ||
    fail "this builds with Maven 3.8 or newer, and there is no mvn (Debian: apt-get install maven)"
  # Maven's own libraries make newer JDKs warn about themselves.
  if [ "$java_major" -ge 24 ]; then
    quiet='--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED'
    export MAVEN_OPTS="$quiet ${MAVEN_OPTS-}"
  fi
}

# Packages these modules, and what they need, when one of them is not built or was changed since.
package_if_stale() {
  stale=
  for module in "$@"; do
    ! is_stale "$module" || stale="$stale $module"
  done
  [ -n "$stale" ] || return 0
  need_maven
  echo "Building$stale"
  started=$(date +%s)
  # Its words, without the blank in front.
  # shellcheck disable=SC2086
  (cd "$root" && mvn -B -q package -DskipTests -am -pl "$(echo $stale | tr ' ' ,)") ||
    fail "the build fails"
  for module in $stale; do
    touch "$root/$module/target/packaged"
  done
  echo "Built in $(($(date +%s) - started)) s"
}

is_stale() {
  target=$root/$1/target
  # The names are our own, and it is their age that counts.
  # shellcheck disable=SC2012
  built=$(ls -td "$target/packaged" "$target/quarkus-app/quarkus-run.jar" "$target"/*.jar \
    "$target/kafka" 2>/dev/null | head -n 1)
  [ -n "$built" ] || return 0
  newer=$(find "$root/pom.xml" "$root/contracts" "$root/$1/pom.xml" "$root/$1/src/main" \
    -newer "$built" 2>/dev/null | head -n 1)
  [ -n "$newer" ]
}

# The command line of local mode.
local_mode() {
  [ -d "$root/testbed/target/lib" ] || package_if_stale testbed
  cd "$root" || exit
  exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Xmx128m \
    -Dslf4j.internal.verbosity=ERROR -cp 'testbed/target/classes:testbed/target/lib/*' \
    dev.orderchain.testbed.local.Local "$@"
}
