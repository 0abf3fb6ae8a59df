// Before a group is deleted, an admin is told what names it, with counts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ok } from '../../../test/journeys/service.ts';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const add = async (path: string, body: object): Promise<string> =>
    String((await ok(admin.send('POST', path, { body }))).at('id'));
  const consequencesOf = async (groupId: string): Promise<unknown> =>
    (await ok(admin.send('GET', `/app/v1/groups/${groupId}/consequences`))).body;
  const templateWith = async (elements: readonly object[]): Promise<string> =>
    add('/app/v1/templates', { name: 'Check', definition: { pages: [{ name: 'one', elements }] } });

  test('what names a group is counted before it is deleted', async () => {
    const crew = await add('/app/v1/groups', { displayName: 'Crew' });
    const other = await add('/app/v1/groups', { displayName: 'Other' });
    const nothing = { templates: 0, assignments: 0, views: 0, dashboards: 0, personFields: 0 };
    assert.deepEqual(await consequencesOf(crew), nothing);

    const members = { body: { add: [node.account.userId] } };
    assert.equal((await admin.send('POST', `/app/v1/groups/${crew}/members`, members)).status, 204);
    const asked = (group: string) => ({ type: 'person', name: 'who', title: 'Who', group });
    await templateWith([asked(crew)]);
    await templateWith([asked(other)]);
    const column = { name: 'by', cellType: 'person', group: crew };
    const id = await templateWith([{ type: 'matrixdynamic', name: 'parts', columns: [column] }]);
    await ok(admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
    const rights = { see: 'all', fill: true, edit: true, assign: true, review: true, manage: true };
    await ok(admin.send('PUT', `/app/v1/templates/${id}/rights/${crew}`, { body: rights }));
    const assignee = { type: 'Group', id: crew };
    for (const mode of ['shared', 'shared', 'each']) {
      const body = { templateId: id, assignee: { ...assignee, mode } };
      await ok(admin.send('POST', '/app/v1/assignments', { body }));
    }
    await add('/app/v1/dashboards', { name: 'Board', groupIds: [crew] });
    await add('/app/v1/views', {
      ...{ name: 'View', list: 'answers', templateId: id, state: { status: 'draft' } },
      sharing: { with: 'groups', groupIds: [crew] },
    });
    assert.deepEqual(await consequencesOf(crew), {
      templates: 1,
      assignments: 2,
      views: 1,
      dashboards: 1,
      personFields: 2,
    });
    assert.deepEqual(await consequencesOf(other), { ...nothing, personFields: 1 });

    assert.equal((await admin.send('DELETE', `/app/v1/groups/${other}`)).status, 204);
    const gone = await admin.send('GET', `/app/v1/groups/${other}/consequences`);
    assert.equal(gone.status, 404);
  });
});
