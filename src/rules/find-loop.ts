import type { Reader } from '#db/database.ts';
import type { Rule } from './rule.ts';
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

type Setting = Pick<Rule, 'name' | 'state' | 'became' | 'actions'>;

/**
 * Returns rules of which each sets the value that the next one waits for, the first and the last the same; undefined if
 * there are none. They end after a few rounds (`MAX_DEPTH`), and whoever publishes should know.
 */
export function findSetLoop<R extends Setting>(rules: readonly R[]): readonly R[] | undefined {
  const on = rules.filter(({ state }) => state === 'on');
  for (const first of on) {
    const cameFrom = new Map<R, R>();
    const open = [first];
    for (const rule of open) {
      for (const next of on.filter((each) => causes(rule, each))) {
        if (next === first) return roundOf(cameFrom, first, rule);
        if (cameFrom.has(next)) continue;
        cameFrom.set(next, rule);
        open.push(next);
      }
    }
  }
  return undefined;
}

/** Returns whether a rule may set the value that another one waits for. An answer that is copied may be any value. */
const causes = ({ actions }: Setting, { became }: Setting): boolean =>
  actions.some(
    (action) =>
      action.type === 'set' &&
      action.field === became?.field &&
      (action.from !== undefined || action.value === became.value),
  );

function roundOf<R>(cameFrom: ReadonlyMap<R, R>, first: R, last: R): readonly R[] {
  const way: R[] = [first];
  for (let at: R | undefined = last; at !== undefined && at !== first; at = cameFrom.get(at)) {
    way.unshift(at);
  }
  return [first, ...way];
}
