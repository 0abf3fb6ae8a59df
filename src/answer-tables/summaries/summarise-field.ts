import { type AnswerField, allChoices, summabilityOf } from '#answer-index/index.ts';
import { textOf } from '#kernel/json.ts';
import { crossListed, crossNumbers, crossRanges, type Groups } from './answer-groups.store.ts';
import { dayOf, HOURS, histogramOf, type Range, timelineOf, unitOf } from './bins.ts';
import {
  type Counting,
  countListed,
  countNumbers,
  countPlaces,
  countRanges,
  countRows,
  countTexts,
  findQuartiles,
  type NumberFacts,
  type TextFacts,
} from './counts.store.ts';
import { clusterPlaces } from './places.store.ts';
import { answersTo, latestTexts } from './samples.store.ts';
import type { Source } from './selected-values.store.ts';
import { shownText } from './shown-texts.ts';
import { type FieldSummary, MAX_FREQUENT, MAX_LISTED, type Statistics } from './summary.shapes.ts';

/** What is counted, and how. */
export interface Subject extends Counting {
  readonly source: Source;
  /** The forms of a second period; undefined when none is compared. */
  readonly compared: Source | undefined;
  /** Undefined when the counts are not crossed with a second field. */
  readonly groups: Groups | undefined;
  /** The fields of the template, with the tables of columns. */
  readonly fields: ReadonlyMap<string, AnswerField>;
}

/** What is known of a field in one period before its parts are counted. */
interface Facts {
  readonly total: number;
  readonly texts: TextFacts;
  readonly numbers: NumberFacts;
}

/** Counts the answers to one field. @throws AppError `query-too-heavy`, `busy`. */
export async function summariseField(subject: Subject, field: AnswerField): Promise<FieldSummary> {
  const facts = await readFacts(subject, subject.source, field);
  const compared = subject.compared && (await readFacts(subject, subject.compared, field));
  const table = field.table === undefined ? undefined : subject.fields.get(field.table)?.title;
  return {
    id: field.id,
    title: field.title,
    ...(table !== undefined && { table }),
    isRetired: field.isRetired,
    unit: field.table === undefined ? 'forms' : 'rows',
    ...totalsOf(facts),
    ...(compared && { compared: totalsOf(compared) }),
    ...(await partsOf(subject, field, facts, compared)),
  };
}

async function readFacts(subject: Subject, source: Source, field: AnswerField): Promise<Facts> {
  const { table, kind } = field;
  const most = kind === 'choice' ? MAX_LISTED : MAX_FREQUENT;
  return {
    total: table === undefined ? source.total : await countRows(subject, source, table),
    texts: await countTexts(subject, source, field, most),
    numbers: await countNumbers(subject, source, field),
  };
}

function totalsOf({ total, texts, numbers }: Facts) {
  const answered = texts.answered + numbers.answered;
  return { total, answered, blank: Math.max(0, total - answered) };
}

type Parts = Pick<FieldSummary, 'choices' | 'numbers' | 'dates' | 'times' | 'texts' | 'places'>;

async function partsOf(
  subject: Subject,
  field: AnswerField,
  facts: Facts,
  compared: Facts | undefined,
): Promise<Parts> {
  const { texts, numbers } = facts;
  const hasNumbers = numbers.count > 0 || (compared?.numbers.count ?? 0) > 0;
  switch (field.kind) {
    case 'choice':
      return { choices: await choicesOf(subject, field, facts) };
    case 'number':
    case 'rows':
      return { numbers: await numbersOf(subject, field, numbers, compared?.numbers) };
    case 'any':
      return {
        ...(hasNumbers && {
          numbers: await numbersOf(subject, field, numbers, compared?.numbers),
        }),
        ...(texts.values > 0 && { texts: await textsOf(subject, field, texts) }),
      };
    case 'date':
      return { dates: await datesOf(subject, field, numbers, compared?.numbers) };
    case 'time':
      return { times: { bins: await hoursOf(subject, field) } };
    case 'text':
      return { texts: await textsOf(subject, field, texts) };
    case 'place':
      return { places: await placesOf(subject, field) };
    default:
      return {};
  }
}

/** Counts the choices that are listed: the most frequent ones, then those of the template that nobody made. */
async function choicesOf(
  subject: Subject,
  field: AnswerField,
  { texts }: Facts,
): Promise<NonNullable<FieldSummary['choices']>> {
  const { id, choices, shape } = field;
  const names = new Map(allChoices(field).map(({ value, text }) => [textOf(value), text]));
  const made = new Set(texts.top.map(({ text }) => text));
  const offered = choices.map(({ value }) => textOf(value));
  const values = [...new Set([...made, ...offered])].slice(0, MAX_LISTED);
  const counts = new Map(texts.top.map(({ text, count }) => [text, count]));
  const beside = await besideTexts(subject, id, values);
  const isRanking = shape === 'ranking';
  const places = isRanking ? await countPlaces(subject, subject.source, id, values) : [];
  const items = values.map((value, i) => ({
    value,
    text: names.get(value) ?? value,
    count: counts.get(value) ?? 0,
    ...places[i],
    ...beside(i),
  }));
  const last = values.length + 1;
  return {
    isMultiple: shape === 'choices',
    // Each ranking holds all choices, so that their counts say nothing.
    items: isRanking ? items.toSorted((a, b) => (a.place ?? last) - (b.place ?? last)) : items,
    others: texts.different - texts.top.length,
    othersCount: texts.values - texts.top.reduce((sum, { count }) => sum + count, 0),
  };
}

async function textsOf(
  subject: Subject,
  { id, name, table }: AnswerField,
  { different, top }: TextFacts,
): Promise<NonNullable<FieldSummary['texts']>> {
  const { source, fields } = subject;
  const place = {
    field: id,
    name,
    table: table === undefined ? undefined : fields.get(table)?.name,
  };
  const frequent = top.slice(0, MAX_FREQUENT);
  const beside = await besideTexts(
    subject,
    id,
    frequent.map(({ text }) => text),
  );
  const written = await answersTo(subject, source.accountId, place, frequent);
  const shown = new Map(written.map((sample) => [sample.text, shownText(sample)]));
  const latest = await latestTexts(subject, source, place);
  return {
    different,
    frequent: frequent.map(({ text, count }, i) => ({
      text: shown.get(text) ?? text,
      count,
      ...beside(i),
    })),
    latest: latest.map((sample) => ({ formId: sample.formId, text: shownText(sample) })),
  };
}

async function numbersOf(
  subject: Subject,
  field: AnswerField,
  facts: NumberFacts,
  compared: NumberFacts | undefined,
): Promise<NonNullable<FieldSummary['numbers']>> {
  const isWhole = facts.isWhole && (compared?.isWhole ?? true);
  const [min, max] = spanOf(facts, compared);
  const span = min === undefined || max === undefined ? undefined : { min, max, isWhole };
  const makes = summabilityOf(field, span);
  if (field.hasSeveralUnits) return { isWhole, makes, hasSeveralUnits: true, bins: [] };
  const isHuge = [facts, compared].some((each) => each && each.count > 0 && each.sum === undefined);
  const ranges =
    min === undefined || max === undefined || isHuge
      ? []
      : histogramOf(min, max, isWhole ? 1 : unitIn(facts, compared));
  const statistics = await statisticsOf(subject, subject.source, field, facts);
  const others =
    subject.compared &&
    compared &&
    (await statisticsOf(subject, subject.compared, field, compared));
  const by =
    subject.groups && (await crossNumbers(subject, subject.source, field.id, subject.groups));
  return {
    isWhole,
    ...(field.unit !== undefined && { unit: field.unit }),
    makes,
    ...(statistics && { statistics }),
    ...(others && { compared: others }),
    ...(by && {
      by: by.map((group) => ({
        ...group,
        ...(group.sum !== undefined && { mean: group.sum / group.count }),
      })),
    }),
    bins: await binsOf(subject, field, ranges, (range) => range, [facts, compared]),
  };
}

/** Returns what the numbers of both periods are multiples of; 0 when not all of them are known. */
function unitIn({ each }: NumberFacts, compared: NumberFacts | undefined): number {
  const others = compared === undefined ? [] : compared.each;
  if (each === undefined || others === undefined) return 0;
  return unitOf([...each, ...others].map(({ number }) => number));
}

async function statisticsOf(
  counting: Counting,
  source: Source,
  field: AnswerField,
  facts: NumberFacts,
): Promise<Statistics | undefined> {
  const { count, min, max, sum } = facts;
  const quartiles = await findQuartiles(counting, source, field, facts);
  if (!quartiles || min === undefined || max === undefined) return undefined;
  const [lowerQuartile, median, upperQuartile] = quartiles;
  const added = sum === undefined ? {} : { mean: sum / count, sum };
  return { count, min, lowerQuartile, median, upperQuartile, max, ...added };
}

async function datesOf(
  subject: Subject,
  field: AnswerField,
  facts: NumberFacts,
  compared: NumberFacts | undefined,
): Promise<NonNullable<FieldSummary['dates']>> {
  const [min, max] = spanOf(facts, compared);
  if (min === undefined || max === undefined) return { unit: 'day', bins: [] };
  const { unit, ranges } = timelineOf(min, max);
  const toBin = ({ from, below }: Range) => ({ from: dayOf(from), to: dayOf(below - 1) });
  const bins = await binsOf(subject, field, ranges, toBin, [facts, compared]);
  return { unit, bins };
}

const hoursOf = (subject: Subject, field: AnswerField) =>
  binsOf(subject, field, HOURS, ({ from }) => {
    const hour = new Date(from).toISOString().slice(11, 13);
    return { from: `${hour}:00`, to: `${hour}:59:59` };
  });

async function placesOf(
  subject: Subject,
  { id }: AnswerField,
): Promise<NonNullable<FieldSummary['places']>> {
  const clusters = await clusterPlaces(subject, subject.source, id);
  return { count: clusters.reduce((sum, { count }) => sum + count, 0), clusters: [...clusters] };
}

/** Returns the smallest and the largest number of both periods. */
function spanOf(
  facts: NumberFacts,
  compared: NumberFacts | undefined,
): readonly [number, number] | readonly [] {
  const known = [facts, compared].flatMap((each) =>
    each?.min === undefined || each.max === undefined ? [] : [[each.min, each.max] as const],
  );
  if (known.length === 0) return [];
  return [Math.min(...known.map(([min]) => min)), Math.max(...known.map(([, max]) => max))];
}

/** The counts that a part is compared with: that of the second period, and that of each group. */
interface Beside {
  compared?: number;
  by?: number[];
}

async function binsOf<B>(
  subject: Subject,
  field: AnswerField,
  ranges: readonly Range[],
  toBin: (range: Range) => B,
  [facts, others]: readonly (NumberFacts | undefined)[] = [],
): Promise<(B & Beside & { count: number })[]> {
  const { source, compared, groups } = subject;
  const counts = await countRanges(subject, source, field, ranges, facts?.each);
  const second = compared && (await countRanges(subject, compared, field, ranges, others?.each));
  const by = groups && (await crossRanges(subject, source, field.id, ranges, groups));
  return ranges.map((range, i) => ({
    ...toBin(range),
    count: counts[i] ?? 0,
    ...besideOf(i, second, by),
  }));
}

async function besideTexts(
  subject: Subject,
  field: string,
  texts: readonly string[],
): Promise<(at: number) => Beside> {
  const { source, compared, groups } = subject;
  const others = compared && (await countListed(subject, compared, field, texts));
  const by = groups && (await crossListed(subject, source, field, texts, groups));
  return (at) => besideOf(at, others, by);
}

const besideOf = (
  at: number,
  others: readonly number[] | undefined,
  by: readonly (readonly number[])[] | undefined,
): Beside => ({
  ...(others && { compared: others[at] ?? 0 }),
  ...(by && { by: [...(by[at] ?? [])] }),
});
