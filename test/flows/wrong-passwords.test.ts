// Wrong passwords of existing and of unknown users: the same answer after the same work. `npm run test:deep` also
// checks for the same time.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  type Ask,
  IS_DEEP,
  openSender,
  proveSameTime,
  type Sender,
  timesInTurn,
} from '../support/timing.ts';

const PAIRS = 300;
const WARM_UP = 20;
/** The failures are spread over this many users, because one alone may have only a hundred. */
const PEOPLE = IS_DEEP ? 40 : 2;
const PASSWORD = 'four grey herons: wait';
/** Limits that all failures of the test stay below. */
const ENV = {
  FORMSTEAD_LIMIT_SIGN_IN: '1000000',
  FORMSTEAD_LIMIT_PASSWORD_FAILURES_PER_ADDRESS: '1000000',
  FORMSTEAD_LIMIT_PASSWORD_FAILURES_PER_USER_AND_ADDRESS: '100',
};

/** Returns a name to try; the longest names of each kind have the same length. */
type NameOf = (turn: number) => string;
const known: NameOf = (turn) => `known-${turn % PEOPLE}@example.com`;
const unknown: NameOf = (turn) => `other-${turn % PEOPLE}@example.com`;
const without: NameOf = (turn) => `empty-${turn % PEOPLE}@example.com`;
const inAccount =
  (code: string, name: NameOf): NameOf =>
  (turn) =>
    `${code}/${name(turn)}`;

forEachEngine((engine) => {
  let node: Instance;
  let sender: Sender;
  before(async () => {
    node = await startInstance(engine, { env: ENV });
    sender = openSender(node, { ca: [node.ca], sockets: 1 });
    for (let i = 0; i < PEOPLE; i += 1) {
      for (const person of [{ userName: known(i), password: PASSWORD }, { userName: without(i) }]) {
        const made = await node.request('POST', '/scim/v2/Users', { body: person });
        assert.equal(made.status, 201, made.text);
      }
    }
  });
  after(async () => {
    sender.close();
    await node.close();
  });

  const answers = new Set<string>();
  const basic =
    (name: NameOf): Ask =>
    async (turn) => {
      const value = Buffer.from(`${name(turn)}:wrong`).toString('base64');
      const answer = await sender.send('GET', '/v2/formz', { authorization: `Basic ${value}` });
      answers.add(`${answer.status} ${comparable(answer.text)}`);
    };
  const signIn =
    (name: NameOf): Ask =>
    async (turn) => {
      const body = JSON.stringify({ userName: name(turn), password: 'wrong' });
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const answer = await sender.send('POST', '/app/v1/session', headers, body);
      answers.add(`${answer.status} ${comparable(answer.text)}`);
    };
  const WAYS = [
    ['Basic', basic, [known, unknown, without], ['known', 'unknown', 'without a password']],
    [
      'Basic with a code',
      basic,
      [inAccount('acme', known), inAccount('acme', unknown), inAccount('none', known)],
      ['known', 'unknown', 'of no account'],
    ],
    ['sign-in', signIn, [known, unknown, without], ['known', 'unknown', 'without a password']],
  ] as const;

  for (const [way, ask, names] of WAYS) {
    test(`check 24: ${way}: known, unknown and without a password get one and the same answer`, async () => {
      answers.clear();
      for (const name of names) await ask(name)(0);
      assert.equal(answers.size, 1, [...answers].join('\n'));
      assert.match([...answers][0] ?? '', /^401 /);
    });
  }

  test('check 23: of a hundred wrong passwords at once some are told to come again, and tokens work meanwhile', async () => {
    const token = await node.adminToken();
    const value = Buffer.from('flood@example.com:wrong').toString('base64');
    const headers = { authorization: `Basic ${value}` };
    const flood = Array.from({ length: 100 }, () =>
      node.request('GET', '/v2/formz', { token: null, headers }),
    );
    const bearer = await node.request('GET', '/v2/formz', { token });
    assert.equal(bearer.status, 200);
    const refused = await Promise.all(flood);
    const statuses = new Set(refused.map(({ status }) => status));
    assert.deepEqual([...statuses].sort(), [401, 503]);
    for (const { status, headers: answered } of refused) {
      assert.equal(answered['retry-after'], status === 503 ? '1' : undefined);
    }
  });

  if (!IS_DEEP) return;

  for (const [way, ask, names, labels] of WAYS) {
    test(`check 24: ${way}: ${PAIRS} interleaved pairs differ by less than 2 % in the median`, async (t) => {
      const asks = names.map((name) => ask(name));
      const measure = () => timesInTurn(asks, { turns: PAIRS, warmUp: WARM_UP });
      await proveSameTime(measure, labels, (line) => t.diagnostic(line));
    });
  }
});

const comparable = (text: string): string => text.replaceAll(/"requestId":"[^"]*"/g, '');
