// People and an identity provider at work, all at once. What they are told goes to a ledger.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PNG } from '../support/attachments.ts';
import { codeOf } from '../support/error-code.ts';
import type { Answer, Call } from '../support/instance.ts';
import { BULK_REQUEST } from '../support/scim-bulk.ts';
import { between, type Random } from '../support/seeded.ts';
import type { Ledger } from './ledger.ts';

export interface Work {
  readonly ledger: Ledger;
  /** Names of things begin with it. */
  readonly prefix: string;
  readonly random: Random;
  readonly templateId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The moment, as the ledger counts. */
  now(): number;
  /** @throws when there was no answer */
  request(method: string, path: string, call: Call): Promise<Answer>;
  /** Hears of each answer that is neither a success nor a 503 in the form of its protocol. */
  onOdd(what: string): void;
  /** Hears of each request that got no answer. */
  onSilence(what: string): void;
  isOver(): boolean;
}

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const BULK_SIZE = 12;
const PAUSE_MS = 20;
/** Characters. */
const LONG_NOTES = 60_000;

/** Runs until it is over: one client of each kind. */
export async function workUntilOver(work: Work): Promise<void> {
  const clients = [provision, provisionInBulk, issueTokens, fillForms, writeMuch];
  await Promise.all(clients.map((client) => repeat(work, client)));
}

async function repeat(
  work: Work,
  client: (work: Work, round: string) => Promise<void>,
): Promise<void> {
  for (let round = 0; !work.isOver(); round += 1) {
    await client(work, `${work.prefix}${round}`).catch(async (error: unknown) => {
      if (!(error instanceof NotDone)) throw error;
      // The next round asks for something else, after a while.
      await sleep(PAUSE_MS);
    });
  }
}

class NotDone extends Error {
  override readonly name = 'NotDone';
}

interface Step {
  readonly thing: string;
  readonly value: string | undefined;
}

/** Sends what gives things their values, and notes them when a success is told. @throws NotDone */
async function tell(
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
    if (!isOutage(answer, sending[1])) work.onOdd(`${what}: ${answer.status} ${answer.text}`);
    throw new NotDone();
  }
  const results = answer.at('Operations');
  // Of a Bulk, each operation has a result of its own, up to one that met an outage: the rest is to be sent again.
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

/** 503 as the protocol of the path writes it, with what to do about it. */
export function isOutage(answer: Answer, path: string): boolean {
  const { status, headers, at } = answer;
  if (status !== 503) return false;
  if (path.startsWith('/connect/')) return at('error') === 'temporarily_unavailable';
  const type = path.startsWith('/scim/') ? 'application/scim+json' : 'application/problem+json';
  const isForm = headers['content-type']?.startsWith(type) === true;
  const isTold = codeOf(answer) === 'storage-unavailable';
  return isForm && isTold && headers['retry-after'] !== undefined;
}

/** One user: created, changed by PATCH and PUT, and every third one deleted. */
async function provision(work: Work, round: string): Promise<void> {
  const userName = `user-${round}`;
  const thing = `user ${userName}`;
  const user = (title: string) => ({ schemas: [USER], userName, title });
  const step = (value: string | undefined): readonly Step[] => [{ thing, value }];
  const made = await tell(work, step('made'), [
    'POST',
    '/scim/v2/Users',
    { body: user('made'), headers: SCIM },
  ]);
  const path = `/scim/v2/Users/${String(made.at('id'))}`;
  const Operations = [{ op: 'replace', path: 'title', value: 'patched' }];
  await tell(work, step('patched'), [
    'PATCH',
    path,
    { body: { schemas: [PATCH], Operations }, headers: SCIM },
  ]);
  await tell(work, step('put'), ['PUT', path, { body: user('put'), headers: SCIM }]);
  if (between(work.random, 0, 2) === 0) await tell(work, step(undefined), ['DELETE', path, {}]);
}

const SCIM = { 'content-type': 'application/scim+json' };

async function provisionInBulk(work: Work, round: string): Promise<void> {
  const names = Array.from({ length: BULK_SIZE }, (_, index) => `bulk-${round}-${index}`);
  const Operations = names.map((userName) => ({
    method: 'POST',
    path: '/Users',
    bulkId: userName,
    data: { schemas: [USER], userName, title: 'made' },
  }));
  const steps = names.map((userName) => ({ thing: `user ${userName}`, value: 'made' }));
  const body = { schemas: [BULK_REQUEST], Operations };
  await tell(work, steps, ['POST', '/scim/v2/Bulk', { body, headers: SCIM }]);
}

/** A token is on record before it leaves the house. */
async function issueTokens(work: Work): Promise<void> {
  const { clientId, clientSecret } = work;
  const send = (path: string, fields: Readonly<Record<string, string>>) => {
    const proof = { client_id: clientId, client_secret: clientSecret };
    const body = new URLSearchParams({ ...proof, ...fields }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return tell(work, [], ['POST', path, { body, headers, token: null }]);
  };
  const asked = { grant_type: 'client_credentials', scope: 'public_api' };
  const issued = await send('/connect/token', asked);
  const toldAt = work.now();
  // It is encrypted: only the service can tell its name.
  const about = await send('/connect/introspect', { token: String(issued.at('access_token')) });
  work.ledger.attempt(`token ${String(about.at('jti'))}`, 'issued')(toldAt);
}

/** One form: made, saved, a photo attached, completed. */
async function fillForms(work: Work): Promise<void> {
  const id = uuid(work.random);
  const thing = `form ${id}`;
  const { templateId } = work;
  await tell(
    work,
    [{ thing, value: 'draft' }],
    ['POST', '/v2/formz', { body: { id, templateId } }],
  );
  for (const text of ['first notes', 'second notes']) {
    const fields = { notes: { text } };
    await tell(
      work,
      [{ thing, value: `draft ${text}` }],
      ['PATCH', `/v2/formz/${id}`, { body: { fields } }],
    );
  }
  await attach(work, id);
  const body = { status: 'complete' };
  const done = { thing, value: 'complete second notes' };
  await tell(work, [done], ['POST', `/v2/formz/${id}/status`, { body }]);
}

/** One commit of many pages. */
async function writeMuch(work: Work): Promise<void> {
  const id = uuid(work.random);
  const thing = `form ${id}`;
  const { templateId } = work;
  const draft = { thing, value: 'draft' };
  await tell(work, [draft], ['POST', '/v2/formz', { body: { id, templateId } }]);
  const text = `${id} `.repeat(LONG_NOTES / id.length);
  const saved = { thing, value: `draft ${text}` };
  const body = { fields: { notes: { text } } };
  await tell(work, [saved], ['PATCH', `/v2/formz/${id}`, { body }]);
}

async function attach(work: Work, form: string): Promise<void> {
  const id = uuid(work.random);
  const bytes = Buffer.concat([PNG, Buffer.alloc(between(work.random, 1, 60_000), id)]);
  const value = createHash('sha256').update(bytes).digest('hex');
  const path = `/v2/formz/${form}/attachments?id=${id}&field=photo&fileName=a.png`;
  const call = { body: bytes, headers: { 'content-type': 'image/png' } };
  await tell(work, [{ thing: `file ${id}`, value }], ['POST', path, call]);
  const fields = { photo: { files: [{ id }] } };
  await tell(work, [], ['PATCH', `/v2/formz/${form}`, { body: { fields } }]);
}

/** Version 4 (RFC 9562 §5.4) of the seed's digits. */
function uuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => between(random, 0, 15).toString(16));
  digits[12] = '4';
  digits[16] = 'a';
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
