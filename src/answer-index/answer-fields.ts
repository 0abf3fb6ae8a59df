import type { Reader } from '#db/database.ts';
import type { Template, TemplateVersion } from '#form-basics/index.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { textOf } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { isOfList, type Shape, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { OTHER } from '#questionnaires/reading/display-text.ts';
import {
  type Choice,
  localeOf,
  type Question,
  questionsOf,
} from '#questionnaires/reading/questions.ts';
import { findVersion } from '#templates/index.ts';

/** How the answers of a field are compared. */
export type AnswerKind =
  | 'text'
  | 'number'
  | 'date'
  | 'time'
  | 'choice'
  | 'file'
  | 'place'
  | 'rows'
  | 'any';

/** A field of any version of a template, or a column of one that is a table. */
export interface AnswerField {
  /** The id of the field; of a column, `<id>.<name>`. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly kind: AnswerKind;
  /** What one answer holds. */
  readonly shape: Shape['kind'];
  /** An answer may have several values, in some version. */
  readonly holdsSeveral: boolean;
  /** The unit of a number in the newest version that asks it. */
  readonly unit: string | undefined;
  /** Another version has another unit, so that the numbers can't be added up. */
  readonly hasSeveralUnits: boolean;
  /** Every unit that versions ask for, with these versions; the newest first. */
  readonly units: readonly UnitOfVersions[];
  /** The choices of a field that has some, "none" and "other" included. */
  readonly choices: readonly Choice[];
  /** Those that only older versions offered. */
  readonly formerChoices: readonly Choice[];
  /** The id of the shared list that it chooses from. */
  readonly list: string | undefined;
  /** The id of the table that has this column. */
  readonly table: string | undefined;
  /** The current version no longer asks it. */
  readonly isRetired: boolean;
  /** Other titles that older versions gave it, the newest first. */
  readonly formerTitles: readonly string[];
}

/** A unit of a number, and the ids of the versions that ask for it. */
interface UnitOfVersions {
  readonly unit: string | undefined;
  readonly versions: readonly string[];
}

/** Returns whether forms are sorted by the answers to a field: places and columns of tables have no order. */
export const isSortable = ({ kind, table }: AnswerField): boolean =>
  kind !== 'place' && table === undefined;

/** Returns whether counts are divided by the answers to a field: those of choices, of rows of a list, and of people. */
export const hasGroups = ({ kind, shape, table }: AnswerField): boolean =>
  (kind === 'choice' || shape === 'row') && table === undefined;

const KINDS: Readonly<Record<Shape['kind'], AnswerKind>> = {
  text: 'text',
  month: 'text',
  week: 'text',
  number: 'number',
  date: 'date',
  'date-time': 'date',
  time: 'time',
  boolean: 'choice',
  choice: 'choice',
  choices: 'choice',
  ranking: 'choice',
  rating: 'any',
  computed: 'any',
  file: 'file',
  files: 'file',
  barcode: 'text',
  row: 'text',
  sketch: 'text',
  place: 'place',
  rows: 'rows',
};

/** The fields of a version. It never changes once published, so that no node can make kept ones wrong. */
const kept = new Map<string, readonly AnswerField[]>();
const MOST_KEPT = 100;

/**
 * Returns the fields of versions of a template: those of the first version in the order of its form, with its titles,
 * then those that only the others have. Other requests are served in between.
 * @param versionIds the newest first
 * @param locale the language of titles and choices; undefined: that of each version
 */
export async function answerFieldsOf(
  db: Reader,
  { accountId, currentVersionId }: Pick<Template, 'accountId' | 'currentVersionId'>,
  versionIds: readonly string[],
  locale?: Locale,
): Promise<ReadonlyMap<string, AnswerField>> {
  const fields = new Map<string, AnswerField>();
  for (const id of versionIds) {
    const isRetired = id !== currentVersionId;
    for (const field of await fieldsOfVersion(db, accountId, id, locale)) {
      const known = fields.get(field.id);
      fields.set(field.id, known ? joined(known, field) : { ...field, isRetired });
    }
  }
  return fields;
}

const MOST_FORMER = 5;
const MOST_FORMER_CHOICES = 1000;

/** Returns a field with what an older version says of it. */
function joined(field: AnswerField, older: AnswerField): AnswerField {
  const { title, holdsSeveral } = older;
  const { formerTitles } = field;
  const isKnown = title === field.title || formerTitles.includes(title);
  return {
    ...field,
    holdsSeveral: field.holdsSeveral || holdsSeveral,
    hasSeveralUnits: field.hasSeveralUnits || older.unit !== field.unit,
    units: withUnit(field.units, older),
    formerChoices: formerChoices(field, older),
    formerTitles:
      isKnown || formerTitles.length >= MOST_FORMER ? formerTitles : [...formerTitles, title],
  };
}

/** Adds the versions of an older field to those with the same unit. */
function withUnit(
  units: readonly UnitOfVersions[],
  { unit, units: [own] }: AnswerField,
): readonly UnitOfVersions[] {
  const versions = own?.versions ?? [];
  return units.some((each) => each.unit === unit)
    ? units.map((each) =>
        each.unit === unit ? { unit, versions: [...each.versions, ...versions] } : each,
      )
    : [...units, { unit, versions }];
}

/** Returns the former choices of a field, and those of an older version that it has no more. */
function formerChoices(field: AnswerField, { choices }: AnswerField): readonly Choice[] {
  if (choices.length === 0) return field.formerChoices;
  const known = new Set(allChoices(field).map(({ value }) => textOf(value)));
  const gone = choices.filter(({ value }) => !known.has(textOf(value)));
  return [...field.formerChoices, ...gone].slice(0, MOST_FORMER_CHOICES);
}

/** Returns the choices of a field that an answer may name, the current ones first. */
export const allChoices = (
  field: Pick<AnswerField, 'choices' | 'formerChoices'>,
): readonly Choice[] => [...field.choices, ...field.formerChoices];

async function fieldsOfVersion(
  db: Reader,
  accountId: string,
  id: string,
  locale: Locale | undefined,
): Promise<readonly AnswerField[]> {
  const key = `${accountId}/${id}/${locale ?? ''}`;
  const known = kept.get(key);
  kept.delete(key);
  const version = known ? undefined : await findVersion(db, accountId, id);
  const fields = known ?? (version ? fieldsOf(version, locale) : []);
  kept.set(key, fields);
  if (kept.size > MOST_KEPT) for (const oldest of kept.keys().take(1)) kept.delete(oldest);
  if (!known) await letOthersIn();
  return fields;
}

function fieldsOf(
  { id: version, definition, fields }: TemplateVersion,
  locale = localeOf(definition),
): readonly AnswerField[] {
  const shapes = shapesOf(definition);
  const ids = new Map(fields.map(({ id, name }) => [name, id]));
  return questionsOf(definition, locale).flatMap((question) => {
    const id = ids.get(question.name);
    const shape = shapes.get(question.name);
    if (id === undefined || !shape) return [];
    const field = toField(question, shape, { version, id, table: undefined });
    if (shape.kind !== 'rows') return [field];
    const columns = (question.inner ?? []).flatMap((column) => {
      const own = shape.members.get(column.name);
      if (!own || own.kind === 'rows') return [];
      return [toField(column, own, { version, id: `${id}.${column.name}`, table: id })];
    });
    return [field, ...columns];
  });
}

const SEVERAL: ReadonlySet<Shape['kind']> = new Set(['choices', 'ranking', 'files', 'place']);

interface FieldPosition extends Pick<AnswerField, 'id' | 'table'> {
  readonly version: string;
}

const toField = (
  question: Question,
  shape: Shape,
  { version, id, table }: FieldPosition,
): AnswerField => ({
  id,
  name: question.name,
  title: question.title,
  kind: KINDS[shape.kind],
  unit: question.unit,
  hasSeveralUnits: false,
  units: [{ unit: question.unit, versions: [version] }],
  shape: shape.kind,
  holdsSeveral: SEVERAL.has(shape.kind),
  list: shape.kind === 'row' && isOfList(shape) ? shape.list : undefined,
  choices: offeredChoices(question),
  formerChoices: [],
  table,
  isRetired: false,
  formerTitles: [],
});

/** Returns what a question offers: its choices, "none" and "other" included, or yes and no. */
export const offeredChoices = (question: Question): readonly Choice[] =>
  question.type === 'boolean' ? yesAndNo(question) : choicesOf(question);

const yesAndNo = ({ words }: Question): readonly Choice[] => [
  { value: true, text: words.yes },
  { value: false, text: words.no },
];

const choicesOf = ({ choices, none, takesOther, other }: Question): readonly Choice[] => [
  ...choices,
  ...(none === undefined ? [] : [none]),
  ...(takesOther ? [{ value: OTHER, text: other }] : []),
];
