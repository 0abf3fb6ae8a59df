// Whether a webhook came from Formstead, just now (Standard Webhooks 1.0.0).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { FormsteadError } from './formstead-error.ts';
import type { WebhookMessage } from './webhook-message.ts';

/** The headers of a request, as `node:http`, a `Headers` object or a plain object has them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Webhook {
  /** The body as it was received, before anything parsed it. */
  readonly body: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** The secret of the webhook, `whsec_…`. While you change it, the old and the new one: either may have signed. */
  readonly secrets: string | readonly string[];
  /** How far the time of the message may be from ours, in seconds: 300 by default. */
  readonly toleranceSeconds?: number;
  /** Our time, in milliseconds since 1970: `Date.now()` by default. */
  readonly now?: number;
}

export interface VerifiedWebhook {
  /** The same each time the message is sent again: store it to act once. */
  readonly id: string;
  readonly message: WebhookMessage;
}

const PREFIX = 'whsec_';
const SCHEME = 'v1,';
const TOLERANCE_S = 300;

/**
 * Returns what Formstead sent.
 * @throws FormsteadError `webhook-unsigned`, `webhook-time`, `webhook-signature` or `webhook-body`. Answer 400, and do
 * nothing else. @throws TypeError if no secret, or one of the wrong form, is given
 */
export function verifyWebhook(webhook: Webhook): VerifiedWebhook {
  const { body, headers, secrets, toleranceSeconds = TOLERANCE_S, now = Date.now() } = webhook;
  const keys = [secrets].flat().map(keyOf);
  if (keys.length === 0) throw new TypeError('verifyWebhook needs a secret');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  const age = Math.abs(now / 1000 - Number(timestamp));
  // A timestamp that is no number has no age, which is not within the tolerance either.
  if (!/^\d+$/.test(timestamp) || !(age <= toleranceSeconds)) {
    throw refused(
      'webhook-time',
      'The message is from another time; somebody may be repeating it.',
    );
  }
  const given = signatures
    .split(' ')
    .filter((each) => each.startsWith(SCHEME))
    .map((each) => Buffer.from(each.slice(SCHEME.length), 'base64'));
  const expected = keys.map((key) =>
    createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest(),
  );
  if (!expected.some((digest) => given.some((signature) => isSame(digest, signature)))) {
    throw refused('webhook-signature', 'None of the secrets signed this message.');
  }
  return { id, message: parse(body) };
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '', 'base64');
  // An empty key would accept what anybody signs with an empty key.
  if (key.length < 24) throw new TypeError(`a secret of a webhook begins with ${PREFIX}`);
  return key;
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : plainHeader(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw refused('webhook-unsigned', `The message has no header ${name}.`);
}

const isHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers['get'] === 'function';

function plainHeader(headers: object, name: string): unknown {
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? [];
  return value;
}

function parse(body: string | Uint8Array): WebhookMessage {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
  } catch (cause) {
    throw refused('webhook-body', 'The message is not JSON.', cause);
  }
}

const refused = (code: string, message: string, cause?: unknown): FormsteadError =>
  new FormsteadError({ code, message, operation: 'verifyWebhook', cause });
