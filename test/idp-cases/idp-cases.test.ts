// What real identity providers send, and what they expect as answers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../support/engines.ts';
import { type Scim, startScim } from '../support/scim.ts';
import { CASES } from './cases.ts';
import { runCase } from './run-case.ts';

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  for (const one of CASES) {
    test(`${one.idp}: ${one.title} (${one.id})`, async () => {
      if (one.fresh) await empty(scim);
      await runCase(scim.instance, one, await scim.instance.adminToken());
    });
  }
});

async function empty(scim: Scim): Promise<void> {
  for (const path of ['/Groups', '/Users']) {
    const list = await scim.get(`${path}?attributes=id&count=1000`);
    const found = list.at('Resources');
    for (const { id } of Array.isArray(found) ? found : []) {
      const answer = await scim.call('DELETE', `${path}/${id}`);
      assert.equal(answer.status, 204, answer.text);
    }
  }
}
