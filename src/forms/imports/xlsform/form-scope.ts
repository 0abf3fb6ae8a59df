// What the expressions of an item may refer to, and under which names.
import type { SurveyItem } from './survey-tree.ts';
import { type Scope, type Target, Untranslatable } from './written.ts';

const TYPES: ReadonlyMap<string, Target['type']> = new Map([
  ['integer', 'number'],
  ['decimal', 'number'],
  ['range', 'number'],
  ['text', 'text'],
  ['date', 'date'],
  ['datetime', 'date'],
  ['select_one', 'choice'],
  ['select_multiple', 'choices'],
  ['acknowledge', 'choices'],
]);

export interface FormNames {
  /** The names of the fields that the template gets. Items that are left out have none. */
  readonly names: ReadonlyMap<SurveyItem, string>;
  readonly bySpelling: ReadonlyMap<string, readonly SurveyItem[]>;
}

/** Returns a function for the scope of an item. */
export function createScopes(
  items: readonly SurveyItem[],
  names: ReadonlyMap<SurveyItem, string>,
): (from: SurveyItem, extra?: Partial<Scope>) => Scope {
  const bySpelling = new Map<string, SurveyItem[]>();
  for (const item of items) {
    const same = bySpelling.get(item.spelled) ?? [];
    same.push(item);
    bySpelling.set(item.spelled, same);
  }
  return (from, extra = {}) => ({
    field: (name) => {
      const all = bySpelling.get(name) ?? [];
      const found = all.find(({ sections }) => isWithin(sections, from)) ?? all[0];
      return targetFor(names, found, from, name);
    },
    self: undefined,
    columns: undefined,
    ...extra,
  });
}

/** Returns whether the sections are those around an item, or some of them from the outside. */
const isWithin = (sections: readonly SurveyItem[], { sections: own }: SurveyItem): boolean =>
  sections.every((section, i) => section === own[i]);

/** Returns what an expression of `from` writes for an item. @throws Untranslatable */
export function targetFor(
  names: ReadonlyMap<SurveyItem, string>,
  item: SurveyItem | undefined,
  from: SurveyItem,
  spelled: string,
): Target {
  const name = item && names.get(item);
  if (item?.type === 'today') {
    return { spelled: 'today()', type: 'date', shownName: undefined, list: undefined };
  }
  if (item === undefined || name === undefined || item.kind === 'group') {
    throw new Untranslatable('unknownName', `\${${spelled}}`);
  }
  const type = TYPES.get(item.type) ?? 'other';
  if (item.kind === 'repeat') return listTarget(names, item, spelled);
  const section = item.sections.at(-1);
  if (section === undefined) {
    return { spelled: `{${name}}`, type, shownName: name, list: undefined };
  }
  const own = from.sections.length - 1;
  const depth = from.sections.lastIndexOf(section);
  const prefix = depth === own ? 'panel' : depth === own - 1 ? 'parentPanel' : undefined;
  if (depth >= 0 && prefix !== undefined) {
    return { spelled: `{${prefix}.${name}}`, type, shownName: undefined, list: undefined };
  }
  const sectionName = names.get(section);
  // Only the entries of an outermost section can be summed up.
  if (sectionName === undefined || item.sections.length > 1) {
    throw new Untranslatable('repeatedName', `\${${spelled}}`);
  }
  const list = { section: sectionName, field: name };
  return { spelled: `{${name}}`, type, shownName: undefined, list };
}

/** Returns a repeat itself: `count` counts its entries by their first field. */
function listTarget(
  names: ReadonlyMap<SurveyItem, string>,
  repeat: SurveyItem,
  spelled: string,
): Target {
  const section = names.get(repeat);
  const isAsked = (item: SurveyItem) => /^(?:yes|true(?:\(\))?)$/i.test(item.row.get('required'));
  const fields = repeat.children.filter((item) => item.kind === 'question' && names.has(item));
  const first = fields.find(isAsked) ?? fields[0];
  const field = first && names.get(first);
  if (section === undefined || field === undefined || repeat.sections.length > 0) {
    throw new Untranslatable('repeatedName', `\${${spelled}}`);
  }
  return { spelled: `{${section}}`, type: 'other', shownName: undefined, list: { section, field } };
}
