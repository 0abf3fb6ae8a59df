import { createHmac } from 'node:crypto';
import type { Random } from '#kernel/ids.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0.0: 24 to 64 bytes). */
export const newSecret = (random: Random): string =>
  `${PREFIX}${random.bytes(SECRET_BYTES).toString('base64')}`;

export interface Message {
  readonly id: string;
  /** Time of the attempt, in seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** Returns the headers that prove the origin and time of a message, with one signature per secret. */
export function signatureHeaders(
  { id, timestamp, body }: Message,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
