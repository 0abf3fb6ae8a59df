import { existsSync } from 'node:fs';
import type { Reader } from './dialect.ts';
import { mayRunBeside, readSchemaState, requireKnownSteps } from './migrate.ts';
import { sqliteFile } from './open-sqlite.ts';

/** A node that only reads finds no data that it could serve. */
export class NotReadable extends Error {
  override readonly name = 'NotReadable';
}

/** @throws NotReadable if the data directory has no SQLite file */
export function requireFile(dataDir: string): void {
  if (existsSync(sqliteFile(dataDir))) return;
  throw new NotReadable(
    `There is no data in ${dataDir}, and with FORMSTEAD_READ_ONLY=on none is created. Set FORMSTEAD_DATA_DIR to the directory of the service.`,
  );
}

/**
 * Checks that the schema is the one of this version, or of a newer one beside which it may run.
 * @throws NotReadable for an older schema, which reading alone can't upgrade
 * @throws Error as {@link requireKnownSteps} does
 */
export async function requireServable(db: Reader): Promise<void> {
  const state = await readSchemaState(db);
  if (state.foreign.length > 0 && !(await mayRunBeside(db, state)))
    requireKnownSteps(state.foreign);
  if (state.done.length === 0) {
    throw new NotReadable(
      'There is no data in the database, and with FORMSTEAD_READ_ONLY=on none is created. Set FORMSTEAD_DATABASE_URL to the database of the service.',
    );
  }
  if (state.pending.length === 0) return;
  throw new NotReadable(
    'The schema of the data is older than this version, and with FORMSTEAD_READ_ONLY=on it is not upgraded. Run formstead migrate first, or start the version that wrote it.',
  );
}
