import type { World } from '#commands/shell/command.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Settings } from '#config/settings.ts';
import { MOVING_IN, migrateEmpty, readSchemaState } from '#db/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { makeFolder } from '#kernel/make-folder.ts';
import { nameOf, type Place } from './ends.ts';
import { isEmptyServer, markIncomplete } from './target.store.ts';

/** What a move finds: an empty storage, one of a move that was interrupted, or one with all that it is to hold. */
export type TargetState = 'new' | 'begun' | 'complete';

/**
 * Creates the schema in an empty storage, marked so that nothing serves it before the move is complete; or finds the
 * storage of a move that was interrupted.
 * @returns `complete` for a storage with data that nothing is missing in, which may be those that were moved
 * @throws CommandFailure if the storage holds anything that no move can have left
 */
export async function prepareTarget(
  { clock, random }: World,
  { storage }: Settings,
  target: Place,
): Promise<TargetState> {
  const isFile = target.engine === 'sqlite';
  if (isFile) makeFolder(target.dataDir);
  const db = await openDatabase({
    dataDir: isFile ? target.dataDir : '',
    databaseUrl: isFile ? undefined : target.url,
    clock,
    random,
    migrate: false,
    namedStatements: storage.namedStatements,
  });
  try {
    const { done, pending, foreign } = await readSchemaState(db.reader);
    if (foreign.includes(MOVING_IN)) {
      if (foreign.length === 1 && pending.length === 0) return 'begun';
      throw new CommandFailure(
        `Another version of Formstead began to move data into ${nameOf(target)}. Go on with that version, or empty the target.`,
      );
    }
    if (done.length > 0 && foreign.length === 0 && pending.length === 0) return 'complete';
    if (done.length > 0 || foreign.length > 0) throw notEmpty(target);
    if (!isFile && !(await isEmptyServer(db.reader))) throw notEmpty(target);
    await db.transaction(async (tx) => {
      await migrateEmpty(tx, clock.now());
      await markIncomplete(tx, clock.now());
    });
    return 'new';
  } finally {
    await db.close();
  }
}

export const notEmpty = (target: Place): CommandFailure =>
  new CommandFailure(
    `${nameOf(target)} holds data already, and nothing is overwritten. Give an empty database or directory.`,
  );
