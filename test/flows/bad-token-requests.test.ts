// Every parameter of the token request, spoilt in every way: the answer is never a token but the right error of RFC
// 6749, nothing is stored, and the secret appears nowhere.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../support/engines.ts';
import type { Answer } from '../support/instance.ts';
import { startWitness, type Witness } from '../support/witness.ts';

const PARAMETERS = ['grant_type', 'scope', 'client_id', 'client_secret'] as const;
type Parameter = (typeof PARAMETERS)[number];
type Spoil = (name: Parameter, pairs: readonly Pair[], good: string) => readonly Pair[];
/** As it appears in the body. */
type Pair = readonly [name: string, value: string];

const replace =
  (make: (good: string) => string): Spoil =>
  (name, pairs, good) =>
    pairs.map((pair) => (pair[0] === name ? [name, make(good)] : pair));

const rename =
  (make: (name: string) => string): Spoil =>
  (name, pairs, good) =>
    pairs.map((pair) => (pair[0] === name ? [make(name), good] : pair));

const WAYS: Readonly<Record<string, Spoil>> = {
  'is missing': (name, pairs) => pairs.filter((pair) => pair[0] !== name),
  'is there twice, the same': (name, pairs, good) => [...pairs, [name, good]],
  'is there twice, another first': (name, pairs) => [[name, 'other'], ...pairs],
  'is there twice, empty first': (name, pairs) => [[name, ''], ...pairs],
  'is empty': replace(() => ''),
  'is a blank': replace(() => '+'),
  'has a blank before it': replace((good) => `+${good}`),
  'has a newline behind it': replace((good) => `${good}%0A`),
  'is 10 kB': replace(() => 'x'.repeat(10_000)),
  'is itself and 10 kB more': replace((good) => good + 'x'.repeat(10_000)),
  'holds a NUL': replace((good) => `${good}%00`),
  'is half a surrogate pair': replace(() => '%ED%A0%80'),
  'is no UTF-8': replace(() => '%FF%FE'),
  'is an emoji': replace(() => '%F0%9F%94%91'),
  'is cut short': replace((good) => good.slice(0, -1)),
  'is in capitals': replace((good) => good.toUpperCase()),
  'is an injection': replace((good) => `${good}'+or+'1'='1`),
  'is JSON': replace(() => '%7B%22%24ne%22%3Anull%7D'),
  'is a list': rename((name) => `${name}[]`),
  'is an object': rename((name) => `${name}[__proto__]`),
  'has its name in capitals': rename((name) => name.toUpperCase()),
  'is called __proto__': rename(() => '__proto__'),
};
const ERRORS = new Set([
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'unsupported_grant_type',
]);

forEachEngine((engine) => {
  let witness: Witness;
  let good: Readonly<Record<Parameter, string>>;
  before(async () => {
    witness = await startWitness(engine);
    const { clientId, clientSecret } = witness.instance.account;
    good = {
      grant_type: 'client_credentials',
      scope: 'public_api',
      client_id: clientId,
      client_secret: clientSecret,
    };
  });
  after(() => witness.close());

  const ask = (pairs: readonly Pair[]): Promise<Answer> =>
    witness.send('POST', '/connect/token', {
      token: null,
      body: pairs.map((pair) => pair.join('=')).join('&'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const pairs = () => PARAMETERS.map((name): Pair => [name, good[name]]);

  for (const [way, spoil] of Object.entries(WAYS)) {
    test(`check 5: a parameter ${way}`, () =>
      witness.nothingChanges(async () => {
        for (const name of PARAMETERS) {
          const answer = await ask(spoil(name, pairs(), good[name]));
          const what = `${name} ${way}: ${answer.text}`;
          assert.ok(answer.status === 400 || answer.status === 401, what);
          assert.ok(ERRORS.has(String(answer.at('error'))), what);
          assert.equal(answer.status === 401, answer.at('error') === 'invalid_client', what);
          assert.equal(answer.headers['cache-control'], 'no-store', what);
          assert.ok(!answer.text.includes(good.client_secret), what);
        }
      }));
  }

  test('and unspoilt it gets a token, with parameters beside it that mean nothing', async () => {
    assert.equal((await ask(pairs())).status, 200);
    const more: readonly Pair[] = [...pairs(), ['__proto__', 'x'], ['constructor', 'y']];
    assert.equal((await ask(more)).status, 200);
    assert.equal((await ask([...more, ['client_secret_', '%F0%9F%98%80']])).status, 200);
  });

  test('the secret is in no log line, however it was sent', () => {
    const { logs } = witness.instance;
    assert.ok(logs.length > PARAMETERS.length);
    assert.deepEqual(
      logs.filter((line) => line.includes(good.client_secret)),
      [],
    );
  });
});
