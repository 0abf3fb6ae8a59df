import type { Request } from '#http/endpoint.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Seal } from '#kernel/seal.ts';
import {
  type CursorPosition,
  decodePosition,
  encodePosition,
  type ListOrder,
  type Paging,
  traversalContext,
} from '#scim/protocol/index.ts';

/** The lifetime of a cursor, which ServiceProviderConfig announces. Each page gives new cursors. */
export const CURSOR_LIFETIME_MS = 60 * 60 * 1000;

export interface TraversalDeps {
  readonly clock: Clock;
  readonly seal: Seal;
}

/** A client's traversal of a list, page by page (RFC 9865). */
export interface Traversal {
  /**
   * Returns the position in the cursor of a request, with the total of the first page.
   * @throws ScimError `invalidCursor`, `expiredCursor`, `invalidCount`
   */
  open(paging: CursorPaging & { readonly cursor: string }): OpenedCursor;
  seal(position: CursorPosition, totalResults: number | undefined): string;
}

export interface OpenedCursor {
  readonly position: CursorPosition;
  readonly totalResults: number | undefined;
}

type CursorPaging = Paging & { readonly method: 'cursor' };

/** Returns the traversal of a list for one client; `scope` is the resource type, or '' for all types. */
export function traversalOf(
  { clock, seal }: TraversalDeps,
  { principal }: Pick<Request, 'principal'>,
  scope: string,
  order: ListOrder,
): Traversal {
  const { accountId, userId, credentialId, rights } = principal;
  // A credential whose rights have changed counts as another client (RFC 9865 §5.2).
  const actor = JSON.stringify([credentialId ?? userId, rights ?? null]);
  const context = traversalContext({ scope, order, accountId, actor });
  return {
    open(paging) {
      const [, total = '', payload] = PARTS.exec(seal.open(context, paging.cursor) ?? '') ?? [];
      const options = { paging, now: clock.now(), lifetimeMs: CURSOR_LIFETIME_MS };
      return {
        position: decodePosition(payload, options),
        totalResults: total === '' ? undefined : Number(total),
      };
    },
    seal: (position, totalResults) =>
      seal.seal(context, `${totalResults ?? ''} ${encodePosition(position)}`),
  };
}

/** The total of the first page, then the position. */
const PARTS = /^(\d*) (.*)$/s;
