// What happens between two forms of an action, or in the middle of one: somebody else acts, the storage fails, the user
// is deactivated, the answers are erased. And what one user may keep.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Database } from '#db/database.ts';
import { makeFinishedBulkAct } from '../../test/support/bulk-acts.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import type { Answer } from '../../test/support/instance.ts';
import { makeRightsWorld, type Person, type RightsWorld } from '../../test/support/rights-world.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { type BulkRunnerDeps, createBulkRunner } from './bulk-runner.ts';
import { chooseForms } from './operations/choose-forms.ts';

const ACTS = '/app/v1/bulk-acts';
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site', isRequired: true },
    { type: 'dropdown', name: 'by', title: 'By', choices: ['crew', 'firm'] },
  ],
};

forEachEngine((engine) => {
  let world: RightsWorld;
  let templateId: string;
  let ids: string[];
  before(async () => {
    world = await makeRightsWorld(engine);
    const { hanna, dora, gina } = world;
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    templateId = String(ok(await hanna.ask('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await hanna.ask('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
    const all = { fill: true, see: 'all', edit: true, assign: true, manage: false };
    await give(dora, all);
    await give(gina, all);
    await world.node.services.bulkRunner.close();
  });
  after(() => world.node.close());
  beforeEach(async () => {
    ids = await make({ site: 'Weir' }, { site: 'Weir' }, { site: 'Weir' });
  });

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const give = async ({ by }: Person, body: object): Promise<void> => {
    const path = `/app/v1/templates/${templateId}/rights/${by.userId}`;
    ok(await world.hanna.ask('PUT', path, { body }));
  };
  const make = async (...all: object[]): Promise<string[]> => {
    const made: string[] = [];
    for (const answers of all) {
      const body = { templateId, answers };
      made.push(String(ok(await world.hugo.ask('POST', '/app/v1/forms', { body }), 201).at('id')));
    }
    return made;
  };
  const begin = async (by: Person, act: string, more: object = {}): Promise<string> => {
    const body = { act, forms: { ids }, expected: ids.length, ...more };
    return String(ok(await by.ask('POST', ACTS, { body }), 202).headers['location']);
  };
  const assignToMila = (by: Person): Promise<string> =>
    begin(by, 'assign', { assignment: { type: 'User', id: world.mila.by.userId } });
  const rowOf = async (path: string) => {
    const query = world.node.services.db.reader.selectFrom('bulk_acts').selectAll();
    return query.where('id', '=', path.split('/').at(-1) ?? '').executeTakeFirstOrThrow();
  };
  /** Runs the runner, with one function of its work changed, until the action ends. */
  const runUntil = async (path: string, changes: Partial<BulkRunnerDeps>): Promise<void> => {
    const runner = createBulkRunner({
      ...world.node.services,
      onError: () => undefined,
      ...changes,
    });
    await waitUntil(async () => {
      await runner.job.run();
      return (await rowOf(path)).finished_at !== null;
    }).finally(() => runner.close());
  };
  const outcomeOf = async (path: string): Promise<string> => {
    const { done, skipped, failed, state } = await rowOf(path);
    return `${done} ${skipped} ${failed} ${state}`;
  };

  test('a form that its user completes during the check is reported as complete at once', async () => {
    const { dora, node } = world;
    const { completeForm } = node.services;
    const path = await begin(dora, 'complete');
    const from = Date.now();
    await runUntil(path, {
      async completeForm(by, id, completion) {
        if (id === ids[1]) ok(await dora.ask('POST', `/app/v1/forms/${id}/complete`, { body: {} }));
        return completeForm(by, id, completion);
      },
    });
    assert.equal(await outcomeOf(path), '2 1 0 done');
    assert.ok(Date.now() - from < 30_000, 'it lay there until its lease ended');
  });

  test('a form at which the storage fails is tried again, and left out only at the third failure', async () => {
    const { dora, node } = world;
    const { forms } = node.services;
    let failures = 2;
    const isUnlucky = (id: string) => {
      if (id === ids[2]) return true;
      failures -= 1;
      return failures >= 0;
    };
    const path = await assignToMila(dora);
    await runUntil(path, {
      forms: {
        ...forms,
        async assignForm(tx, by, id, to) {
          if (isUnlucky(id)) throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
          return forms.assignForm(tx, by, id, to);
        },
      },
    });
    assert.equal(await outcomeOf(path), '2 0 1 done');
    const report = ok(await dora.ask('GET', `${path}/forms`));
    assert.equal(report.at('items', 2, 'reason'), 'interrupted');
  });

  test('a user who is deactivated between two forms acts on no other one', async () => {
    const { gina, dora, adam, node } = world;
    const { completeForm } = node.services;
    const path = await begin(gina, 'complete');
    const off = { body: { active: false } };
    await runUntil(path, {
      async completeForm(...args) {
        const done = await completeForm(...args);
        ok(await adam.ask('PATCH', `/app/v1/users/${gina.by.userId}`, off));
        return done;
      },
    });
    const states = await Promise.all(
      ids.map(async (id) => ok(await dora.ask('GET', `/app/v1/forms/${id}`)).at('status')),
    );
    assert.deepEqual(states, ['complete', 'draft', 'draft']);
    assert.equal((await rowOf(path)).state, 'failed');
  });

  test('slow forms do not keep other accounts waiting until fifty of them are done', async () => {
    const { dora, node } = world;
    const { completeForm, clock } = node.services;
    let passed = 0;
    const path = await begin(dora, 'complete');
    await runUntil(path, {
      clock: { ...clock, now: () => clock.now() + passed },
      async completeForm(...args) {
        passed += 5000;
        return completeForm(...args);
      },
    });
    const { done, claims } = await rowOf(path);
    assert.deepEqual([done, claims >= 3], [3, true]);
  });

  test('words about answers that a form has lost meanwhile are not kept', async () => {
    const { dora, hugo, node } = world;
    const { completeForm } = node.services;
    ids = await make({ by: 'crew' }, { by: 'firm' });
    const path = await begin(dora, 'complete');
    await runUntil(path, {
      async completeForm(by, id, completion) {
        try {
          return await completeForm(by, id, completion);
        } finally {
          const body = { revision: 1, answers: {} };
          if (id === ids[0]) ok(await hugo.ask('PATCH', `/app/v1/forms/${id}`, { body }));
        }
      },
    });
    const report = ok(await dora.ask('GET', `${path}/forms`));
    assert.deepEqual(
      [0, 1].map((at) => report.at('items', at, 'reason')),
      ['invalid-answers', 'invalid-answers'],
    );
    assert.equal(report.at('items', 0, 'message'), undefined);
    assert.notEqual(report.at('items', 1, 'message'), undefined);
  });

  test('the oldest reports of a user go when all have too many forms together', async () => {
    const { dora, hugo, node } = world;
    const make = ({ by }: Person, total: number) =>
      makeFinishedBulkAct(node.services, by.accountId, by.userId, ids[0] ?? '', undefined, total);
    const old = await make(dora, 60_000);
    const recent = await make(dora, 60_000);
    const other = await make(hugo, 60_000);
    await begin(dora, 'reopen');
    const status = async (by: Person, id: string) => (await by.ask('GET', `${ACTS}/${id}`)).status;
    assert.equal(await status(dora, old), 404);
    assert.equal(await status(dora, recent), 200);
    assert.equal(await status(hugo, other), 200);
  });

  test('ids that are none are reported or refused, whatever characters they have', async () => {
    const { dora } = world;
    for (const id of ['x\u0000y', '\ud800', '', '🙂'.repeat(32)]) {
      const body = { act: 'reopen', forms: { ids: [id] }, expected: 1 };
      const answer = await dora.ask('POST', ACTS, { body });
      assert.ok([202, 400].includes(answer.status), answer.text);
      const path = answer.headers['location'];
      if (answer.status === 202 && path) ok(await dora.ask('DELETE', String(path)), 204);
    }
  });

  test('a selection is read in one scan, however many forms it has', async () => {
    const { hugo, node } = world;
    const { db, ids: newIds } = node.services;
    const row = await db.reader
      .selectFrom('forms')
      .selectAll()
      .where('id', '=', ids[0] ?? '')
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 1100 }, (_, n) => ({
      ...row,
      id: newIds.next(),
      number: row.number + 10_000 + n,
    }));
    await db.transaction(async (tx) => {
      for (let from = 0; from < copies.length; from += 100) {
        await tx
          .insertInto('forms')
          .values(copies.slice(from, from + 100) as never)
          .execute();
      }
    });
    let scans = 0;
    const counted: Database = {
      ...db,
      scan(...args) {
        scans += 1;
        return db.scan(...args);
      },
    };
    const list = { scope: 'all', template: templateId, status: 'draft' } as const;
    const found = await chooseForms({ ...node.services, db: counted }, hugo.by, { list });
    assert.ok(found.length >= 1100);
    assert.equal(scans, 1);
  });
});
