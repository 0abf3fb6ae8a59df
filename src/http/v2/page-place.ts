import type { Seal } from '#kernel/seal.ts';
import { badParameter } from './parameters.ts';

/** The position at which a page ends: the sort value and the id of its last member. */
export type Place = readonly [value: string | number, id: string];

/** The context that a position is valid in: this list, as asked for, by this user, and the page it leads to. */
export interface PlaceContext {
  readonly list: string;
  readonly accountId: string;
  readonly userId: string;
  readonly pageNumber: number;
  /** All values that decide which members the list has, and their order and pages. */
  readonly terms: readonly (string | number | undefined)[];
}

export function sealPlace(seal: Seal, context: PlaceContext, place: Place): string {
  return seal.seal(textOf(context), JSON.stringify(place));
}

/**
 * @throws AppError `invalid-parameter` for a position of another list, user or page, or one that Formstead did not
 * make.
 */
export function openPlace(seal: Seal, context: PlaceContext, after: string): Place {
  const payload = seal.open(textOf(context), after);
  if (payload !== undefined) {
    const place: Place = JSON.parse(payload);
    return place;
  }
  throw badParameter(
    'after',
    'this does not belong to the request. Follow the Link header as it is, or leave after out.',
  );
}

function textOf({ list, accountId, userId, pageNumber, terms }: PlaceContext): string {
  return JSON.stringify([
    list,
    accountId,
    userId,
    pageNumber,
    ...terms.map((term) => term ?? null),
  ]);
}
