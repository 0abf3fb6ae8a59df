// Says before a version is published what it changes for others: what is made from it, what keeps an older version, and
// what names a field that it no longer has.
import type { Reader } from '#db/database.ts';
import { checkDefinition } from '#questionnaires/definition/check-definition.ts';
import { outsideDefinition } from '#questionnaires/definition/office.ts';
import { type ChangedField, changedFields } from './changed-fields.ts';
import {
  countDependents,
  type DependentCounts,
  NAMERS,
  type Namer,
  type NamingText,
  selectNamingTexts,
} from './dependents.store.ts';
import type { FoundTemplate } from './find-template.ts';
import { changesSearch } from './search-marks.ts';
import { findVersion } from './template.store.ts';

export interface PublishingEffects extends DependentCounts {
  /** The forms that are indexed again, because answers become or are no longer searchable. */
  readonly searchedAgain: number;
  /** What names a field that the draft no longer has. */
  readonly naming: Readonly<Record<Namer, number>>;
  /** The first rules that name a field that the draft removes or changes; undefined for those who may not see rules. */
  readonly rules: { readonly items: readonly ConcernedRule[]; readonly more: number } | undefined;
}

export interface ConcernedRule {
  readonly id: string;
  readonly name: string;
  /** The first fields that it names. */
  readonly fields: readonly Pick<ChangedField, 'title' | 'change'>[];
}

/** The most rules that are named; the others are counted. */
const NAMED_RULES = 10;
/** How many fields are named for one rule. */
const NAMED_FIELDS = 5;

/**
 * @param rights of the viewer: only those who see all forms of a template see its rules
 * @param formCount the number of forms of the template
 */
export async function effectsOfPublishing(
  db: Reader,
  accountId: string,
  { template, rights }: FoundTemplate,
  formCount: number,
): Promise<PublishingEffects> {
  const counts = await countDependents(db, accountId, template.id);
  const { currentVersionId } = template;
  const current =
    currentVersionId === undefined ? undefined : await findVersion(db, accountId, currentVersionId);
  const none = Object.fromEntries(NAMERS.map((namer) => [namer, 0]));
  const seesRules = rights.see === 'all';
  const rules = seesRules ? { items: [], more: 0 } : undefined;
  const effects = { ...counts, searchedAgain: 0, naming: namingOf(none), rules };
  if (!current) return effects;
  const definition = outsideDefinition(template.draftDefinition);
  const { fields } = checkDefinition(definition);
  const kept = new Set(fields.map(({ name }) => name));
  const removed = current.fields.filter(({ name }) => !kept.has(name));
  const next = {
    definition,
    searchMarks: {},
    fields: fields.map(({ name, title, type }) => ({
      id: current.fields.find((before) => before.name === name)?.id ?? name,
      ...{ name, title, type },
    })),
  };
  const searchedAgain = changesSearch(current, next) ? formCount : 0;
  const changed = changedFields(current, definition);
  if (removed.length + changed.length === 0) return { ...effects, searchedAgain };
  const names = removed.flatMap(({ id, name }) => [id, name]);
  const texts = await selectNamingTexts(db, accountId, template.id);
  const found = texts.filter(({ text }) => names.some((name) => isNamedIn(text, name)));
  const counted = NAMERS.map((each) => [each, found.filter(({ namer }) => namer === each).length]);
  const naming = namingOf(Object.fromEntries(counted));
  return { ...effects, searchedAgain, naming, rules: rules && concernedRules(texts, changed) };
}

function concernedRules(
  texts: readonly NamingText[],
  changed: readonly ChangedField[],
): NonNullable<PublishingEffects['rules']> {
  const found = texts.flatMap(({ text, rule }) => {
    const named = rule === undefined ? [] : changed.filter((each) => isConcerned(text, each));
    if (rule === undefined || named.length === 0) return [];
    const fields = named.slice(0, NAMED_FIELDS).map(({ title, change }) => ({ title, change }));
    return [{ ...rule, fields }];
  });
  return { items: found.slice(0, NAMED_RULES), more: Math.max(found.length - NAMED_RULES, 0) };
}

const isConcerned = (text: string, { names }: ChangedField): boolean =>
  names.every((any) => any.some((name) => isNamedIn(text, name)));

const namingOf = (counts: Readonly<Record<string, number>>): PublishingEffects['naming'] => ({
  views: counts['views'] ?? 0,
  dashboards: counts['dashboards'] ?? 0,
  rules: counts['rules'] ?? 0,
  scheduledExports: counts['scheduledExports'] ?? 0,
  prefilled: counts['prefilled'] ?? 0,
});

/** Returns whether a text has the name as a whole: not as a part of a longer one. */
export function isNamedIn(text: string, name: string): boolean {
  // As JSON and as parts of addresses write it.
  const written = [JSON.stringify(name).slice(1, -1), encodeURIComponent(name)];
  return written.some((each) => {
    for (let at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + 1)) {
      const around = [text[at - 1] ?? '', text[at + each.length] ?? ''];
      if (around.every((character) => !/[\p{L}\p{N}_-]/u.test(character))) return true;
    }
    return false;
  });
}
