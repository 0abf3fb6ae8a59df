import type { AnswerOrder, SortKey } from './answer-order.ts';
import type { OrderPosition } from './order-terms.store.ts';

/**
 * A position as a cursor keeps it: its values, all versions in one text, and for each key that is a field their places
 * in that text by unit, so that the next page sorts numbers by the units of this one. A hundred bytes or so for a few
 * versions, 2,000 for the most that are known.
 */
type Kept = readonly [
  values: OrderPosition,
  versions: string,
  units: readonly (readonly (readonly number[])[])[],
];

type FieldKey = Extract<SortKey, { readonly field: string }>;

/** An order, and the position in it at which a page starts; undefined for the first page. */
export interface PlacedOrder {
  readonly order: AnswerOrder;
  readonly after: OrderPosition | undefined;
}

/** Returns a position as text. */
export function printPosition(order: AnswerOrder, values: OrderPosition): string {
  const keys = fieldKeys(order);
  const versions = [...new Set(keys.flatMap(({ units }) => units.flat()))];
  const places = new Map(versions.map((id, at) => [id, at]));
  const placesOf = (ids: readonly string[]) => ids.flatMap((id) => places.get(id) ?? []);
  const kept: Kept = [
    values,
    versions.map(shortened).join(' '),
    keys.map(({ units }) => units.map(placesOf)),
  ];
  return JSON.stringify(kept);
}

/**
 * Reads a position that a cursor holds. Since then, the units or their order may have changed, and somebody may see
 * forms of other versions. The units of the cursor keep their order, so that no form changes its place.
 */
export function readPosition(order: AnswerOrder, text: string | undefined): PlacedOrder {
  if (text === undefined) return { order, after: undefined };
  const [values, versions, units]: Kept = JSON.parse(text);
  const ids = versions.split(' ').map(lengthened);
  const rest = units.map((places) =>
    places.map((ofUnit) => ofUnit.flatMap((place) => ids[place] ?? [])),
  );
  return {
    order: order.map((key) =>
      'field' in key ? { ...key, units: asBefore(key.units, rest.shift() ?? []) } : key,
    ),
    after: values,
  };
}

const fieldKeys = (order: AnswerOrder): readonly FieldKey[] =>
  order.filter((key) => 'field' in key);

/** Adds the versions that are new to the units of a cursor. A new unit comes first, so that the others keep their ranks. */
function asBefore(
  units: FieldKey['units'],
  before: readonly (readonly string[])[],
): FieldKey['units'] {
  const known = new Set(before.flat());
  const joined = before.map((ofUnit) => [...ofUnit]);
  const added = units.flatMap((ofUnit) => {
    const fresh = ofUnit.filter((id) => !known.has(id));
    const same = joined.find((own) => own.some((id) => ofUnit.includes(id)));
    if (!same) return fresh.length > 0 ? [fresh] : [];
    same.push(...fresh);
    return [];
  });
  return [...added, ...joined];
}

const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;
const HEX = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** Returns the 22 characters of an id that is a UUID. */
const shortened = (id: string): string =>
  UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') : id;

const lengthened = (id: string): string =>
  id.length === SHORT
    ? Buffer.from(id, 'base64url').toString('hex').replace(HEX, '$1-$2-$3-$4-$5')
    : id;
const SHORT = 22;
