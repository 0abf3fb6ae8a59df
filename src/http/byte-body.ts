import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { counted } from '#kernel/counted.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Endpoint } from './endpoint.ts';

/** Up to this many times its limit, a refused body is still read to its end, so that the client gets the answer. */
const READ_AWAY_FACTOR = 4;

export const ONE_MIB = 1_048_576;

/** Returns the 413 of a route. */
export const bodyTooLarge = ({
  maxBodyBytes = ONE_MIB,
  bodyTooLarge: own,
}: Pick<Endpoint, 'maxBodyBytes' | 'bodyTooLarge'>): AppError =>
  own?.() ??
  fail('body-too-large', `The body is larger than the limit of ${counted(maxBodyBytes, 'byte')}.`, {
    extra: { limit: maxBodyBytes },
  });

/**
 * Returns what an endpoint says of its body that takes one file.
 * @param what as errors name it, such as `logo`
 */
export const fileBody = (what: string, maxBodyBytes: number) => ({
  body: 'bytes' as const,
  maxBodyBytes,
  bodyTooLarge: (): AppError =>
    fail('body-too-large', `A ${what} has at most ${counted(maxBodyBytes, 'byte')}.`, {
      at: what,
      extra: { limit: maxBodyBytes },
    }),
});

/** A body that was left out: no picture, and no font either. */
export const NO_BYTES: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {
    // Nothing.
  },
};

/**
 * Returns the body of an endpoint with `body: 'bytes'` piece by piece, never whole. Iterating throws AppError
 * `body-too-large` once there is more than the route takes, `malformed-request` when the client disconnects.
 * @throws AppError `body-too-large` when the announced length is too large.
 */
export function openBytes(
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
  raw: unknown,
): AsyncIterable<Uint8Array> {
  const limit = endpoint.maxBodyBytes ?? ONE_MIB;
  if (Number(headers['content-length'] ?? 0) > limit) throw bodyTooLarge(endpoint);
  return readPieces(raw instanceof Readable ? raw : Readable.from([]), limit, () =>
    bodyTooLarge(endpoint),
  );
}

async function* readPieces(
  stream: Readable,
  limit: number,
  tooLarge: () => AppError,
): AsyncIterable<Uint8Array> {
  let count = 0;
  try {
    // Destroying the request would destroy its connection, and with it the answer.
    for await (const piece of stream.iterator({ destroyOnReturn: false })) {
      const bytes: unknown = piece;
      if (!(bytes instanceof Uint8Array)) throw new TypeError('a body is bytes');
      count += bytes.length;
      if (count > limit) throw tooLarge();
      yield bytes;
    }
  } catch (cause) {
    if (!stream.errored) throw cause;
    throw fail('malformed-request', 'The body ended before it was complete.', { cause });
  }
}

/** Tells whether the rest of a refused body is read to its end; otherwise the connection is closed. */
export function canDiscardBody(
  endpoint: Endpoint | undefined,
  headers: IncomingHttpHeaders,
): boolean {
  if (endpoint?.body !== 'bytes') return false;
  const { maxBodyBytes = ONE_MIB } = endpoint;
  return Number(headers['content-length'] ?? Number.NaN) <= READ_AWAY_FACTOR * maxBodyBytes;
}

/** Discards the unread rest of a body, so that the connection can take its next request. */
export function discardBody(raw: unknown): void {
  if (raw instanceof Readable && !raw.readableEnded && !raw.destroyed) raw.resume();
}
