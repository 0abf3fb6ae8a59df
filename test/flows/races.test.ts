// Many clients want the same thing at the same moment: exactly one gets it, the others are told, and nothing is half
// done.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEngineOrBoth } from '../support/engines.ts';
import type { Answer, Call } from '../support/instance.ts';
import { fresh } from '../support/scim.ts';
import { startWitness, type Witness } from '../support/witness.ts';

const AT_ONCE = 20;
const each = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => make(index)));

/** Returns a name in one of its spellings. */
const spelling = (name: string, index: number): string =>
  index % 2 === 0 ? name.toUpperCase() : name;

forEngineOrBoth('postgres', (engine) => {
  let witness: Witness;
  before(async () => {
    witness = await startWitness(engine);
  });
  after(() => witness.close());

  const scim = (method: string, path: string, call?: Call) =>
    witness.send(method, `/scim/v2${path}`, call);
  const make = async (path: string, body: object): Promise<Answer> => {
    const answer = await scim('POST', path, { body });
    assert.equal(answer.status, 201, answer.text);
    return answer;
  };

  for (const [kind, name] of [
    ['Users', 'userName'],
    ['Groups', 'displayName'],
  ] as const) {
    test(`${AT_ONCE} creations of one ${name}: one 201, the others 409 uniqueness`, () =>
      witness.onlyAcknowledged(async () => {
        const wanted = fresh('Race');
        const answers = await each((index) =>
          scim('POST', `/${kind}`, { body: { [name]: spelling(wanted, index) } }),
        );
        assertOneWon(answers, 201, 409);
        for (const answer of answers.filter(({ status }) => status === 409)) {
          assert.equal(answer.at('scimType'), 'uniqueness');
          assert.match(String(answer.at('detail')), new RegExp(name, 'i'));
        }
        const filter = encodeURIComponent(`${name} eq "${wanted}"`);
        assert.equal((await scim('GET', `/${kind}?filter=${filter}`)).at('totalResults'), 1);
      }));

    test(`${AT_ONCE} ${kind} that all want to be called the same: one 200, the others 409`, () =>
      witness.onlyAcknowledged(async () => {
        const made = await each(() => make(`/${kind}`, { [name]: fresh() }));
        const wanted = fresh('Same');
        const answers = await each((index) =>
          scim('PUT', `/${kind}/${made[index]?.at('id')}`, {
            body: { [name]: spelling(wanted, index) },
          }),
        );
        assertOneWon(answers, 200, 409);
      }));

    test(`7644-3.14-04 ${AT_ONCE} replacements of what was read once: one 200, the others 412`, () =>
      witness.onlyAcknowledged(async () => {
        const body = { [name]: fresh() };
        const made = await make(`/${kind}`, body);
        const headers = { 'if-match': String(made.at('meta', 'version')) };
        const answers = await each((index) =>
          scim('PUT', `/${kind}/${made.at('id')}`, {
            body: { ...body, externalId: `e${index}` },
            headers,
          }),
        );
        assertOneWon(answers, 200, 412);
        const won = answers.find(({ status }) => status === 200);
        const now = await scim('GET', `/${kind}/${made.at('id')}`);
        assert.equal(now.at('externalId'), won?.at('externalId'));
      }));

    test(`${AT_ONCE} replacements without If-Match: all 200, the last is what is there`, () =>
      witness.onlyAcknowledged(async () => {
        const body = { [name]: fresh() };
        const made = await make(`/${kind}`, body);
        const answers = await each((index) =>
          scim('PUT', `/${kind}/${made.at('id')}`, { body: { ...body, externalId: `e${index}` } }),
        );
        assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
        const now = await scim('GET', `/${kind}/${made.at('id')}`);
        assert.ok(answers.some((answer) => answer.text === now.text));
      }));

    test(`${AT_ONCE} deletions: one 204, the others 404`, () =>
      witness.onlyAcknowledged(async () => {
        const made = await make(`/${kind}`, { [name]: fresh() });
        const answers = await each(() => scim('DELETE', `/${kind}/${made.at('id')}`));
        assertOneWon(answers, 204, 404);
      }));
  }

  test('users who join groups while they are deleted leave no member that is nobody', () =>
    witness.onlyAcknowledged(async () => {
      const users = await each(() => make('/Users', { userName: fresh() }));
      const joins = each((index) =>
        scim('POST', '/Groups', {
          body: { displayName: fresh(), members: [{ value: users[index]?.at('id') }] },
        }),
      );
      const deletions = each((index) => scim('DELETE', `/Users/${users[index]?.at('id')}`));
      const [groups, gone] = await Promise.all([joins, deletions]);
      assert.deepEqual([...new Set(gone.map(({ status }) => status))], [204]);
      for (const group of groups) {
        assert.ok([201, 400].includes(group.status), group.text);
        if (group.status !== 201) continue;
        const read = await scim('GET', `/Groups/${group.at('id')}`);
        assert.deepEqual(read.at('members'), []);
      }
    }));

  test('two groups that take each other as members: never both', () =>
    witness.onlyAcknowledged(async () => {
      for (let round = 0; round < 5; round += 1) {
        const [a, b] = [fresh(), fresh()];
        const [first, second] = [
          await make('/Groups', { displayName: a }),
          await make('/Groups', { displayName: b }),
        ];
        const take = (group: Answer, displayName: string, member: Answer) =>
          scim('PUT', `/Groups/${group.at('id')}`, {
            body: { displayName, members: [{ value: member.at('id') }] },
          });
        const answers = await Promise.all([take(first, a, second), take(second, b, first)]);
        assertOneWon(answers, 200, 400);
      }
    }));
});

function assertOneWon(answers: readonly Answer[], won: number, lost: number): void {
  const expected = answers.map((_, index) => (index === 0 ? won : lost)).sort();
  const found = answers.map(({ status }) => status).sort();
  assert.deepEqual(found, expected, answers.map(({ text }) => text).join('\n'));
}
