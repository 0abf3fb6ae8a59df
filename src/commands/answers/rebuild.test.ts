// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { adminBrowser } from '../../../test/support/browser.ts';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';

const DEFINITION = { elements: [{ type: 'text', name: 'site' }] };

forEachEngine((engine) => {
  test('values that were lost, changed or left behind are put right while the service runs, and only those are counted', async (t) => {
    const storage = await engine.fresh('any');
    const node = await startInstance(engine, { storage });
    t.after(() => node.close());
    const formstead = commandLine(envOf(storage));
    const admin = await adminBrowser(node);
    const made = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Visit', definition: DEFINITION },
    });
    const templateId = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    for (const site of ['Hall', 'Dam', 'Pier', 'Mill']) {
      const fields = { site: { text: site } };
      const form = await node.request('POST', '/v2/formz', { body: { templateId, fields } });
      assert.equal(form.status, 201, form.text);
    }
    const { db } = node.services;
    const before = await valuesIn(db);
    assert.equal(before.length, 4);
    const rebuild = async () => {
      const { code, stdout, stderr } = await formstead('answers', 'rebuild', '--json');
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout);
    };
    assert.deepEqual(await rebuild(), { forms: 4, changed: 0 });

    await sql`delete from answer_values where text = 'hall'`.execute(db.reader);
    await sql`update answer_values set text = 'sea' where text = 'dam'`.execute(db.reader);
    await sql`insert into answer_values (account_id, form_id, field, in_row, in_answer, template_id, text)
      values (${node.account.accountId}, 'gone', 'x', 0, 0, ${templateId}, 'ghost')`.execute(
      db.reader,
    );
    assert.deepEqual(await rebuild(), { forms: 4, changed: 3 });
    assert.deepEqual(await valuesIn(db), before);
    assert.match((await formstead('answers', 'rebuild')).stdout, /forms: +4\nchanged: +0\n/);
  });
});

const valuesIn = ({ reader }: Database) =>
  reader
    .selectFrom('answer_values')
    .selectAll()
    .orderBy('form_id')
    .orderBy('field')
    .orderBy('in_row')
    .orderBy('in_answer')
    .execute();
