// One request makes a bounded number of assignments, and can be sent again for the rest.
// Nightly: it makes a thousand assignments. assignments.test.ts makes some over HTTP every day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forOneEngine } from '../../test/support/engines.ts';
import { DEFINITION } from '../../test/support/forms.ts';
import { startInstance } from '../../test/support/instance.ts';

const MEMBERS = 340;

forOneEngine((engine) => {
  test('once a request has made a thousand assignments its others are refused, and sent again they are made', async (t) => {
    const node = await startInstance(engine);
    t.after(() => node.close());
    const { db, directory, forms } = node.services;
    const { accountId, userId } = node.account;
    const by = { accountId, userId, role: 'admin', via: 'api' } as const;
    const { groupId, templateId } = await db.transaction(async (tx) => {
      const members: { value: string }[] = [];
      for (let i = 0; i < MEMBERS; i += 1) {
        const attributes = { userName: `member-${i}`, active: true };
        const { id } = await directory.createUser(tx, by, { attributes, origin: 'local' });
        members.push({ value: id });
      }
      const attributes = { displayName: 'All' };
      const made = await directory.createGroup(tx, by, { attributes, members, origin: 'local' });
      const { id } = await forms.createTemplate(tx, by, {
        name: 'Visit',
        definition: DEFINITION,
      });
      await forms.publishTemplate(tx, by, id);
      return { groupId: made.group.id, templateId: id };
    });
    const assignee = { type: 'Group', id: groupId };
    const assignments = [1, 2, 3, 4].map((n) => ({ templateId, assignee, reference: `r-${n}` }));
    const statuses = async (): Promise<readonly number[]> => {
      const answer = await node.request('POST', '/v2/assignments', { body: { assignments } });
      assert.equal(answer.status, 200, answer.text.slice(0, 300));
      return Object(answer.body).results.map(({ status }: { status: number }) => status);
    };
    assert.deepEqual(await statuses(), [201, 201, 201, 422]);
    assert.deepEqual(await statuses(), [200, 200, 200, 201]);
  });
});
