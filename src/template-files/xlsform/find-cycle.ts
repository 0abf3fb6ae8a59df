// Conditions and calculations that depend on themselves. ODK refuses such a form, and no answer to it would be right.
import type { SurveyItem } from './survey-tree.ts';

const REFERENCE = /\$\{\s*([^{}\s]{1,128})\s*\}/g;
/** What decides whether a field has a value, and which. A constraint may name its own field. */
const COLUMNS = ['relevant', 'calculation', 'repeat_count'] as const;
/** The most names of a cycle that are shown. */
const MAX_SHOWN = 10;

/**
 * Returns the names of the first cycle, in the order of dependence; undefined when there is none. Each row and each
 * reference is looked at once.
 */
export function findCycle(items: readonly SurveyItem[]): readonly string[] | undefined {
  const byName = new Map<string, SurveyItem>();
  for (const item of items) if (!byName.has(item.spelled)) byName.set(item.spelled, item);
  const done = new Set<SurveyItem>();
  for (const start of items) {
    const cycle = cycleFrom(start, byName, done);
    if (cycle) return namesOf(cycle);
  }
  return undefined;
}

/** Follows what an item depends on, without recursion: a chain may have thousands of links. */
function cycleFrom(
  start: SurveyItem,
  byName: ReadonlyMap<string, SurveyItem>,
  done: Set<SurveyItem>,
): readonly SurveyItem[] | undefined {
  if (done.has(start)) return undefined;
  const path = [start];
  /** The items on the path, each with those that it depends on and that were not looked at. */
  const open = new Map([[start, needed(start, byName)]]);
  for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
    const next = open.get(last)?.pop();
    if (next === undefined) {
      done.add(last);
      open.delete(last);
      path.pop();
    } else if (open.has(next)) {
      return path.slice(path.indexOf(next));
    } else if (!done.has(next)) {
      open.set(next, needed(next, byName));
      path.push(next);
    }
  }
  return undefined;
}

const namesOf = (cycle: readonly SurveyItem[]): readonly string[] => {
  const names = cycle.map(({ spelled }) => spelled.slice(0, 60));
  return names.length > MAX_SHOWN ? [...names.slice(0, MAX_SHOWN), '…'] : names;
};

/** Returns the items that an item depends on: those that it names, and the group around it. */
function needed(
  { row, parent }: SurveyItem,
  byName: ReadonlyMap<string, SurveyItem>,
): SurveyItem[] {
  const needs = new Set<SurveyItem>(parent === undefined ? [] : [parent]);
  for (const column of COLUMNS) {
    for (const [, name = ''] of row.get(column).matchAll(REFERENCE)) {
      const found = byName.get(name);
      if (found !== undefined) needs.add(found);
    }
  }
  return [...needs];
}
