import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import { openForms, type TestForms } from '../../test/support/forms.ts';
import type { FormsEvent } from './events.ts';
import type { FormActor } from './form.ts';

forEachEngine((engine) => {
  const heard: FormsEvent[] = [];
  let at: TestForms;
  let admin: FormActor;
  before(async () => {
    at = await openForms(engine, {
      async append(_, event) {
        heard.push(event);
      },
    });
    admin = await at.actAs('admin');
  });
  after(() => at.close());

  test('each transition is told once, and neither edits nor what was not done are', async () => {
    const template = await at.publish(admin);
    const other = await at.actAs('member');
    const form = await at.create(admin, template);
    const { forms, write } = at;
    await write((tx) => forms.editForm(tx, admin, form.id, { answers: { site: 'North' } }));
    const assignment = { type: 'User', id: other.userId } as const;
    await write((tx) => forms.assignForm(tx, admin, form.id, { assignment }));
    await write((tx) => forms.assignForm(tx, admin, form.id, { assignment }));
    await write((tx) => forms.completeUnchecked(tx, admin, form.id));
    await assert.rejects(write((tx) => forms.completeUnchecked(tx, admin, form.id)));
    await write((tx) => forms.reopenForm(tx, admin, form.id));
    await write((tx) => forms.removeForm(tx, admin, form.id));
    assert.deepEqual(
      heard.map(({ type, id, revision }) => [type, id, revision]),
      [
        ['template.published', template.id, 1],
        ['form.created', form.id, 1],
        ['form.assigned', form.id, 3],
        ['form.completed', form.id, 4],
        ['form.reopened', form.id, 5],
        ['form.deleted', form.id, 6],
      ],
    );
    for (const { accountId, templateId, by } of heard) {
      assert.deepEqual([accountId, templateId, by], [admin.accountId, template.id, admin.userId]);
    }
    assert.deepEqual(heard[2]?.assignment, assignment);
  });
});
