#!/usr/bin/env bash
# Initialises the data directory once, then becomes the server. Arguments are the server's command line, as in the
# official image. root can only log in through the socket, which is what a random root password amounts to.
set -euo pipefail

# The older names that the official image knows as well, and that Testcontainers uses.
MARIADB_USER=${MARIADB_USER:-${MYSQL_USER:-}} MARIADB_PASSWORD=${MARIADB_PASSWORD:-${MYSQL_PASSWORD:-}}
MARIADB_DATABASE=${MARIADB_DATABASE:-${MYSQL_DATABASE:-}}
: "${MARIADB_USER:?set MARIADB_USER}" "${MARIADB_PASSWORD:?set MARIADB_PASSWORD}" "${MARIADB_DATABASE:?set MARIADB_DATABASE}"

[[ ${1:-} == -* ]] && set -- mariadbd "$@"

data=/var/lib/mysql
for argument in "$@"; do
  [[ $argument == --datadir=* ]] && data=${argument#--datadir=}
done
mkdir -p "$data" /run/mysqld
chown mysql:mysql "$data" /run/mysqld

# SQL string literal of the argument.
literal() {
  local text=${1//\\/\\\\}
  printf "'%s'" "${text//\'/\\\'}"
}

if [[ ! -d $data/mysql ]]; then
  mariadb-install-db --no-defaults --user=mysql --datadir="$data" --skip-test-db > /dev/null
  # Run by the server itself before it accepts its first connection.
  start=$(mktemp)
  cat > "$start" <<SQL
CREATE DATABASE IF NOT EXISTS \`${MARIADB_DATABASE//\`/\`\`}\`;
CREATE USER IF NOT EXISTS $(literal "$MARIADB_USER")@'%' IDENTIFIED BY $(literal "$MARIADB_PASSWORD");
GRANT ALL ON \`${MARIADB_DATABASE//\`/\`\`}\`.* TO $(literal "$MARIADB_USER")@'%';
SQL
  chown mysql:mysql "$start"
  set -- "$@" --init-file="$start"
fi

exec "$@" --user=mysql --bind-address='*'
