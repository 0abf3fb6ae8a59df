import type { Database } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import type { Clock } from '#kernel/clock.ts';
import { readChoices } from './choices/choices.ts';
import { findShown } from './shown-notices.ts';
import type { Sights } from './sights.ts';

/**
 * Returns a function that asks, just before a notice is pushed, whether its reader still wants that: they may see what it is
 * about, have not read it, and have not turned its kind off.
 */
export const createIsWanted =
  ({
    db,
    clock,
    directory,
    sights,
  }: {
    readonly db: Pick<Database, 'reader'>;
    readonly clock: Clock;
    readonly directory: Pick<Directory, 'readUser'>;
    readonly sights: Sights;
  }) =>
  async (
    person: { readonly accountId: string; readonly userId: string },
    noticeId: string,
  ): Promise<boolean> => {
    const user = await directory.readUser(db.reader, person.accountId, person.userId, 'all');
    if (!user?.active) return false;
    const deps = { sights, now: clock.now() };
    const shown = await findShown(db.reader, deps, { ...person, role: user.role }, noticeId);
    if (!shown || shown.row.read_at !== null) return false;
    const choices = await readChoices(db.reader, person);
    return choices.find(({ kind }) => kind === shown.row.kind)?.push !== 'off';
  };
