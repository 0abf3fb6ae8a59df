// Checks every answer that a test gets: the test fails at once if an answer contains what no client may see, or if the
// stored changes differ from the acknowledged ones.
import assert from 'node:assert/strict';
import { readCounter } from '#db/counters.ts';
import type { Engine } from './engines.ts';
import { type Answer, type Call, type Instance, startInstance } from './instance.ts';
import { ERROR } from './scim.ts';
import { differentRows, readStoredRows, type StoredRows } from './stored-rows.ts';

export interface Witness {
  readonly instance: Instance;
  /** Sends a request, and makes the checks that apply to every answer. */
  send(method: string, path: string, call?: Call): Promise<Answer>;
  /** Fails if anything stored changed, other than what a 2xx acknowledged. */
  onlyAcknowledged(work: () => Promise<void>): Promise<void>;
  /** Fails if anything stored changed. */
  nothingChanges(work: () => Promise<void>): Promise<void>;
  /** Fails if the log contains an error. */
  close(): Promise<void>;
}

/** Traces of a stack, of SQL or of a path in the program. Requests of tests contain none of these. */
const LEAKS = [
  /\n\s+at /,
  /\.[cm]?[jt]s:\d/,
  /node_modules|node:internal/,
  /\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b/i,
  /sqlite|postgres|kysely|fastify|syntax error at/i,
  /\[object Object\]|\bundefined\b|\bNaN\b/,
];

export async function startWitness(engine: Engine): Promise<Witness> {
  const instance = await startInstance(engine, { env: { FORMSTEAD_WEB_PUSH: 'on' } });
  const { services, account, logs } = instance;
  const { db, settings } = services;
  let acknowledged = new Set<string>();

  const acknowledge = (method: string, path: string, answer: Answer): void => {
    if (method === 'GET' || method === 'HEAD' || answer.status >= 300) return;
    const named = method === 'POST' ? answer.at('id') : path.split(/[/?]/)[4];
    if (typeof named === 'string') acknowledged.add(named);
  };
  const send: Witness['send'] = async (method, path, call) => {
    const answer = await instance.request(method, path, call);
    checkAnswer(`${method} ${path.slice(0, 200)}`, method, path, answer);
    assert.ok(!answer.text.includes(settings.server.dataDir), 'a path of the machine got out');
    acknowledge(method, path, answer);
    return answer;
  };
  const checkCounters = async (): Promise<void> => {
    for (const name of ['users', 'groups'] as const) {
      const kept = await readCounter(db.reader, account.accountId, name);
      const rows = await db.reader
        .selectFrom(name)
        .select('id')
        .where('account_id', '=', account.accountId)
        .$if(name === 'users', (query) => query.where('protected', '=', 0))
        .execute();
      assert.equal(kept, rows.length, `the kept total of ${name}`);
    }
  };
  const onlyAcknowledged: Witness['onlyAcknowledged'] = async (work) => {
    acknowledged = new Set();
    const before = withoutPlans(await readStoredRows(db));
    await work();
    const after = withoutPlans(await readStoredRows(db));
    // A group that lost a member, or a user that lost their manager, has also changed.
    const all = [...before, ...after].flatMap(([, rows]) => rows);
    const touched = mentioned(all, acknowledged);
    // The first person who looks at pushes has the key of the installation made, and the first cursor notes the timeline.
    const strange = differentRows(before, after).filter(
      (row) => !/^(?:counters|push_keys|form_change_heads) /.test(row) && !mentions(row, touched),
    );
    const shown = strange.slice(0, 3).join('\n');
    assert.equal(strange.length, 0, `changed, and nobody was told:\n${shown}`);
    await checkCounters();
  };
  return {
    instance,
    send,
    onlyAcknowledged,
    async nothingChanges(work) {
      await onlyAcknowledged(work);
      assert.deepEqual([...acknowledged], [], 'was acknowledged');
    },
    async close() {
      await instance.close();
      assert.deepEqual(errorsIn(logs), []);
    },
  };
}

/** A job notes in the background with which time zones it has planned, such as after a request that changed the holidays. */
const withoutPlans = (tables: StoredRows): StoredRows =>
  new Map(
    [...tables].map(([name, rows]) => [
      name,
      rows.map((row) => row.replace(/"tz_version":"[^"]*"/, '"tz_version":""')),
    ]),
  );

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const mentions = (row: string, ids: ReadonlySet<string>): boolean =>
  [...row.matchAll(UUID)].some(([id]) => ids.has(id));

/** Returns the ids, and those related to them by a membership or a manager. */
function mentioned(rows: readonly string[], ids: ReadonlySet<string>): ReadonlySet<string> {
  const beside = rows
    .map((row) => JSON.parse(row))
    .filter(({ member_id, manager_id }) => ids.has(member_id) || ids.has(manager_id))
    .map(({ id, group_id }) => id ?? group_id);
  return new Set([...ids, ...beside]);
}

function checkAnswer(what: string, method: string, path: string, answer: Answer): void {
  const { status, text, headers } = answer;
  assert.ok(status >= 200 && status < 500, `${what}: ${status} ${text}`);
  assert.ok((headers['x-request-id'] ?? '') !== '', `${what}: ${status} without a request id`);
  assert.equal(headers['x-content-type-options'], 'nosniff', what);
  if (status < 400) return;
  for (const leak of LEAKS) assert.doesNotMatch(text, leak, what);
  if (method === 'HEAD') return;
  if (/^\/scim(\/|\?|$)/i.test(path)) checkScimError(what, answer);
  else if (/^\/connect(\/|\?|$)/i.test(path)) checkOauthError(what, answer);
  else checkProblem(what, answer);
}

const SCIM_MEMBERS = ['detail', 'schemas', 'scimType', 'status'];

/** Checks for exactly these members (RFC 7644 §3.12), because some clients parse errors into a fixed type. */
function checkScimError(what: string, answer: Answer): void {
  const { status, headers, text } = answer;
  assert.match(headers['content-type'] ?? '', /^application\/scim\+json/, what);
  assert.deepEqual(answer.at('schemas'), [ERROR], `${what}: ${text}`);
  assert.equal(answer.at('status'), String(status), what);
  assert.match(headers['formstead-error-code'] ?? '', /^[a-z-]+$/, what);
  checkWords(what, answer.at('detail'));
  const odd = Object.keys(Object(answer.body)).filter((name) => !SCIM_MEMBERS.includes(name));
  assert.deepEqual(odd, [], what);
}

/** Checks an error of RFC 6749 §5.2. */
function checkOauthError(what: string, answer: Answer): void {
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/, what);
  assert.deepEqual(Object.keys(Object(answer.body)), ['error', 'error_description'], what);
  assert.match(String(answer.at('error')), /^[a-z_]+$/, what);
  checkWords(what, answer.at('error_description'));
}

/** Checks a problem document of RFC 9457. */
function checkProblem(what: string, answer: Answer): void {
  const { status, headers } = answer;
  assert.match(headers['content-type'] ?? '', /^application\/problem\+json/, what);
  assert.equal(answer.at('status'), status, what);
  assert.equal(answer.at('type'), `urn:formstead:error:${answer.at('code')}`, what);
  assert.equal(answer.at('requestId'), headers['x-request-id'], what);
  checkWords(what, answer.at('title'));
  checkWords(what, answer.at('detail'));
}

/** Checks that the text is neither too short nor too long for people. */
function checkWords(what: string, detail: unknown): void {
  assert.ok(typeof detail === 'string', `${what}: no detail`);
  assert.ok(detail.length >= 8 && detail.length <= 700, `${what}: ${detail.length}: ${detail}`);
}

function errorsIn(logs: readonly string[]): readonly string[] {
  return logs.filter((line) => JSON.parse(line).level >= 50);
}
