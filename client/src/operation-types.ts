// What the API document says of each operation, as types. No code.
import type { DeletedForm, paths } from './generated/api.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have an operation with this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { readonly responses: unknown } ? P : never;
}[keyof paths];

export type OperationOf<M extends Method, P> = P extends keyof paths ? paths[P][M] : never;

/** Bytes or text that are sent as they are. They are kept in memory, so that they can be sent again. */
export type FileBody = string | Uint8Array | Blob;

interface CommonOptions {
  /** Ends the request, also while it waits for another try. */
  readonly signal?: AbortSignal;
}

type HeaderNames<O> = O extends { readonly parameters: { readonly header?: infer H } }
  ? keyof NonNullable<H>
  : never;

type MatchPart<O> =
  'If-Match' extends HeaderNames<O>
    ? {
        /**
         * The revision or ETag that the resource must still have. A number is a revision: `7` is sent as `"7"`. If
         * somebody wrote meanwhile, the request fails with the code `precondition-failed`.
         */
        readonly ifMatch?: string | number;
      }
    : { readonly ifMatch?: never };

type KeyPart<O> =
  'Idempotency-Key' extends HeaderNames<O>
    ? {
        /** The Idempotency-Key of the request. If omitted, the client makes one. */
        readonly idempotencyKey?: string;
      }
    : { readonly idempotencyKey?: never };

type PathPart<O> = O extends { readonly parameters: { readonly path: infer P } }
  ? {
      /** The values for `{…}` in the path. */
      readonly path: P;
    }
  : { readonly path?: never };

type QueryPart<O> = O extends { readonly parameters: { readonly query: infer Q } }
  ? {
      /** The query parameters. */
      readonly query: Q;
    }
  : O extends { readonly parameters: { readonly query?: infer Q } }
    ? { readonly query?: Q }
    : { readonly query?: never };

type ContentPart<C> = C extends { readonly 'application/json': infer J }
  ? {
      /** Sent as JSON. */
      readonly body: J;
    }
  : {
      readonly body: FileBody;
      /** The media type of the body. */
      readonly contentType: keyof C;
    };

type BodyPart<O> = O extends { readonly requestBody: { readonly content: infer C } }
  ? ContentPart<C>
  : O extends { readonly requestBody?: { readonly content: infer C } }
    ? Partial<ContentPart<C>>
    : { readonly body?: never };

export type OptionsOf<O> = CommonOptions &
  MatchPart<O> &
  KeyPart<O> &
  PathPart<O> &
  QueryPart<O> &
  BodyPart<O>;

/** The arguments after the path: options that may all be left out may be left out together. */
export type Arguments<T> =
  Record<never, never> extends T ? readonly [options?: T] : readonly [options: T];

type SuccessOf<O> = O extends { readonly responses: infer R }
  ? R[keyof R & (200 | 201 | 202)]
  : never;

/** The JSON of a successful answer; undefined if the answer has no body. */
export type ResultOf<O> = [SuccessOf<O>] extends [never]
  ? undefined
  : SuccessOf<O> extends { readonly content: { readonly 'application/json': infer J } }
    ? J
    : unknown;

type ListedIn<R> = R extends readonly (infer I)[]
  ? I
  : R extends { readonly items: readonly (infer I)[] }
    ? I
    : never;

/** One item of a list. Deleted forms are only in the feed of changes. */
export type ItemOf<P extends ListPath> = Exclude<
  ListedIn<ResultOf<OperationOf<'get', P>>>,
  DeletedForm
>;

/** The paths whose answer is a list. */
export type ListPath = {
  [P in PathOf<'get'>]: [ListedIn<ResultOf<OperationOf<'get', P>>>] extends [never] ? never : P;
}[PathOf<'get'>];

/** Set by the client, or meant for other methods. */
type NotInLists = 'pageNumber' | 'after' | 'cursor' | 'changedSince' | 'format' | 'columns';

type ListQueryPart<O> = O extends { readonly parameters: { readonly query?: infer Q } }
  ? { readonly query?: Omit<NonNullable<Q>, NotInLists> }
  : { readonly query?: never };

export type ListOptions<P extends ListPath> = PathPart<OperationOf<'get', P>> &
  ListQueryPart<OperationOf<'get', P>> & { readonly signal?: AbortSignal };
