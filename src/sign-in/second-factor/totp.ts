import { createHmac, timingSafeEqual } from 'node:crypto';

/** The parameters that every authenticator app assumes (RFC 6238 §4, §5.2). */
export const DIGITS = 6;
export const PERIOD_SECONDS = 30;
/** Steps that are accepted each way, because phone clocks are off and people type slowly (RFC 6238 §5.2). */
const DRIFT = 1;

/** Returns the time step of a time in milliseconds since the epoch. */
export const stepAt = (now: number): number => Math.floor(now / (PERIOD_SECONDS * 1000));

/** Returns the code of a time step: a truncated HMAC-SHA-1 (RFC 4226 §5.3). @param counter the time step */
export function hotp(secret: Uint8Array, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) % 16;
  const number = mac.readUInt32BE(offset) % 2 ** 31;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the time step after `last` whose code this is now; undefined when there is none. */
export function acceptedStep(
  secret: Uint8Array,
  code: string,
  { now, last }: { readonly now: number; readonly last: number },
): number | undefined {
  const typed = Buffer.from(code);
  let accepted: number | undefined;
  // All steps are checked, so that the response time does not tell which one was right.
  for (let step = stepAt(now) - DRIFT; step <= stepAt(now) + DRIFT; step += 1) {
    const right = Buffer.from(hotp(secret, step));
    const isRight = typed.length === right.length && timingSafeEqual(typed, right);
    if (isRight && step > last) accepted ??= step;
  }
  return accepted;
}
