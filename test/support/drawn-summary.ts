// Templates, answers and questions to a summary, drawn by chance.
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import { between, oneOf, type Random } from './seeded.ts';

export const DAY_MS = 86_400_000;

type Kind =
  | 'text'
  | 'number'
  | 'date'
  | 'time'
  | 'yes'
  | 'one'
  | 'many'
  | 'rating'
  | 'place'
  | 'table';

export interface PlainField {
  readonly name: string;
  readonly kind: Kind;
}

export interface AnsweredForm {
  readonly answers: JsonObject;
  readonly status: 'draft' | 'complete';
  readonly createdAt: number;
  readonly createdBy: string;
}

export interface Period {
  /** Days; both are included. */
  readonly from?: string;
  readonly to?: string;
}

interface Condition {
  readonly of: string;
  readonly sent: { readonly field: string; readonly op: string; readonly value?: JsonValue };
  holds(answer: JsonValue | undefined): boolean;
}

export interface PlainQuery {
  readonly sent: Readonly<Record<string, string>> & { readonly status?: 'draft' | 'complete' };
  /** The names that are counted. */
  readonly names: readonly string[];
  readonly by: string | undefined;
  readonly conditions: readonly Condition[];
  readonly periods: readonly [Period, Period | undefined];
}

const KINDS = [
  'text',
  'number',
  'date',
  'time',
  'yes',
  'one',
  'many',
  'rating',
  'place',
  'table',
] as const;
const CHOICES = ['red', 'Blue', 3, 'grün'];
const COLUMN = 'qty';

const ELEMENTS: Readonly<Record<Kind, JsonObject>> = {
  text: { type: 'text' },
  number: { type: 'text', inputType: 'number' },
  date: { type: 'text', inputType: 'date' },
  time: { type: 'text', inputType: 'time' },
  yes: { type: 'boolean' },
  one: { type: 'dropdown', choices: CHOICES },
  many: { type: 'checkbox', choices: CHOICES },
  rating: { type: 'rating', rateMax: 5 },
  place: { type: 'location' },
  table: {
    type: 'matrixdynamic',
    columns: [{ name: COLUMN, cellType: 'text', inputType: 'number' }],
  },
};

/** Draws a template; its last field is always a number. */
export function drawDefinition(random: Random): {
  readonly definition: JsonObject;
  readonly fields: readonly PlainField[];
} {
  const kinds = [
    ...Array.from({ length: between(random, 2, 7) }, () => oneOf(random, KINDS)),
    'number' as const,
  ];
  const fields = kinds.map((kind, i) => ({ name: `${kind}${i}`, kind }));
  const elements = fields.map(({ name, kind }) => ({ name, ...ELEMENTS[kind] }));
  return { definition: { elements }, fields };
}

export function drawAnswers(random: Random, fields: readonly PlainField[]): JsonObject {
  const answered = fields.filter(() => random() < 0.8);
  // Tables of new forms have rows of their own.
  const all = fields.filter((each) => answered.includes(each) || each.kind === 'table');
  return Object.fromEntries(all.map(({ name, kind }) => [name, drawAnswer(random, kind)]));
}

function drawAnswer(random: Random, kind: Kind): JsonValue {
  const two = (number: number) => String(number).padStart(2, '0');
  switch (kind) {
    case 'text':
      return oneOf(random, [' Straße', 'STRASSE', 'x'.repeat(300), '東京', 'a', 'Б', '%_"\'']);
    case 'number':
      return oneOf(random, [
        between(random, -3, 9),
        between(random, -3000, 9000) / 100,
        between(random, 1, 9) * 10 ** between(random, -12, 15),
      ]);
    case 'date':
      return `${oneOf(random, ['2024', '2025', '2025', '2026'])}-${two(between(random, 1, 12))}-${two(between(random, 1, 28))}`;
    case 'time':
      return `${two(between(random, 0, 23))}:${two(between(random, 0, 59))}`;
    case 'yes':
      return random() < 0.5;
    case 'one':
      return oneOf(random, ['red', 'Blue', 3, 'grün']);
    case 'many':
      return CHOICES.filter(() => random() < 0.4);
    case 'rating':
      return between(random, 1, 5);
    case 'place':
      return {
        lat: between(random, -90, 90),
        lon: between(random, -180_000, 180_000) / 1000,
        at: '2026-02-03T04:05:06.000Z',
        source: 'pin',
      };
    case 'table':
      return Array.from({ length: between(random, 0, 3) }, () =>
        random() < 0.7 ? { [COLUMN]: between(random, 0, 5) } : {},
      );
  }
}

/** Draws what is asked of a summary. @param ids the ids of fields by name, of columns by `<table>.<name>` */
export function drawQuery(
  random: Random,
  fields: readonly PlainField[],
  ids: ReadonlyMap<string, string>,
  forms: readonly AnsweredForm[],
): PlainQuery {
  const idOf = (name: string) => ids.get(name) ?? '';
  const names = fields
    .filter(() => random() < 0.4)
    .flatMap(({ name, kind }) => (kind === 'table' ? [name, `${name}.${COLUMN}`] : [name]));
  const asked = names.length > 0 ? names : [fields[0]?.name ?? ''];
  const status = oneOf(random, [undefined, undefined, 'draft', 'complete'] as const);
  const conditions = fields
    .filter(() => random() < 0.2)
    .map((field) => drawCondition(random, field, idOf(field.name)));
  const withChoices = fields.filter(({ kind }) => ['one', 'many', 'yes'].includes(kind));
  const by = random() < 0.4 ? withChoices[0]?.name : undefined;
  const day = () => {
    const at = forms[between(random, 0, Math.max(0, forms.length - 1))]?.createdAt ?? 0;
    return new Date(at).toISOString().slice(0, 10);
  };
  const first: Period = random() < 0.3 ? { from: day() } : random() < 0.3 ? { to: day() } : {};
  const second: Period | undefined = random() < 0.3 ? { to: day() } : undefined;
  return {
    sent: {
      fields: JSON.stringify(asked.map(idOf)),
      ...(status && { status }),
      ...(by !== undefined && { by: idOf(by) }),
      ...(conditions.length > 0 && { where: JSON.stringify(conditions.map(({ sent }) => sent)) }),
      ...first,
      ...(second?.to !== undefined && { compareTo: second.to }),
    },
    names: asked,
    by,
    conditions,
    periods: [first, second],
  };
}

function drawCondition(random: Random, { name, kind }: PlainField, field: string): Condition {
  const isBlank = (answer: JsonValue | undefined) => valuesOf(kind, answer).length === 0;
  if (kind === 'number' && random() < 0.6) {
    const value = between(random, -3, 9);
    return {
      of: name,
      sent: { field, op: 'ge', value },
      holds: (answer) => typeof answer === 'number' && answer >= value,
    };
  }
  if (kind === 'one' || kind === 'many') {
    const value = oneOf(random, ['red', '3']);
    return {
      of: name,
      sent: { field, op: 'any', value: [value] },
      holds: (answer) => valuesOf(kind, answer).includes(value),
    };
  }
  if (kind === 'place') {
    const [south, north] = [between(random, -90, 0), between(random, 1, 90)];
    return {
      of: name,
      sent: { field, op: 'inside', value: [south, -120.5, north, 120] },
      holds: (answer) =>
        pointsIn(answer).some(
          ({ lat, lon }) => lat >= south && lat <= north && lon >= -120.5 && lon <= 120,
        ),
    };
  }
  return random() < 0.5
    ? { of: name, sent: { field, op: 'blank' }, holds: isBlank }
    : { of: name, sent: { field, op: 'answered' }, holds: (answer) => !isBlank(answer) };
}

export const kindOf = (name: string): Kind => KINDS.find((kind) => name.startsWith(kind)) ?? 'text';

/** Returns the values of an answer: choices as text, times as milliseconds, texts folded. */
export function valuesOf(kind: Kind, answer: JsonValue | undefined): readonly (string | number)[] {
  if (answer === undefined) return [];
  const list = Array.isArray(answer) ? answer : [answer];
  switch (kind) {
    case 'text':
      return [fold(String(answer).trim()).slice(0, 200)];
    case 'date':
      return [Date.parse(String(answer))];
    case 'time':
      return [Date.parse(`1970-01-01T${String(answer)}Z`)];
    case 'yes':
    case 'one':
    case 'many':
      return list.map(String);
    case 'table':
      return rowsOf(list).length > 0 ? [list.length] : [];
    case 'place':
      return pointsIn(answer).map(({ lat }) => lat);
    default:
      return [Number(answer)];
  }
}

/** Returns the rows of a table; none when nobody wrote into any. */
export const rowsOf = (answer: JsonValue | undefined): readonly JsonObject[] => {
  const rows = (answer ?? []) as readonly JsonObject[];
  return rows.some((row) => Object.keys(row).length > 0) ? rows : [];
};

const pointsIn = (answer: JsonValue | undefined) =>
  answer === undefined ? [] : [answer as unknown as { readonly lat: number; readonly lon: number }];
