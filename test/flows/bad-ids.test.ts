// Ids of nothing: whatever they look like, the answer is always the same 404.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEngineOrBoth } from '../support/engines.ts';
import type { Answer, Call } from '../support/instance.ts';
import { fresh } from '../support/scim.ts';
import { startWitness, type Witness } from '../support/witness.ts';

/** As they appear in the path. */
const NO_IDS = [
  '0',
  '-1',
  '1e309',
  '010101001010101011001010101011',
  'null',
  'undefined',
  'x'.repeat(1000),
  'x'.repeat(20_000),
  '%F0%9F%98%80',
  '%F0%9F%98%80'.repeat(100),
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e%2fUsers',
  '..%5c..',
  '%00',
  'a%00b',
  '%0d%0aSet-Cookie:%20x=1',
  '__proto__',
  'constructor',
  '*',
  '%2a',
  '%25',
  '%2525',
  "'%20or%20'1'='1",
  '1;drop%20table%20users',
  '%24%7bjndi%3aldap%3a%2f%2fx%7d',
  '%7b%7b7*7%7d%7d',
  '00000000-0000-0000-0000-000000000000',
  '01890a5d-ac96-774b-bcce-b302099a8057',
  '01890a5d-ac96-774b-bcce-b302099a8057%20',
  '%EF%BC%90',
];

forEngineOrBoth('sqlite', (engine) => {
  let witness: Witness;
  before(async () => {
    witness = await startWitness(engine);
  });
  after(() => witness.close());

  const unknown = async (method: string, path: string, call: Call = {}) => {
    const answer = await witness.send(method, path, call);
    assert.equal(answer.status, 404, `${method} ${path.slice(0, 99)} ${answer.text}`);
    if (method === 'HEAD') return;
    assert.match(String(answer.at('detail')), /^There is no (user|group|resource) with this id\.$/);
  };

  for (const kind of ['Users', 'Groups']) {
    test(`SCIM ${kind}: 404, whatever is asked of it`, () =>
      witness.nothingChanges(async () => {
        for (const id of NO_IDS) {
          const path = `/scim/v2/${kind}/${id}`;
          for (const method of ['GET', 'HEAD', 'DELETE']) await unknown(method, path);
          await unknown('PUT', path, { body: { userName: fresh(), displayName: fresh() } });
        }
      }));

    test(`v2 ${kind}: 404`, () =>
      witness.nothingChanges(async () => {
        for (const id of NO_IDS) await unknown('GET', `/v2/${kind.toLowerCase()}/${id}`);
      }));
  }

  test('discovery: 404', () =>
    witness.nothingChanges(async () => {
      for (const id of NO_IDS) {
        for (const kind of ['Schemas', 'ResourceTypes']) {
          const answer = await witness.send('GET', `/scim/v2/${kind}/${id}`);
          assert.equal(answer.status, 404, `${kind} ${id.slice(0, 99)} ${answer.text}`);
        }
      }
    }));

  test('an unknown path is 404 whatever the method, in the words of its protocol', () =>
    witness.nothingChanges(async () => {
      const paths = [
        '/scim/v2/Nothing',
        '/scim/v2/Users/1/2',
        '/scim/v2x/Users',
        '/scim/Nothing',
        '/scim/v2/users/..;/Users',
        '/scim/v2/%55sers/x/y',
        '/v2',
        '/v2/forms',
        '/v2/formz/1/2/3',
        '/v1/formz',
        '/v3/formz',
        '/connect/authorize',
        '/.env',
        '/wp-login.php',
        '/%2e%2e/%2e%2e/etc/passwd',
        '/..;/',
        `/${'a/'.repeat(2000)}`,
      ];
      for (const path of paths) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
          const answer = await witness.send(method, path);
          assert.equal(answer.status, 404, `${method} ${path.slice(0, 99)} ${answer.text}`);
        }
      }
    }));

  test('a method that a path does not have is 405 and Allow names those it has', () =>
    witness.nothingChanges(async () => {
      const paths: readonly (readonly [path: string, allow: readonly string[]])[] = [
        ['/scim/v2/ServiceProviderConfig', ['GET', 'HEAD']],
        ['/scim/v2/Schemas', ['GET', 'HEAD']],
        ['/v2/formz', ['GET', 'HEAD', 'POST']],
        ['/v2/users/x', ['GET', 'HEAD']],
        ['/healthz', ['GET', 'HEAD']],
        ['/connect/token', ['POST']],
        ['/scim/v2/Users', ['GET', 'HEAD', 'POST']],
      ];
      const all = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LINK'];
      for (const [path, allow] of paths) {
        for (const method of all.filter((each) => !allow.includes(each))) {
          const answer = await witness.send(method, path);
          assert.equal(answer.status, 405, `${method} ${path} ${answer.text}`);
          assertAllows(answer, allow);
        }
      }
    }));
});

function assertAllows(answer: Answer, expected: readonly string[]): void {
  const allow = (answer.headers['allow'] ?? '').split(', ').sort();
  assert.deepEqual(allow, [...expected].sort());
}
