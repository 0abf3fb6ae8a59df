import { fail } from '#kernel/errors.ts';

/** Returns every value as sent; node:http drops the second of a header that may occur only once. */
export function headerValues(name: string, rawHeaders: readonly string[]): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const candidate = rawHeaders[at];
    if (candidate?.length !== name.length || candidate.toLowerCase() !== name) continue;
    values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}

/**
 * Two programs in a row may each believe another of two `Host` headers.
 * @throws AppError `malformed-request` (RFC 9112 §3.2)
 */
export function requireOneHost(rawHeaders: readonly string[]): void {
  if (headerValues('host', rawHeaders).length <= 1) return;
  throw fail('malformed-request', 'The request has more than one Host header. Send one.', {
    headers: { connection: 'close' },
  });
}
