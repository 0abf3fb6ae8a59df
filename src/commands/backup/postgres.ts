import { CommandFailure } from '#commands/shell/failures.ts';
import type { Environment } from '#config/settings.ts';

/** Returns a failure that tells the operator which pg_dump command to run: PostgreSQL's own tools make its backups. */
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

/** The shell expression for the URL. The URL holds a password, so it is not printed. */
const urlIn = (env: Environment): string =>
  env['FORMSTEAD_DATABASE_URL']
    ? '"$FORMSTEAD_DATABASE_URL"'
    : '"$(cat "$FORMSTEAD_DATABASE_URL_FILE")"';

/** Quotes a text for a POSIX shell. */
const quote = (text: string): string =>
  /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
