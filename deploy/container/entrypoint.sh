#!/bin/sh
# Starts the server (`serve`), one of its commands (`migrate`, `backup`, `restore`, `move`, `outbox`, `engines`), or any other program.
set -eu

# NAME_FILE names a file whose text becomes the setting NAME, as container platforms mount secrets.
# BACKUP_PASSPHRASE_FILE is read by the commands themselves.
for variable in $(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)_FILE=..*$/\1/p'); do
  [ "$variable" = BACKUP_PASSPHRASE ] && continue
  eval "path=\$${variable}_FILE"
  if [ ! -r "$path" ]; then
    echo "${variable}_FILE: $path can't be read by user $(id -u). Check the file's path and mode." >&2
    exit 1
  fi
  export "$variable=$(cat "$path")"
  unset "${variable}_FILE"
done

command=$1
shift
case $command in
  serve) exec node --max-semi-space-size=8 dist-server/main.js "$@" ;;
  migrate | backup | restore | move | outbox) exec node "dist-server/$command.js" "$@" ;;
  engines) exec node scripts/engines.ts "$@" ;;
  *) exec "$command" "$@" ;;
esac
