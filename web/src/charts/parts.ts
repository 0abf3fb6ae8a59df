// What a chart shows: each counted part of the answers to a field, with its name and the condition that a click sets.
import type { FieldSummary } from '#answer-tables/app-types.ts';
import { daysText, monthText } from '#web/components/calendar-formats.ts';
import { dayText } from '#web/components/time-text.ts';
import type { Condition } from '#web/conditions/conditions.ts';
import type { TFunction } from '#web/texts/texts.ts';

export interface Part {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  /** The number in the second period. */
  readonly compared: number | undefined;
  /** The number in each group. */
  readonly by: readonly number[] | undefined;
  /** Of a choice in rankings. */
  readonly ranked?: Ranked | undefined;
  /** Undefined when no condition chooses these forms. */
  readonly condition: Condition | undefined;
}

interface Ranked {
  /** The mean of its places, from 1. */
  readonly place: number;
  /** How often it is the first. */
  readonly firsts: number;
}

interface Reader {
  readonly language: string;
  readonly t: TFunction;
}

interface Counted {
  readonly count: number;
  readonly compared?: number | undefined;
  readonly by?: readonly number[] | undefined;
}

const toPart = (
  id: string | number,
  label: string,
  { count, compared, by }: Counted,
  condition?: Condition,
): Part => ({ id: String(id), label, count, compared, by, condition });

/** Returns the choices or the frequent texts of a field, which are shown as rows. */
export function rowsOf(
  { id: field, choices, texts }: FieldSummary,
  { t }: Reader,
): readonly Part[] {
  if (choices) {
    const rows = choices.items.map((item): Part => {
      const part = toPart(item.value, item.text, item, { field, op: 'any', value: [item.value] });
      const { place, firsts = 0 } = item;
      return place === undefined ? part : { ...part, ranked: { place, firsts } };
    });
    if (choices.others === 0) return rows;
    const label = t('summary.others', { count: choices.others });
    return [...rows, toPart('others', label, { count: choices.othersCount })];
  }
  return (texts?.frequent ?? []).map((item, i) =>
    toPart(i, item.text, item, { field, op: 'equals', value: item.text }),
  );
}

/** Returns the ranges of numbers, dates or times of a field, which are shown as columns. */
export function columnsOf(
  { id: field, numbers, dates, times }: FieldSummary,
  reader: Reader,
): readonly Part[] {
  const { language } = reader;
  if (numbers) {
    return numbers.bins.map((bin) => {
      const isOne = numbers.isWhole && bin.below - bin.from === 1;
      const [from, below] = [bin.from, bin.below].map((value) => numberText(value, language));
      const label = isOne ? `${from}` : reader.t('summary.range', { from, below });
      const condition: Condition = isOne
        ? { field, op: 'eq', value: bin.from }
        : { field, op: 'within', value: [bin.from, bin.below] };
      return toPart(bin.from, label, bin, condition);
    });
  }
  if (dates) {
    return dates.bins.map((bin) => {
      const condition: Condition =
        bin.from === bin.to
          ? { field, op: 'on', value: bin.from }
          : { field, op: 'between', value: [bin.from, bin.to] };
      return toPart(bin.from, spanText(bin, dates.unit, language), bin, condition);
    });
  }
  return (times?.bins ?? []).map((bin) =>
    toPart(bin.from, bin.from, bin, { field, op: 'between', value: [bin.from, bin.to] }),
  );
}

/** Returns what stands below the first and the last column: the ends of numbers, or the names of the columns. */
export function endsOf(
  { numbers }: FieldSummary,
  parts: readonly Part[],
  { language }: Reader,
): readonly string[] {
  const [first, last] = [numbers?.bins[0], numbers?.bins.at(-1)];
  if (first && last && !(numbers?.isWhole === true && first.below - first.from === 1)) {
    return [first.from, last.below].map((value) => numberText(value, language));
  }
  return [...new Set([parts[0]?.label ?? '', parts.at(-1)?.label ?? ''])];
}

type Unit = NonNullable<FieldSummary['dates']>['unit'];

/** Returns a span of days as people name it: a day, a month, a year, or its first and last day. */
function spanText(
  { from, to }: { readonly from: string; readonly to: string },
  unit: Unit,
  language: string,
): string {
  if (unit === 'day') return dayText(from, language);
  if (unit === 'month') return monthText(from, language);
  if (unit === 'year') return from.slice(0, 4);
  return unit === 'week' ? daysText(from, to, language) : `${from.slice(0, 4)}–${to.slice(0, 4)}`;
}

/** Returns a number as people read it. @param digits the most digits of its fraction */
export const numberText = (value: number, language: string, digits = 4): string =>
  Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-4)
    ? value.toExponential(2)
    : value.toLocaleString(language, { maximumFractionDigits: digits });

/** Returns a part of a whole in percent; nothing without a whole. */
export const percentText = (count: number, whole: number, language: string): string =>
  whole === 0
    ? ''
    : (count / whole).toLocaleString(language, {
        style: 'percent',
        maximumFractionDigits: count / whole < 0.1 ? 1 : 0,
      });
