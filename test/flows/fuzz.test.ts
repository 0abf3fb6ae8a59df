// A few hundred random requests: each gets an answer in the form of its protocol and never a 5xx, and only what was
// acknowledged is stored afterwards.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { forEngineOrBoth } from '../support/engines.ts';
import { randomRequests } from '../support/random-requests.ts';
import { routesOf } from '../support/routes.ts';
import { casesOf } from '../support/timing.ts';
import { startWitness, type Witness } from '../support/witness.ts';

const RUNS = casesOf({ daily: 100, nightly: 300, deep: 20_000 });

forEngineOrBoth('sqlite', (engine) => {
  let witness: Witness;
  const ids: string[] = [];
  before(async () => {
    witness = await startWitness(engine);
    for (const [path, body] of [
      ['/scim/v2/Users', { userName: 'fuzz' }],
      ['/scim/v2/Groups', { displayName: 'Fuzz' }],
      ['/scim/v2/Users', { userName: 'buzz', emails: [{ value: 'a@example.com' }] }],
    ] as const) {
      ids.push(String((await witness.send('POST', path, { body })).at('id')));
    }
  });
  after(() => witness.close());

  test(`${RUNS} random requests each get an answer`, () =>
    witness.onlyAcknowledged(async () => {
      const requests = randomRequests(await routesOf(witness.instance), ids);
      const statuses = new Map<number, number>();
      await fc.assert(
        fc.asyncProperty(requests, async ({ method, path, call }) => {
          const { status } = await witness.send(method, path, call);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }),
        { numRuns: RUNS },
      );
      // Enough of the requests were accepted.
      const worked = [...statuses].filter(([status]) => status < 300);
      const count = worked.reduce((sum, [, times]) => sum + times, 0);
      assert.ok(count > RUNS / 20, JSON.stringify([...statuses]));
    }));
});
