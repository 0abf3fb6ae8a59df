import type { AnswerField } from './answer-fields.ts';

/** What numbers of several forms make together: a sum, only a mean, or neither. */
export type Summability = 'sum' | 'mean' | 'neither';

/** The smallest and the largest of some numbers. */
export interface NumberSpan {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
}

/** Parts and degrees: their mean says something, their sum does not. */
const RATIO_UNIT = /^(%|‰|°.*|percent|prozent|per cent|pH|bpm|dB.*|[^/]+\/[^/]+)$/iu;
/** Titles of numbers that name something, in English and German: "Serial number", but not "Number of leaks". */
const NAMING_TITLE =
  /(\b(number|no\.?|code|id|year|zip|phone|pin|telephone|ean|iban)|(nummer|\bnr\.?|jahr|leitzahl|plz|telefon|kennung|kennziffer))\W*$|^(year|code|id|jahr) (of|des|der) /iu;
/** Years in which something is built, born or due. */
const YEARS = { min: 1900, max: 2100 };

/**
 * Returns what the numbers of a field make together. Nothing in a template says it, so the kind, the unit, the title and
 * the numbers themselves do.
 * @param span of the numbers; undefined: not known
 */
export function summabilityOf(
  { kind, shape, unit, title }: Pick<AnswerField, 'kind' | 'shape' | 'unit' | 'title'>,
  span: NumberSpan | undefined,
): Summability {
  if (kind === 'rows') return 'sum';
  if (kind !== 'number' && kind !== 'any') return 'neither';
  if (unit !== undefined) return RATIO_UNIT.test(unit.trim()) ? 'mean' : 'sum';
  if (NAMING_TITLE.test(title.trim()) || areYears(span)) return 'neither';
  return shape === 'rating' || /%|\b(percent|prozent)\b/iu.test(title) ? 'mean' : 'sum';
}

const areYears = (span: NumberSpan | undefined): boolean =>
  span?.isWhole === true && span.min >= YEARS.min && span.max <= YEARS.max && span.min < span.max;
