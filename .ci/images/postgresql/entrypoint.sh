#!/usr/bin/env bash
# Initialises PGDATA once, then becomes the server. Arguments are the server's command line, as in the official image.
set -euo pipefail

: "${POSTGRES_PASSWORD:?set POSTGRES_PASSWORD}"
user=${POSTGRES_USER:-postgres}
database=${POSTGRES_DB:-$user}

[[ ${1:-} == -* ]] && set -- postgres "$@"

# PostgreSQL refuses to run as root; the data directory may be a fresh tmpfs that belongs to root.
if [[ $(id -u) == 0 ]]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown postgres:postgres "$PGDATA" /var/run/postgresql
  chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups bash "$0" "$@"
fi

if [[ ! -s $PGDATA/PG_VERSION ]]; then
  initdb --pgdata="$PGDATA" --username="$user" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") \
    --encoding=UTF8 --locale=C --auth-local=trust --auth-host=scram-sha-256
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  # A server without TCP creates the database, so that nobody mistakes it for the real one.
  pg_ctl --pgdata="$PGDATA" --wait --options="-c listen_addresses=''" start
  if [[ $database != postgres ]]; then
    createdb --username="$user" --maintenance-db=postgres "$database"
  fi
  pg_ctl --pgdata="$PGDATA" --mode=fast --wait stop
fi

exec "$@"
