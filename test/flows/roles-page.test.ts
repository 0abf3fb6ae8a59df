// Roles on the pages: a user who lost a role no longer sees its pages, and an admin who deletes a group that gives a
// role is told what that removes.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PASSWORD = 'four green kettles in march';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const addUser = async (userName: string, role: string): Promise<string> => {
    const body = { userName, password: PASSWORD, role };
    return String((await admin.send('POST', '/app/v1/users', { body })).at('id'));
  };
  const signedIn = async (userName: string, password = PASSWORD): Promise<Page> => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, { userName, password });
    return page;
  };

  test('a former admin sees no page of that role: not the one at hand, not by its address, not in the navigation', async () => {
    const id = await addUser('former', 'admin');
    const tab = await signedIn('former');
    const faults = watchFaults(tab);
    await openPage(tab, `${node.server.publicUrl}/settings/users`);
    await tab.getByRole('table').waitFor();
    const users = tab.getByRole('navigation').getByRole('link', { name: 'Users' });
    await users.waitFor();
    await admin.send('PATCH', `/app/v1/users/${id}`, { body: { role: 'member' } });
    // The change shows at the next request of the page, which may be one of its own before anybody can type.
    const typed = tab.getByRole('searchbox').fill('former', { timeout: 10_000 });
    await Promise.all([
      typed.catch(() => 'the page was closed already'),
      tab.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor(),
    ]);
    await users.waitFor({ state: 'detached' });
    assert.equal(await tab.getByRole('table').count(), 0);
    await assertAccessibleInAllLooks(tab);
    for (const path of [
      '/settings/security',
      '/settings/brand',
      '/settings/credentials',
      '/settings/provisioning',
      '/webhooks',
      '/templates/new',
      '/forms/all',
    ]) {
      await openPage(tab, `${node.server.publicUrl}${path}`);
      await tab.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor();
      assert.equal(await tab.getByRole('main').getByRole('alert').count(), 0, path);
    }
    await tab.getByRole('main').getByRole('link', { name: 'Go to Home' }).press('Enter');
    await tab.getByRole('heading', { name: 'Home' }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('whoever deletes a group that gives a role is told what it takes away, and the audit log keeps it', async () => {
    const eva = await addUser('eva', 'member');
    const group = await admin.send('POST', '/app/v1/groups', {
      body: { displayName: 'Form designers' },
    });
    const id = String(group.at('id'));
    await admin.send('POST', `/app/v1/groups/${id}/members`, { body: { add: [eva] } });
    const items = [{ groupId: id, role: 'designer' }];
    const mapped = await admin.send('PUT', '/app/v1/provisioning/role-mappings', {
      body: { items },
    });
    assert.equal(mapped.status, 200, mapped.text);
    assert.equal((await admin.send('GET', `/app/v1/users/${eva}`)).at('role'), 'designer');
    const tab = await signedIn('admin', ADMIN_PASSWORD);
    await openPage(tab, `${node.server.publicUrl}/settings/groups/${id}`);
    await tab.getByRole('button', { name: 'Delete' }).press('Enter');
    const dialog = tab.getByRole('dialog');
    await dialog.getByText(/This group gives its members the role Designer/).waitFor();
    await assertAccessibleInAllLooks(tab);
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
    await tab.waitForURL('**/settings/groups');
    assert.equal((await admin.send('GET', `/app/v1/users/${eva}`)).at('role'), 'member');
    const audit = await admin.send('GET', '/app/v1/audit-events?action=group.delete');
    assert.match(audit.text, /"role":"designer","changedRoles":1/);
  });

  test('an admin who saves role mappings gives nobody back a role that another admin took away meanwhile', async () => {
    const [gone, kept, added] = await Promise.all(
      ['Contractors', 'Nurses', 'Doctors'].map(async (displayName) => {
        const made = await admin.send('POST', '/app/v1/groups', { body: { displayName } });
        return String(made.at('id'));
      }),
    );
    const path = '/app/v1/provisioning/role-mappings';
    const save = async (...items: readonly object[]) => {
      const { status, text } = await admin.send('PUT', path, { body: { items } });
      assert.equal(status, 200, text);
    };
    await save({ groupId: gone, role: 'admin' }, { groupId: kept, role: 'designer' });
    const tab = await signedIn('admin', ADMIN_PASSWORD);
    await openPage(tab, `${node.server.publicUrl}/settings/provisioning?tab=roles`);
    await tab.getByLabel('Role of the members of Nurses').selectOption('admin');
    await save({ groupId: kept, role: 'designer' }, { groupId: added, role: 'designer' });
    await tab.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await tab.getByText(/Another admin has changed these mappings/).waitFor();
    await tab.getByLabel('Role of the members of Contractors').waitFor({ state: 'detached' });
    await assertAccessibleInAllLooks(tab);
    await tab.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await tab.getByText('Changes saved.').waitFor();
    const stored = (await admin.send('GET', path)).at('items');
    const byGroup = (id: unknown) =>
      (Array.isArray(stored) ? stored : []).find(({ groupId }) => groupId === id)?.role;
    assert.deepEqual([gone, kept, added].map(byGroup), [undefined, 'admin', 'designer']);
  });

  test('the audit log says what was changed, with a way there, and folds what one person did in a row', async () => {
    const made = await admin.send('POST', '/app/v1/templates', { body: { name: 'Rounds' } });
    const id = String(made.at('id'));
    for (const name of ['field', 'other', 'third']) {
      const definition = { pages: [{ name: 'page1', elements: [{ type: 'text', name }] }] };
      await admin.send('PATCH', `/app/v1/templates/${id}`, { body: { definition } });
    }
    for (const publicLinks of [true, false]) {
      await admin.send('PATCH', '/app/v1/account', { body: { publicLinks } });
    }
    const tab = await signedIn('admin', ADMIN_PASSWORD);
    const faults = watchFaults(tab);
    await openPage(tab, `${node.server.publicUrl}/settings/audit`);
    await tab.getByRole('row', { name: /^Public links turned off/ }).waitFor();
    await tab.getByRole('row', { name: /^Public links turned on/ }).waitFor();
    const changed = tab.getByRole('row', { name: /^Template changed/ });
    await changed.waitFor();
    await assertAccessibleInAllLooks(tab);
    await changed.getByRole('button', { name: '3 times' }).press('Enter');
    await tab.getByRole('button', { name: '3 times', expanded: true }).waitFor();
    assert.equal(await changed.count(), 3);
    await changed.first().getByRole('link', { name: 'Template changed' }).press('Enter');
    await tab.getByRole('heading', { level: 1, name: 'Template changed: Rounds' }).waitFor();
    await tab.getByRole('link', { name: 'Rounds', exact: true }).press('Enter');
    await tab.getByRole('heading', { level: 1, name: 'Rounds' }).waitFor();
    assert.deepEqual(faults, []);
  });
});
