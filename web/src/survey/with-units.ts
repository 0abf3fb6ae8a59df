// Numbers that the engine writes itself: calculated ones, and the totals of tables. It knows neither units nor a number of
// decimals, and without a style it writes the decimals of English in every language. But it can write a text around a
// number, and a number of decimals.
import {
  AVERAGE_DIGITS,
  TOTAL_WORDS,
  type TotalWord,
} from '#questionnaires/reading/number-style.ts';
import { isRecord } from '#web/offline/merge.ts';

type Part = Readonly<Record<string, unknown>>;

/** Returns the definition in which the engine writes its numbers as Formstead shows them elsewhere. */
export function withUnits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnits);
  if (!isRecord(value)) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withUnits(each)]),
  );
  const isCalculated = value['type'] === 'expression' || value['cellType'] === 'expression';
  return { ...inner, ...(isCalculated && calculationStyle(value)), ...totalStyle(value) };
}

/** Returns the properties of the engine that show the unit and the decimals; a style of the author stays. */
function calculationStyle({ unit, decimals, displayStyle, format }: Part): Part {
  const hasUnit = isGiven(unit);
  return {
    ...(hasUnit && format === undefined && { format: wording('', unit) }),
    ...(!isStyled(displayStyle) && {
      displayStyle: 'decimal',
      useGrouping: hasUnit,
      maximumFractionDigits: decimals ?? 20,
      ...(decimals !== undefined && { minimumFractionDigits: decimals }),
    }),
  };
}

/** Returns the properties of a column that name its total and write it like the numbers above it. */
function totalStyle(column: Part): Part {
  const type = TYPES.find((each) => each === column['totalType']);
  if (type === undefined) return {};
  const { totalFormat, totalDisplayStyle } = column;
  const unit = type === 'count' ? undefined : column['unit'];
  const decimals = type === 'count' ? 0 : column['decimals'];
  const digits = decimals ?? (type === 'avg' ? AVERAGE_DIGITS : undefined);
  // The engine groups the digits of each total that has a style, and a smallest or largest number may be a year.
  const isQuantity = type === 'sum' || isGiven(unit) || digits !== undefined;
  return {
    ...(totalFormat === undefined && { totalFormat: totalWording(type, unit) }),
    ...(!isStyled(totalDisplayStyle) &&
      isQuantity && {
        totalDisplayStyle: 'decimal',
        totalMaximumFractionDigits: digits ?? 20,
        ...(decimals !== undefined && { totalMinimumFractionDigits: decimals }),
      }),
  };
}

const TYPES: readonly TotalWord[] = ['sum', 'avg', 'min', 'max', 'count'];

const isGiven = (unit: unknown): boolean => Boolean(unit);

const isStyled = (style: unknown): boolean => style !== undefined && style !== 'none';

/** Returns the word for a total before its number, in each language of the app. */
function totalWording(type: TotalWord, unit: unknown): Part {
  const unitIn = (language: string): unknown =>
    isRecord(unit) ? (unit[language] ?? unit['default']) : unit;
  const { en, de } = TOTAL_WORDS;
  return {
    ...(isRecord(unit) &&
      Object.fromEntries(
        Object.keys(unit).map((language) => [language, one(en[type], unitIn(language))]),
      )),
    default: one(en[type], unitIn('default')),
    de: one(de[type], unitIn('de')),
  };
}

/** Returns the text behind which the unit is written, in each of its languages. */
const wording = (before: string, unit: unknown): unknown =>
  isRecord(unit)
    ? Object.fromEntries(
        Object.entries(unit).map(([language, text]) => [language, one(before, text)]),
      )
    : one(before, unit);

const one = (before: string, unit: unknown): string =>
  `${before && `${before}: `}{0}${isGiven(unit) ? `\u00a0${String(unit)}` : ''}`;
