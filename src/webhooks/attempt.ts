import type { Clock } from '#kernel/clock.ts';
import { type JsonObject, type JsonValue, textOf } from '#kernel/json.ts';
import { joinReason } from '#kernel/reasoned-text.ts';
import type { Seal } from '#kernel/seal.ts';
import { type CallFailure, callFailureOf, isCallFailure } from '#outbound/call-failure.ts';
import type { Outbound } from '#outbound/outbound.ts';
import type { DeliveryRow } from './deliveries.store.ts';
import { isDelivered } from './is-delivered.ts';
import { messageOf } from './message.ts';
import { signatureHeaders } from './sign.ts';
import { type AnswersFor, RULE_EVENT, webhookContext } from './webhook.ts';
import type { WebhookRow } from './webhooks.store.ts';

/** Timeout of the whole exchange; a common value for webhooks. */
const TIMEOUT_MS = 10_000;
/** Characters of a response that are kept, to diagnose a receiver. */
const MAX_ANSWER = 1000;
const MAX_ERROR = 300;

export interface AttemptDeps {
  readonly clock: Clock;
  readonly seal: Seal;
  readonly outbound: Outbound;
  readonly publicUrl: () => string;
  readonly answersFor: AnswersFor;
}

/** The result of one attempt. */
export interface Attempt {
  readonly at: number;
  readonly ms: number;
  /** Undefined if there was no response; then `error` says why. */
  readonly status: number | undefined;
  /** A reason and a sentence, as `joinReason` joins them. */
  readonly error: string | undefined;
  /** The beginning of a response that was not a 2xx. */
  readonly answer: string | undefined;
  readonly retryAfter: string | undefined;
}

/** Sends a delivery once. Never throws: an error becomes part of the result. */
export async function attemptDelivery(
  deps: AttemptDeps,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<Attempt> {
  const { clock, outbound, publicUrl } = deps;
  const at = clock.now();
  const none = { status: undefined, error: undefined, answer: undefined, retryAfter: undefined };
  try {
    const data = await dataToSend(deps, delivery);
    const body = messageOf({ ...delivery, data }, publicUrl());
    const message = { id: delivery.id, timestamp: Math.floor(at / 1000), body };
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Formstead-Webhooks/1',
      ...signatureHeaders(message, openSecrets(deps, webhook, at)),
    };
    const request = { method: 'POST', headers, body, isTraced: true } as const;
    const limits = { maxBytes: MAX_ANSWER, timeoutMs: TIMEOUT_MS, cut: true, signal } as const;
    const { status, text, rawHeaders } = await outbound.call(webhook.target_url, request, limits);
    const retryAfter = headerOf(rawHeaders, 'retry-after');
    const answer = isDelivered({ status }) || text === '' ? undefined : storable(text);
    return { ...none, at, ms: clock.now() - at, status, answer, retryAfter };
  } catch (error) {
    return {
      ...none,
      at,
      ms: clock.now() - at,
      error: joinReason(reasonOf(error), wordsOf(error)),
    };
  }
}

/** Returns the data of a message: that of a rule has the answers that it names, as they are now. */
async function dataToSend(
  { answersFor }: AttemptDeps,
  { type, account_id, data }: DeliveryRow,
): Promise<string> {
  if (type !== RULE_EVENT) return data;
  const { id, fields, ...rest }: JsonObject = JSON.parse(data);
  const names: readonly JsonValue[] = Array.isArray(fields) ? fields : [];
  const answers = await answersFor(account_id, textOf(id), names.map(textOf));
  return JSON.stringify({ id, ...rest, answers });
}

/** Returns the secrets that sign now. @throws Error if another master key sealed them. */
function openSecrets(
  { seal }: Pick<AttemptDeps, 'seal'>,
  { account_id, id, secret, previous_secret, previous_until }: WebhookRow,
  now: number,
): readonly string[] {
  const isOverlap = previous_until !== null && now < previous_until;
  const sealed = [secret, ...(isOverlap && previous_secret !== null ? [previous_secret] : [])];
  const context = webhookContext(account_id, id);
  const opened = sealed.flatMap((text) => seal.open(context, text) ?? []);
  if (opened.length > 0) return opened;
  throw new SecretLost('the secret of this webhook was sealed with another master key: rotate it');
}

function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  const at = rawHeaders.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === name);
  return at === -1 ? undefined : rawHeaders[at + 1];
}

class SecretLost extends Error {
  override readonly name = 'SecretLost';
}

/** Why an attempt got no response; pages have words for each in each language. */
export type AttemptFailure = CallFailure | 'secret-lost' | 'no-right';
export const isAttemptFailure = (word: string): word is AttemptFailure =>
  word === 'secret-lost' || word === 'no-right' || isCallFailure(word);

const reasonOf = (error: unknown): AttemptFailure =>
  error instanceof SecretLost ? 'secret-lost' : callFailureOf(error);

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed';
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} seconds`;
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return storable(`${error.message || 'the call failed'}${code}`).slice(0, MAX_ERROR);
}

// PostgreSQL stores neither lone surrogates nor NUL.
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
