#!/usr/bin/env bash
# Starts mysqld, after making its data directory if there is none. What the public image does with
# MYSQL_ROOT_PASSWORD_FILE and command arguments, in the same order.
set -euo pipefail

if [[ ${1-} != mysqld || -d /var/lib/mysql/mysql ]]; then
  exec "$@"
fi

socket=/var/run/mysqld/mysqld.sock
[[ -r ${MYSQL_ROOT_PASSWORD_FILE-} ]] || {
  echo "MYSQL_ROOT_PASSWORD_FILE names no readable file" >&2
  exit 1
}
password=$(<"$MYSQL_ROOT_PASSWORD_FILE")

echo "Making the data directory"
"$@" --initialize-insecure --default-time-zone=SYSTEM
"$@" --daemonize --skip-networking --default-time-zone=SYSTEM --socket="$socket"
mysql --user=root --socket="$socket" <<SQL
ALTER USER 'root'@'localhost' IDENTIFIED BY '$password';
CREATE USER 'root'@'%' IDENTIFIED BY '$password';
GRANT ALL ON *.* TO 'root'@'%' WITH GRANT OPTION;
SQL
MYSQL_PWD=$password mysqladmin --user=root --socket="$socket" shutdown
echo "The data directory is made"
exec "$@"
