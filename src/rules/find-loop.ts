import type { Reader } from '#db/database.ts';
import { selectAssigned } from './rules.store.ts';

/** How many templates are looked at on the way back. */
const MOST = 200;

/**
 * Returns a way on which rules lead from a template back to it, by assigning one template after the other: their ids, the
 * first and the last the same; undefined if there is none. Such a round is no fault, because a person fills in each form.
 */
export async function findLoop(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<readonly string[] | undefined> {
  const cameFrom = new Map<string, string>();
  let next: readonly string[] = [templateId];
  while (next.length > 0 && cameFrom.size < MOST) {
    const found: string[] = [];
    for (const { from, to } of await selectAssigned(db, accountId, next)) {
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, from);
      if (to === templateId) return wayTo(cameFrom, templateId);
      found.push(to);
    }
    next = found;
  }
  return undefined;
}

function wayTo(cameFrom: ReadonlyMap<string, string>, end: string): readonly string[] {
  const way = [end];
  let at = cameFrom.get(end);
  while (at !== undefined && at !== end) {
    way.unshift(at);
    at = cameFrom.get(at);
  }
  return [end, ...way];
}
