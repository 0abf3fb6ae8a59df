import type { Seal } from '#kernel/seal.ts';
import { badParameter } from './parameters.ts';

/** The position at which a page ends: the sort value and the id of its last member. */
export type PagePosition = readonly [value: string | number, id: string];

/** The context that a position is valid in: this list, as asked for, by this user, and the page it leads to. */
export interface PagePositionContext {
  readonly list: string;
  readonly accountId: string;
  readonly userId: string;
  readonly pageNumber: number;
  /** All values that decide which members the list has, and their order and pages. */
  readonly terms: readonly (string | number | undefined)[];
}

export function sealPosition(
  seal: Seal,
  context: PagePositionContext,
  position: PagePosition,
): string {
  return seal.seal(textOf(context), JSON.stringify(position));
}

/**
 * @throws AppError `invalid-parameter` for a position of another list, user or page, or one that Formstead did not
 * make.
 */
export function openPosition(
  seal: Seal,
  context: PagePositionContext,
  after: string,
): PagePosition {
  const payload = seal.open(textOf(context), after);
  if (payload !== undefined) {
    const position: PagePosition = JSON.parse(payload);
    return position;
  }
  throw badParameter(
    'after',
    'this does not belong to the request. Follow the Link header as it is, or leave after out.',
  );
}

function textOf({ list, accountId, userId, pageNumber, terms }: PagePositionContext): string {
  return JSON.stringify([
    list,
    accountId,
    userId,
    pageNumber,
    ...terms.map((term) => term ?? null),
  ]);
}
