// Sends requests as clients of the service, and records in a ledger what they were told.
import { codeOf } from '../support/error-code.ts';
import type { Answer, Call } from '../support/instance.ts';
import { between, type Random } from '../support/seeded.ts';
import type { Ledger } from './ledger.ts';

export interface Work {
  readonly ledger: Ledger;
  /** The prefix of all names. */
  readonly prefix: string;
  readonly random: Random;
  readonly templateId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Returns the moment, as the ledger counts. */
  now(): number;
  /** @throws if there was no answer */
  request(method: string, path: string, call: Call): Promise<Answer>;
  /** Called with each answer that is neither a success nor a 503 in the form of its protocol. */
  onOdd(what: string): void;
  /** Called with each request that got no answer. */
  onSilence(what: string): void;
  isOver(): boolean;
}

export class NotDone extends Error {
  override readonly name = 'NotDone';
}

export interface Step {
  readonly thing: string;
  readonly value: string | undefined;
}

/** Sends a request that changes objects, and records their values if it succeeds. @throws NotDone */
export async function sendStep(
  work: Work,
  steps: readonly Step[],
  sending: readonly [method: string, path: string, call: Call],
): Promise<Answer> {
  const told = steps.map(({ thing, value }) => work.ledger.attempt(thing, value));
  const what = `${sending[0]} ${sending[1]}`;
  const answer = await work.request(...sending).catch((error: unknown) => String(error));
  if (typeof answer === 'string') {
    work.onSilence(`${what}: ${answer}`);
    throw new NotDone();
  }
  if (answer.status >= 300) {
    // Exports that a kill interrupted keep running until their leases end.
    const isFull = codeOf(answer) === 'too-many-exports';
    if (!isFull && !isOutage(answer, sending[1])) {
      work.onOdd(`${what}: ${answer.status} ${answer.text}`);
    }
    throw new NotDone();
  }
  const results = answer.at('Operations');
  // In a Bulk response, each operation has its own result, up to the first that met an outage; the rest has to be sent
  // again.
  const statuses = Array.isArray(results)
    ? results.map(({ status }) => Number(status))
    : steps.map(() => answer.status);
  const isCutShort = statuses.at(-1) === 503;
  told.forEach((note, index) => {
    const status = statuses[index] ?? (isCutShort ? 503 : 0);
    if (status >= 200 && status < 300) note(work.now());
    else if (status !== 503) work.onOdd(`${what}: ${status} for operation ${index}`);
  });
  return answer;
}

/** Returns whether an answer is a 503 in the form of the path's protocol, with advice what to do. */
export function isOutage(answer: Answer, path: string): boolean {
  const { status, headers, at } = answer;
  if (status !== 503) return false;
  if (path.startsWith('/connect/')) return at('error') === 'temporarily_unavailable';
  const type = path.startsWith('/scim/') ? 'application/scim+json' : 'application/problem+json';
  const isForm = headers['content-type']?.startsWith(type) === true;
  const isTold = codeOf(answer) === 'storage-unavailable';
  return isForm && isTold && headers['retry-after'] !== undefined;
}

/** Returns a UUID of version 4 (RFC 9562 §5.4) made from the seed. */
export function uuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => between(random, 0, 15).toString(16));
  digits[12] = '4';
  digits[16] = 'a';
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
