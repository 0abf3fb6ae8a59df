// What a summary should say, counted in plain code over the answers of forms.
import assert from 'node:assert/strict';
import type { FieldSummary, Summary } from '#answer-tables/app-types.ts';
import { fold } from '#kernel/text.ts';
import {
  type AnsweredForm,
  DAY_MS,
  kindOf,
  type Period,
  type PlainQuery,
  rowsOf,
  valuesOf,
} from './drawn-summary.ts';

/** Returns the forms that fulfil a query in a period. */
export const selected = (
  forms: readonly AnsweredForm[],
  { sent, conditions }: PlainQuery,
  { from, to }: Period = {},
): readonly AnsweredForm[] =>
  forms.filter(
    ({ answers, status, createdAt }) =>
      (sent.status === undefined || status === sent.status) &&
      (from === undefined || createdAt >= Date.parse(from)) &&
      (to === undefined || createdAt < Date.parse(to) + DAY_MS) &&
      conditions.every((each) => each.holds(answers[each.of])),
  );

/** What is counted for a field: one entry for each form, or for each row of a table. */
function entriesOf(name: string, forms: readonly AnsweredForm[]) {
  const [table = '', column] = name.split('.');
  const kind = kindOf(name);
  return forms.flatMap(({ answers }) => {
    if (column === undefined) return [{ answers, values: valuesOf(kind, answers[table]) }];
    return rowsOf(answers[table]).map((row) => ({
      answers,
      values: valuesOf('number', row[column]),
    }));
  });
}

/** Compares a summary with what is counted here. */
export function assertCounted(
  summary: Summary,
  query: PlainQuery,
  forms: readonly AnsweredForm[],
  ids: ReadonlyMap<string, string>,
  compared: readonly AnsweredForm[] | undefined,
): void {
  const shown = JSON.stringify(query.sent);
  assert.equal(summary.total, forms.length, shown);
  assert.deepEqual(
    summary.fields.map(({ id }) => id),
    query.names.map((name) => ids.get(name)),
  );
  if (compared) assert.equal(summary.compared, compared.length, shown);
  for (const [i, field] of summary.fields.entries()) {
    const name = query.names[i] ?? '';
    assertField(field, entriesOf(name, forms), `${shown} ${name}`);
    if (compared) assertCompared(field, entriesOf(name, compared), `${shown} ${name} compared`);
    if (query.by !== undefined) assertCrossed(summary, field, name, query.by, forms, shown);
  }
}

type Entries = ReturnType<typeof entriesOf>;

function assertField(field: FieldSummary, entries: Entries, shown: string): void {
  const answered = entries.filter(({ values }) => values.length > 0).length;
  assert.deepEqual(
    [field.total, field.answered, field.blank],
    [entries.length, answered, entries.length - answered],
    shown,
  );
  const values = entries.flatMap((each) => each.values);
  for (const { holds, count } of partsOf(field)) {
    assert.equal(count, values.filter(holds).length, shown);
  }
  const { choices, dates, numbers, texts, times, places } = field;
  if (places) {
    assert.equal(places.count, values.length, shown);
    const { clusters } = places;
    assert.equal(
      clusters.reduce((sum, { count }) => sum + count, 0),
      values.length,
      shown,
    );
    return;
  }
  const counted = partsOf(field).reduce((sum, { count }) => sum + count, 0);
  assert.equal(counted + (choices?.othersCount ?? 0), values.length, shown);
  assert.ok(choices ?? dates ?? numbers ?? texts ?? times ?? values.length === 0, shown);
  if (texts) assert.equal(texts.different, new Set(values).size, shown);
  if (numbers) assertStatistics(numbers.statistics, values.map(Number), shown);
}

/** Returns each counted part of a field, with the values that belong to it. */
function partsOf({ choices, numbers, dates, times, texts }: FieldSummary) {
  type Value = string | number;
  const time = (text: string) => Date.parse(`1970-01-01T${text}Z`);
  return [
    ...(choices?.items ?? []).map((part) => ({
      ...part,
      holds: (value: Value) => value === part.value,
    })),
    ...(texts?.frequent ?? []).map((part) => ({
      ...part,
      holds: (value: Value) => value === fold(part.text.trim()).slice(0, 200),
    })),
    ...(numbers?.bins ?? []).map((part) => ({
      ...part,
      holds: (value: Value) => Number(value) >= part.from && Number(value) < part.below,
    })),
    ...(dates?.bins ?? []).map((part) => ({
      ...part,
      holds: (value: Value) =>
        Number(value) >= Date.parse(part.from) && Number(value) < Date.parse(part.to) + DAY_MS,
    })),
    ...(times?.bins ?? []).map((part) => ({
      ...part,
      holds: (value: Value) =>
        Number(value) >= time(part.from) && Number(value) <= time(part.to) + 999,
    })),
  ];
}

function assertStatistics(
  statistics: NonNullable<FieldSummary['numbers']>['statistics'],
  values: readonly number[],
  shown: string,
): void {
  if (values.length === 0) {
    assert.equal(statistics, undefined, shown);
    return;
  }
  const sorted = values.toSorted((a, b) => a - b);
  const quantile = (part: number) => {
    const at = part * (sorted.length - 1);
    const [low = 0, high = low] = sorted.slice(Math.floor(at));
    return low + (high - low) * (at - Math.floor(at));
  };
  const sum = values.reduce((all, each) => all + each, 0);
  const wanted = {
    ...{ count: values.length, min: sorted[0] ?? 0, lowerQuartile: quantile(0.25) },
    ...{ median: quantile(0.5), upperQuartile: quantile(0.75), max: sorted.at(-1) ?? 0 },
    ...{ mean: sum / values.length, sum },
  };
  for (const [name, value] of Object.entries(wanted)) {
    const found = statistics?.[name as keyof typeof wanted] ?? Number.NaN;
    const isClose =
      Math.abs(found - value) <= 1e-9 * Math.max(1, Math.abs(wanted.max), Math.abs(wanted.min));
    assert.ok(isClose, `${shown}: ${name} ${found} ${value}`);
  }
}

function assertCompared(field: FieldSummary, entries: Entries, shown: string): void {
  const answered = entries.filter(({ values }) => values.length > 0).length;
  const { total, blank, answered: found } = field.compared ?? {};
  assert.deepEqual(
    [total, found, blank],
    [entries.length, answered, entries.length - answered],
    shown,
  );
  const values = entries.flatMap((each) => each.values);
  for (const { holds, compared } of partsOf(field)) {
    assert.equal(compared, values.filter(holds).length, shown);
  }
  if (field.numbers) assertStatistics(field.numbers.compared, values.map(Number), shown);
}

function assertCrossed(
  summary: Summary,
  field: FieldSummary,
  name: string,
  by: string,
  forms: readonly AnsweredForm[],
  shown: string,
): void {
  const groups = summary.groups ?? [];
  const all = new Set(forms.flatMap(({ answers }) => valuesOf(kindOf(by), answers[by])));
  assert.deepEqual(new Set(groups.slice(0, -1).map(({ value }) => value)), all, shown);
  for (const { holds, by: counts } of partsOf(field)) {
    for (const [i, { value }] of groups.entries()) {
      const within = entriesOf(name, forms).filter(({ answers }) => {
        const chosen = valuesOf(kindOf(by), answers[by]);
        return value === undefined ? chosen.length === 0 : chosen.includes(value);
      });
      const wanted = within.flatMap(({ values }) => values).filter(holds).length;
      assert.equal(counts?.[i], wanted, `${shown} ${name} by ${value}`);
    }
  }
}
