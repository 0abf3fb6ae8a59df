import { badParameter } from '#http/v2/parameters.ts';

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

/** Reads `with`, `without` or `south,west,north,east`. @throws AppError `invalid-parameter` */
export function readPlaceFilter(text: string): PlaceCondition {
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
