import type { Database } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import type { Clock } from '#kernel/clock.ts';
import { quietUntil, readChoices } from './choices/choices.ts';
import { findShown } from './shown-notices.ts';
import type { Sights } from './sights.ts';

/**
 * Returns a function that asks, just before a notice is pushed, when its reader wants that: at once, or at the end of their
 * quiet hours. Undefined: they may not see what it is about any more, have read it, or have turned its kind off.
 */
export const createWantedAt =
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
  ): Promise<number | undefined> => {
    const user = await directory.readUser(db.reader, person.accountId, person.userId, 'all');
    if (!user?.active) return undefined;
    const now = clock.now();
    const deps = { sights, now };
    const shown = await findShown(db.reader, deps, { ...person, role: user.role }, noticeId);
    if (!shown || shown.row.read_at !== null) return undefined;
    const choices = await readChoices(db.reader, person);
    const isOff = choices.find(({ kind }) => kind === shown.row.kind)?.push === 'off';
    return isOff ? undefined : await quietUntil(db.reader, person, now);
  };
