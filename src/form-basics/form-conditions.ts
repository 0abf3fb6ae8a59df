import { type Static, Type } from 'typebox';
import { badParameter } from '#http/v2/parameters.ts';
import { daysAfter, startOfDay } from '#kernel/time-zone.ts';
import type { ReviewState } from './form.ts';

/** Conditions on a form beside its status, its name and its answers. All of them hold. */
export interface FormConditions {
  /** The id of the user, or of the public link, that created it. */
  readonly creator?: string | undefined;
  /** The id of the user, group or public link that it is assigned to. */
  readonly assignee?: string | undefined;
  readonly place?: PlaceCondition | undefined;
  readonly created?: TimeSpan | undefined;
  readonly updated?: TimeSpan | undefined;
  readonly due?: TimeSpan | undefined;
  /** Whether it has a due date. */
  readonly isDue?: boolean | undefined;
  /** Only drafts that were due by this moment, in milliseconds. */
  readonly lateAt?: number | undefined;
  readonly review?: ReviewState | undefined;
}

/** Milliseconds since the epoch; `before` is not included. */
export interface TimeSpan {
  readonly from?: number | undefined;
  readonly before?: number | undefined;
}

/** Whether a form has a location, or one within a box, in degrees. A box with `west` above `east` crosses 180°. */
export type PlaceCondition =
  | { readonly is: 'with' | 'without' }
  | {
      readonly is: 'within';
      readonly south: number;
      readonly west: number;
      readonly north: number;
      readonly east: number;
    };

/** Returns whether there is any condition. */
export const areConditions = (conditions: FormConditions = {}): boolean =>
  Object.values(conditions).some((each) => each !== undefined);

/**
 * The filters of every list of forms: under /v2, under /app, and in saved views. {@link readFormFilters} reads them, and
 * form-conditions.store.ts of form-records makes SQL of them.
 */
export const FORM_FILTERS = {
  creator: Type.Optional(
    Type.String({ description: 'Only forms that the user with this id created.' }),
  ),
  assignee: Type.Optional(
    Type.String({
      description: 'Only forms that are assigned to the user, group or link with this id.',
    }),
  ),
  place: Type.Optional(
    Type.String({
      description:
        '`with`: only forms with a location. `without`: only others. Or a box in degrees, `south,west,north,east`; with west above east it crosses 180°.',
      examples: ['46.9,7.3,47.6,8.7'],
    }),
  ),
  review: Type.Optional(
    Type.Union(
      [
        Type.Literal('in-review'),
        Type.Literal('sent-back'),
        Type.Literal('approved'),
        Type.Literal('rejected'),
      ],
      { description: 'Only forms whose review is in this state.' },
    ),
  ),
};
type FormFilterName = keyof typeof FORM_FILTERS;
type SentFilters = Static<Type.TObject<typeof FORM_FILTERS>>;
type FormFilters = { readonly [Name in FormFilterName]?: SentFilters[Name] | undefined };

export const FORM_FILTER_NAMES: readonly FormFilterName[] = Object.keys(FORM_FILTERS).filter(
  (name): name is FormFilterName => Object.hasOwn(FORM_FILTERS, name),
);

/** @throws AppError `invalid-parameter` */
export const readFormFilters = ({
  creator,
  assignee,
  place,
  review,
}: FormFilters): FormConditions => ({
  creator: creator?.toLowerCase(),
  assignee: assignee?.toLowerCase(),
  place: parsePlace(place),
  review,
});

/** Reads `with`, `without` or `south,west,north,east`. @throws AppError `invalid-parameter` */
function parsePlace(text: string | undefined): PlaceCondition | undefined {
  if (text === undefined) return undefined;
  if (text === 'with' || text === 'without') return { is: text };
  const parts = text.split(',');
  const degrees = parts.map((part) =>
    /^\s*-?\d{1,3}(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN,
  );
  const [south = Number.NaN, west = Number.NaN, north = Number.NaN, east = Number.NaN] = degrees;
  const isBox =
    parts.length === 4 &&
    [south, north].every((each) => Math.abs(each) <= 90) &&
    [west, east].every((each) => Math.abs(each) <= 180) &&
    south <= north;
  if (isBox) return { is: 'within', south, west, north, east };
  throw badParameter(
    'place',
    'this must be with, without, or a box in degrees: south,west,north,east, for instance 46.9,7.3,47.6,8.7.',
  );
}

/** The last day that can be written: what ends with it has no end. The day after it has five digits for its year. */
const LAST_DAY = '9999-12-31';

/** The first and the last day of a span, as YYYY-MM-DD; either may be missing. */
interface Days {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * Reads a span of days in a time zone. One whose last day comes first holds nothing: people choose the days of a list one
 * after the other.
 * @param name the parameters are `<name>From` and `<name>To`
 * @throws AppError `invalid-parameter` for a day that does not exist
 */
export const parseDays = (name: string, days: Days, timeZone: string): TimeSpan | undefined =>
  spanOf({ from: `${name}From`, to: `${name}To` }, days, timeZone);

/**
 * Reads a period, whose days are chosen together.
 * @param names of the two parameters
 * @throws AppError `invalid-parameter` for a day that does not exist, and for a last day before the first one
 */
export function parsePeriod(names: Names, days: Days, timeZone: string): TimeSpan | undefined {
  const span = spanOf(names, days, timeZone);
  const { from, to } = days;
  if (from === undefined || to === undefined || from <= to) return span;
  throw badParameter(names.to, `this must not be before ${names.from}.`, {
    reason: 'ends-before-begin',
  });
}

type Names = Readonly<Record<'from' | 'to', string>>;

function spanOf(names: Names, { from, to }: Days, timeZone: string): TimeSpan | undefined {
  if (from === undefined && to === undefined) return undefined;
  const last = to === undefined ? undefined : requireDay(names.to, to);
  return {
    from: from === undefined ? undefined : startOfDay(requireDay(names.from, from), timeZone),
    before:
      last === undefined || last === LAST_DAY
        ? undefined
        : startOfDay(daysAfter(last, 1), timeZone),
  };
}

function requireDay(name: string, day: string): string {
  const ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // Date.parse takes February 30 for March 2.
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)) return day;
  throw badParameter(name, 'this must be a day such as 2026-01-31.');
}
