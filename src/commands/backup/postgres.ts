import { CommandFailure } from '#commands/shell/failures.ts';
import type { Environment } from '#config/settings.ts';

/** PostgreSQL has its own tools, which know it better than we do: says exactly how to call them. */
export function usePgDump(env: Environment, file: string): CommandFailure {
  return advise(
    'makes the backup, consistent while the service runs',
    `pg_dump --format=custom --no-owner --file=${quote(file)} ${urlIn(env)}`,
  );
}

export function usePgRestore(env: Environment, file: string): CommandFailure {
  return advise(
    'restores it into an empty database',
    `pg_restore --no-owner --exit-on-error --single-transaction --dbname=${urlIn(env)} ${quote(file)}`,
  );
}

function advise(does: string, line: string): CommandFailure {
  return new CommandFailure(
    `The data is in PostgreSQL, where this ${does}:\n  ${line}\nOthers on this machine can read its arguments while it runs (ps). Where there are any, give the URL without its password, and keep that in ~/.pgpass.\nKeep the master key (FORMSTEAD_MASTER_KEY) apart from the backup: the keys in it are wrapped by that key.\nThe files of forms are not in the database: copy DATA_DIR/files after it, or back up the S3 bucket that keeps them.`,
  );
}

/** Where a shell finds the URL, which holds a password and is not repeated. */
const urlIn = (env: Environment): string =>
  env['FORMSTEAD_DATABASE_URL']
    ? '"$FORMSTEAD_DATABASE_URL"'
    : '"$(cat "$FORMSTEAD_DATABASE_URL_FILE")"';

/** For a POSIX shell. */
const quote = (text: string): string =>
  /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
