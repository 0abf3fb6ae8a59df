import type { Reader } from '#db/database.ts';
import type { Viewer } from '#form-basics/index.ts';
import { rightsOnEach } from '#templates/index.ts';
import type { LeaversDeps } from './leavers-deps.ts';
import type { LeftRow } from './left-work.store.ts';

/** Who may decide on something that somebody left: `all`: to whom it goes. `proposal`: only whether it goes to the one proposed. */
export type MayHandOn = 'all' | 'proposal' | undefined;

/**
 * Returns who may hand on what: an admin, whoever manages the template, and whoever sent it. What was typed is shown to
 * its next owner, so the sender alone chooses nobody for it.
 */
export async function mayHandOnEach(
  { directory }: Pick<LeaversDeps, 'directory'>,
  db: Reader,
  viewer: Viewer,
  rows: readonly LeftRow[],
): Promise<(row: LeftRow) => MayHandOn> {
  if (viewer.role === 'admin') return () => 'all';
  const templates = [...new Set(rows.map(({ template_id }) => template_id))];
  const rightsOf = await rightsOnEach(db, directory, viewer, templates);
  return ({ template_id, sent_by, begun }) => {
    if (rightsOf(template_id).manage) return 'all';
    if (sent_by !== viewer.userId) return undefined;
    return begun === 1 ? 'proposal' : 'all';
  };
}

/** Returns whom each thing is proposed to: the manager of the leaver if active, else the sender; undefined: nobody. */
export async function successorsOf(
  { people }: Pick<LeaversDeps, 'people'>,
  db: Reader,
  accountId: string,
  rows: readonly LeftRow[],
): Promise<(row: LeftRow) => string | undefined> {
  const managers = new Map<string, string | undefined>();
  for (const { leaver } of rows) {
    if (!managers.has(leaver)) managers.set(leaver, await people.managerOf(db, accountId, leaver));
  }
  const wanted = [...managers.values(), ...rows.map(({ sent_by }) => sent_by)];
  const ids = [...new Set(wanted.filter((id) => id !== undefined))];
  const active = new Set(await people.activeAmong(db, accountId, ids));
  return ({ leaver, sent_by }) =>
    [managers.get(leaver), sent_by].find((id) => id !== undefined && active.has(id));
}
