import { type AnswerField, allChoices } from '#answer-index/index.ts';
import { type FormsDeps, readNames, type Viewer } from '#form-basics/index.ts';
import { textOf } from '#kernel/json.ts';
import { dayIn, daysAfter, endOfWeek, startOfDay } from '#kernel/time-zone.ts';
import { countCreated, countPeople, createdSpan, type Groups } from './answer-groups.store.ts';
import type { Range } from './bins.ts';
import { type Counting, countTexts } from './counts.store.ts';
import { countCreatedAhead, createdSpanAhead } from './created-ahead.ts';
import { readMissing } from './missing-rows.ts';
import type { By } from './read-query.ts';
import type { Countable } from './require-countable.ts';
import { answersTo } from './samples.store.ts';
import type { Source } from './selected-values.store.ts';
import { shownText } from './shown-texts.ts';
import {
  type Fact,
  type Group,
  type Grouped,
  LISTED_GROUPS,
  MAX_GROUPS,
} from './summary.shapes.ts';

/** By what a summary is divided: for the charts the first groups, and a count for each of many. */
export interface Division {
  readonly groups: Groups;
  readonly shown: readonly Group[];
  readonly left: number;
  /** Undefined: nobody asked for it. */
  readonly grouped: Grouped | undefined;
}

interface Reading {
  readonly deps: FormsDeps;
  readonly viewer: Viewer;
  readonly counting: Counting;
  readonly source: Source;
  readonly countable: Countable;
  /** Whether all groups are counted, and not only those of the charts. */
  readonly isWhole: boolean;
}

/** Returns the groups of `by`; undefined without it. @throws AppError `query-too-heavy`, `busy`. */
export async function readDivision(reading: Reading): Promise<Division | undefined> {
  const { by } = reading.countable;
  if (by === undefined) return undefined;
  const division = await divide(reading, by);
  return reading.isWhole ? division : { ...division, grouped: undefined };
}

const divide = (reading: Reading, by: By): Promise<Division> => {
  if ('field' in by) return readFieldGroups(reading, by.field);
  return PEOPLE.has(by.fact) ? readPeople(reading, by.fact) : readSpans(reading, by.fact);
};

const mostOf = ({ isWhole }: Reading): number => (isWhole ? LISTED_GROUPS : MAX_GROUPS);

/** The last group of people and spans: all others. */
const OTHERS: Group = { isOthers: true };

const PEOPLE: ReadonlySet<Fact> = new Set<Fact>(['@createdBy', '@assignedTo']);

async function readFieldGroups(reading: Reading, field: AnswerField): Promise<Division> {
  const { counting, source } = reading;
  const { answered, top, different } = await countTexts(counting, source, field, mostOf(reading));
  const names = new Map(allChoices(field).map(({ value, text }) => [textOf(value), text]));
  // A row of a list is counted by its folded label, and named as it was written.
  if (field.shape === 'row') {
    const place = { field: field.id, name: field.name, table: undefined };
    for (const sample of await answersTo(counting, source.accountId, place, top)) {
      names.set(sample.text, shownText(sample));
    }
  }
  const missing = reading.isWhole ? await readMissing(reading, field) : undefined;
  const items = top.map(({ text, count }) => ({
    value: text,
    text: names.get(text) ?? text,
    count,
  }));
  return groupsOf(
    (values) => ({ field: field.id, values }),
    {
      items,
      left: different - items.length,
      without: Math.max(0, source.total - answered),
      ...(missing && { missing }),
    },
    {},
  );
}

async function readPeople(reading: Reading, fact: Fact): Promise<Division> {
  const { deps, counting, source } = reading;
  const person = fact === '@createdBy' ? 'created_by' : 'assignee_id';
  const { top, different } = await countPeople(counting, source, person, mostOf(reading));
  const ids = top.map(({ value }) => value);
  const names = await readNames(deps.db.reader, source.accountId, ids);
  const items = top.map(({ value, count }) => {
    const text = names.get(value);
    return { value, ...(text !== undefined && { text }), count };
  });
  return groupsOf((values) => ({ person, values }), {
    items,
    left: different - items.length,
    without: 0,
  });
}

/** Divides by weeks or months: the last ones first. */
async function readSpans({ counting, source, countable }: Reading, fact: Fact): Promise<Division> {
  const { ahead } = source;
  const created = await (ahead
    ? createdSpanAhead(counting.db, ahead)
    : createdSpan(counting, source));
  const span = fact === '@createdWeek' ? ('week' as const) : ('month' as const);
  const spans = created === undefined ? [] : spansOf(fact, created, countable.timeZone);
  const counts = await (ahead
    ? countCreatedAhead(counting.db, ahead, spans)
    : countCreated(counting, source, spans));
  const counted = spans.map(({ first }, i) => ({
    value: first,
    span,
    count: counts[i] ?? 0,
  }));
  const inAll = counted.reduce((sum, { count }) => sum + count, 0);
  // What was created before the first of these spans belongs to none of them.
  const grouped = { items: counted, left: 0, without: source.total - inAll };
  return groupsOf((values) => ({ created: spans.slice(0, values.length), values }), grouped);
}

/** More than a year of weeks, and five years of months. */
const MOST_SPANS = 60;

interface Span extends Range {
  /** The first day, as YYYY-MM-DD. */
  readonly first: string;
}

/** Returns the weeks or months of a span of time, the last one first, at most {@link MOST_SPANS}. */
function spansOf(
  fact: Fact,
  [from, to]: readonly [number, number],
  timeZone: string,
): readonly Span[] {
  const spans: Span[] = [];
  let below = startOfDay(afterSpan(fact, dayIn(to, timeZone)), timeZone);
  while (spans.length < MOST_SPANS && below > from) {
    const first = startOfSpan(fact, dayIn(below - 1, timeZone));
    const start = startOfDay(first, timeZone);
    spans.push({ first, from: start, below });
    below = start;
  }
  return spans;
}

const startOfSpan = (fact: Fact, day: string): string =>
  fact === '@createdMonth' ? `${day.slice(0, 8)}01` : daysAfter(endOfWeek(day), -6);

/** Returns the first day after the week or month of a day. */
const afterSpan = (fact: Fact, day: string): string =>
  fact === '@createdMonth'
    ? startOfSpan(fact, daysAfter(`${day.slice(0, 8)}28`, 4))
    : daysAfter(endOfWeek(day), 1);

function groupsOf(
  toGroups: (values: readonly string[]) => Groups,
  grouped: Grouped,
  rest: Group = OTHERS,
): Division {
  const first = grouped.items.slice(0, MAX_GROUPS);
  const shown = first.map(({ count: _count, ...group }) => group);
  return {
    groups: toGroups(first.map(({ value }) => value)),
    shown: [...shown, rest],
    left: grouped.items.length + grouped.left - first.length,
    grouped,
  };
}
