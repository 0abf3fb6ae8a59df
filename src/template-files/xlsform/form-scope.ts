// What the expressions of an item may refer to, and under which names.
import type { ChoiceLists } from './choices.ts';
import { parseExpression } from './parse-expression.ts';
import type { SurveyItem } from './survey-tree.ts';
import { resultOf } from './translate.ts';
import { type Scope, type Target, Untranslatable, type ValueType } from './written.ts';

const TYPES: ReadonlyMap<string, Target['type']> = new Map([
  ['integer', 'number'],
  ['decimal', 'number'],
  ['range', 'number'],
  ['text', 'text'],
  ['barcode', 'text'],
  ['date', 'date'],
  ['datetime', 'date'],
  ['time', 'time'],
  ['select_one', 'choice'],
  ['select_multiple', 'choices'],
  ['acknowledge', 'choices'],
]);

export interface FormNames {
  /** The names of the fields that the template gets. Items that are left out have none. */
  readonly names: ReadonlyMap<SurveyItem, string>;
  readonly lists: ChoiceLists;
}

/** Returns a function for the scope of an item. */
export function createScopes(items: readonly SurveyItem[], form: FormNames): ScopeOf {
  const bySpelling = new Map<string, SurveyItem[]>();
  for (const item of items) {
    const same = bySpelling.get(item.spelled) ?? [];
    same.push(item);
    bySpelling.set(item.spelled, same);
  }
  const results = new Map<SurveyItem, ValueType>();
  let depth = 0;
  /** Returns what a calculation results in: `other` when that depends on too many others. */
  const resultIn = (item: SurveyItem): ValueType => {
    const known = results.get(item);
    if (known !== undefined || depth >= MAX_DEPTH) return known ?? 'other';
    depth += 1;
    const result = calculated(item, scopeOf);
    depth -= 1;
    results.set(item, result);
    return result;
  };
  const scopeOf: ScopeOf = (from, extra = {}) => ({
    field(name) {
      const found = nearest(bySpelling.get(name) ?? [], from);
      const asked = found ?? nearest(bySpelling.get(name.replace(/_other$/, '')) ?? [], from);
      const target = targetFor(form, asked, from, name);
      if (found === undefined && asked !== undefined) return otherOf(asked, target, name);
      return found?.type === 'calculate' ? { ...target, type: resultIn(found) } : target;
    },
    self: undefined,
    columns: undefined,
    note: () => undefined,
    ...extra,
  });
  return scopeOf;
}

/** How many calculations that depend on each other are followed. */
const MAX_DEPTH = 100;

type ScopeOf = (from: SurveyItem, extra?: Partial<Scope>) => Scope;

function calculated(item: SurveyItem, scopeOf: ScopeOf): ValueType {
  const expression = parseExpression(item.row.get('calculation'));
  if (expression === undefined) return 'other';
  try {
    return resultOf(expression, scopeOf(item));
  } catch (error) {
    if (error instanceof Untranslatable) return 'other';
    throw error;
  }
}

/** Returns the item with the most groups and repeats around it that are also around the other one. */
function nearest(all: readonly SurveyItem[], from: SurveyItem): SurveyItem | undefined {
  const around = new Set(holdersOf(from));
  const closeness = (item: SurveyItem) => holdersOf(item).filter((each) => around.has(each)).length;
  return all.toSorted((a, b) => closeness(b) - closeness(a))[0];
}

const holdersOf = ({ parent }: SurveyItem): readonly SurveyItem[] =>
  parent === undefined ? [] : [parent, ...holdersOf(parent)];

/** Returns the text for "other" of a question, which XLSForms call `name_other`. */
function otherOf({ hasOther }: SurveyItem, target: Target, name: string): Target {
  const { spelled, list } = target;
  if (!hasOther || list !== undefined) throw new Untranslatable('unknownName', `\${${name}}`);
  return {
    spelled: `${spelled.slice(0, -1)}-Comment}`,
    type: 'text',
    shownName: undefined,
    list: undefined,
  };
}

/** Returns what an expression of `from` writes for an item. @throws Untranslatable */
export function targetFor(
  { names, lists }: FormNames,
  item: SurveyItem | undefined,
  from: SurveyItem,
  spelled: string,
): Target {
  const name = item && names.get(item);
  if (item?.type === 'today') {
    return { spelled: 'today()', type: 'date', shownName: undefined, list: undefined };
  }
  if (item === undefined || name === undefined || item.kind === 'group' || item.type === 'note') {
    throw new Untranslatable('unknownName', `\${${spelled}}`);
  }
  const type = item.kind === 'repeat' ? 'entries' : (TYPES.get(item.type) ?? 'other');
  const own = { type, offered: offeredBy(item, lists) };
  const section = item.sections.at(-1);
  if (section === undefined) {
    return { ...own, spelled: `{${name}}`, shownName: name, list: undefined };
  }
  const depth = from.sections.lastIndexOf(section);
  const inner = from.sections.length - 1;
  const prefix = depth === inner ? 'panel' : depth === inner - 1 ? 'parentPanel' : undefined;
  if (depth >= 0 && prefix !== undefined) {
    return { ...own, spelled: `{${prefix}.${name}}`, shownName: undefined, list: undefined };
  }
  const sectionName = names.get(section);
  // Only the entries of an outermost section can be summed up.
  if (sectionName === undefined || item.sections.length > 1) {
    throw new Untranslatable('repeatedName', `\${${spelled}}`);
  }
  const isConditional = [item, ...holdersOf(item)].some(
    (each) => each.sections.includes(section) && each.row.get('relevant') !== '',
  );
  const isRequired = /^(?:yes|true(?:\(\))?)$/i.test(item.row.get('required')) && !isConditional;
  const list = { section: sectionName, field: name, isRequired, isConditional };
  return { ...own, spelled: `{${name}}`, shownName: undefined, list };
}

/** Returns the choices of a question; undefined for one without a list. */
function offeredBy(
  { type, list, hasOther }: SurveyItem,
  lists: ChoiceLists,
): ReadonlySet<string> | undefined {
  if (type === 'acknowledge') return new Set(['OK']);
  const choices = lists.get(list)?.map(({ value }) => value);
  return choices && new Set([...choices, ...(hasOther ? ['other'] : [])]);
}
