import { createHmac, timingSafeEqual } from 'node:crypto';

/** What every authenticator app takes for granted (RFC 6238 §4, §5.2). */
export const DIGITS = 6;
export const PERIOD_SECONDS = 30;
/** Clocks of phones are wrong, and people type slowly: one step each way (RFC 6238 §5.2). */
const DRIFT = 1;

/** The time step of a time in milliseconds since the epoch. */
export const stepAt = (now: number): number => Math.floor(now / (PERIOD_SECONDS * 1000));

/** HMAC-SHA-1, truncated (RFC 4226 §5.3). `counter` is the time step. */
export function hotp(secret: Uint8Array, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) % 16;
  const number = mac.readUInt32BE(offset) % 2 ** 31;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step behind `last` that has this code now; undefined: none has, or only one that was used before. */
export function acceptedStep(
  secret: Uint8Array,
  code: string,
  { now, last }: { readonly now: number; readonly last: number },
): number | undefined {
  const typed = Buffer.from(code);
  let accepted: number | undefined;
  // All of them, so that the time does not tell which one was right.
  for (let step = stepAt(now) - DRIFT; step <= stepAt(now) + DRIFT; step += 1) {
    const right = Buffer.from(hotp(secret, step));
    const isRight = typed.length === right.length && timingSafeEqual(typed, right);
    if (isRight && step > last) accepted ??= step;
  }
  return accepted;
}
