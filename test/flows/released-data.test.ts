// The data of every version that was released arrives in this one: the schema is that of a new storage, and people and
// programs find what they had.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { migrations } from '#db/migrations/index.ts';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { adminBrowser } from '../support/browser.ts';
import { commandLine, envOf } from '../support/command-line.ts';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { fillAsReleased, MASTER_KEY, releases, type Secrets } from '../support/released.ts';
import { schemaOf } from '../support/schema-of.ts';
import { waitUntil } from '../support/wait-until.ts';

const ok = async (asked: Promise<Answer>): Promise<Answer> => {
  const answer = await asked;
  assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
  return answer;
};

/** Returns the lines that are not among the others. */
const without = (lines: readonly string[], others: readonly string[]): readonly string[] =>
  lines.filter((line) => !others.includes(line));

test('each released version is kept', () => {
  const kept = releases().map(({ version }) => version);
  assert.equal(kept[0], '0.1.0');
  const headings = readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(\d+\.\d+\.\d+)\] - /gm);
  assert.deepEqual(
    without(
      [...headings].map(([, version = '']) => version),
      kept,
    ),
    [],
  );
});

forEachEngine((engine) => {
  const open = (storage: EngineInstance) =>
    openDatabase({ ...storage, clock: systemClock, random: systemRandom });

  test('a comparison of schemas tells a column, an index or a default that differs', async (t) => {
    const db = await open(await engine.fresh('any'));
    t.after(() => db.close());
    const before = await schemaOf(db.reader);
    assert.ok(before.length > 500, String(before.length));
    const alter = () => db.reader.schema.alterTable('alerts');
    await alter()
      .addColumn('one', 'text', (c) => c.defaultTo('a'))
      .execute();
    await db.reader.schema.createIndex('more').on('alerts').column('one').execute();
    const added = without(await schemaOf(db.reader), before);
    assert.ok(added.some((line) => /^column alerts\.one: text .*default='a'/i.test(line)));
    assert.ok(added.some((line) => /^index .*\bmore\b/.test(line)));
  });

  for (const release of releases()) {
    const secrets = release[engine.name];

    test(`the schema of ${release.version} becomes that of a new storage`, async (t) => {
      const storage = await engine.fresh();
      await fillAsReleased(engine, storage, release);
      const [old, fresh] = [await open(storage), await open(await engine.fresh())];
      t.after(() => Promise.all([old.close(), fresh.close()]));
      const [is, wanted] = [await schemaOf(old.reader), await schemaOf(fresh.reader)];
      const [more, missing] = [without(is, wanted), without(wanted, is)];
      assert.deepEqual({ more, missing }, { more: [], missing: [] });
    });

    test(`people and programs go on where ${release.version} left off`, async (t) => {
      const storage = await engine.fresh();
      await fillAsReleased(engine, storage, release);
      const told = await commandLine({ ...envOf(storage), FORMSTEAD_MASTER_KEY: MASTER_KEY })(
        ...['upgrade', '--check', '--json'],
      );
      assert.equal(told.code, 0, told.stderr);
      const steps = migrations.map(({ name }) => name);
      const pending = told.json('pending');
      assert.ok(Array.isArray(pending));
      assert.deepEqual(pending, steps.slice(steps.length - pending.length));
      const node = await startInstance(engine, {
        storage,
        account: secrets,
        env: { FORMSTEAD_MASTER_KEY: MASTER_KEY },
      });
      t.after(() => node.close());
      await useAsBefore(node, secrets);
      const record = await node.services.chains.verify(secrets.accountId);
      assert.equal(record.intact, true);
      assert.ok(record.checked > 10);
    });
  }
});

async function useAsBefore(node: Instance, { templateId, draftId, completeId }: Secrets) {
  const admin = await adminBrowser(node);
  assert.equal((await ok(admin.send('GET', '/app/v1/session'))).at('user', 'role'), 'admin');
  const users = await ok(node.request('GET', '/scim/v2/Users?sortBy=userName'));
  assert.deepEqual(
    ['ada', 'grace', 'joan', 'mary'].map((name) =>
      users.text.includes(`"${name}@harbour.example"`),
    ),
    [true, true, false, true],
  );
  const groups = await ok(node.request('GET', '/scim/v2/Groups'));
  assert.equal(groups.at('Resources', 0, 'displayName'), 'Inspectors');
  assert.equal(groups.at('Resources', 0, 'members', 'length'), 3);
  const draft = await ok(node.request('GET', `/v2/formz/${draftId}`));
  assert.equal(draft.at('fields', 'site', 'text'), 'Lighthouse');
  await ok(node.request('PATCH', `/v2/formz/${draftId}`, { body: { fields: NOTES } }));
  await ok(node.request('POST', `/v2/formz/${draftId}/status`, { body: { status: 'complete' } }));
  assert.equal(
    (await ok(node.request('GET', `/v2/formz/${completeId}`))).at('status', 'status'),
    'complete',
  );
  const made = await ok(
    node.request('POST', '/v2/formz', { body: { templateId, fields: { site: { text: 'New' } } } }),
  );
  assert.equal(made.status, 201);
  // Forms of before are found by their answers once a job has written these into the tables of this version.
  const template = await ok(node.request('GET', `/v2/templates/${templateId}`));
  const field = template.at('fields', 'site', 'id');
  const where = JSON.stringify([{ field, op: 'equals', value: 'Mole' }]);
  const query = new URLSearchParams({ template: templateId, where });
  await waitUntil(async () => {
    const found = await ok(node.request('GET', `/v2/formz?${query}`));
    return found.at('length') === 1;
  });
  const found = await ok(node.request('GET', '/v2/formz?search=Inspection'));
  assert.ok(Number(found.headers['x-total-count']) >= 5, found.text);
}

const NOTES = { notes: { text: 'seen after the upgrade' } };
