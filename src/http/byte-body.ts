import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Endpoint } from './endpoint.ts';

/** So much more than a route takes is still read away, so that the client hears why it was refused. */
const READ_AWAY_FACTOR = 4;

export const ONE_MIB = 1_048_576;

/** The 413 of a route. */
export const bodyTooLarge = ({
  maxBodyBytes = ONE_MIB,
  bodyTooLarge: own,
}: Pick<Endpoint, 'maxBodyBytes' | 'bodyTooLarge'>): AppError =>
  own?.() ??
  fail('body-too-large', `The body is larger than the ${maxBodyBytes} bytes taken here.`, {
    extra: { limit: maxBodyBytes },
  });

/**
 * The body of an endpoint with `body: 'bytes'`, piece by piece, never whole. Iterating throws AppError
 * `body-too-large` once there is more than the route takes, `malformed-request` when the client goes away.
 * @throws AppError `body-too-large` when its announced length is too much.
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

/** Whether what is left of a refused body is worth reading away; else its connection is closed. */
export function canReadAway(endpoint: Endpoint | undefined, headers: IncomingHttpHeaders): boolean {
  if (endpoint?.body !== 'bytes') return false;
  const { maxBodyBytes = ONE_MIB } = endpoint;
  return Number(headers['content-length'] ?? Number.NaN) <= READ_AWAY_FACTOR * maxBodyBytes;
}

/** Lets the connection take its next request: what nobody read of this one is thrown away. */
export function readAway(raw: unknown): void {
  if (raw instanceof Readable && !raw.readableEnded && !raw.destroyed) raw.resume();
}
