// In a large organisation, nothing that exists is missing from a list, a picker or a filter of the web app.
// Nightly: it makes 5,000 users, 500 groups, 1,000 templates and 100,000 forms.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { type Insertable, sql } from 'kysely';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Tables } from '#db/tables.ts';
import type { FormActor } from '#form-basics/form.ts';
import { readOn } from '#web/lists/read-on.ts';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { makeWork } from '../support/leavers-work.ts';
import { CORE_GROUP, CORE_USER } from '../support/scim.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openPage, signInByRequest } from '../support/web-pages.ts';

const USERS = 5000;
const GROUPS = 500;
const TEMPLATES = 1000;
const FORMS = 100_000;
/** More than any page of a list. */
const SOME = 130;
/** Of the people, some have left. */
const ACTIVE = USERS + 1 - SOME;
const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const DEFINITION = { elements: [{ type: 'text', name: 'site', title: 'Site' }] } as const;

interface Listed {
  readonly id?: string;
  readonly key?: string;
  readonly seq?: number;
  readonly number?: number;
}
interface Wanted {
  /** The list, with its filters. */
  readonly path: string;
  readonly least: number;
  /** The list is also read in pages of other sizes. */
  readonly isLong?: true;
}

const padded = (number: number): string => String(number).padStart(6, '0');

forOneEngine((engine) => {
  let node: Instance;
  let admin: Client;
  let browser: Browser;
  let page: Page;
  /** The ids that paths of lists have in them, by the path. */
  const ids = new Map<string, string>();
  const unpatched = globalThis.fetch;

  const made = async (method: string, path: string, body?: object): Promise<string> => {
    const answer = await admin.send(method, path, body === undefined ? {} : { body });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return String(answer.at('id') ?? answer.at('credential', 'id'));
  };

  /** Copies a row that the service has made. */
  const copy = async <T extends keyof Tables>(
    table: T,
    id: string,
    count: number,
    change: (at: number) => object,
  ): Promise<void> => {
    const { db } = node.services;
    await db.transaction(async (tx) => {
      const from = tx.selectFrom(table as 'forms').selectAll();
      const row = await from.where('id', '=', id).executeTakeFirstOrThrow();
      const rows = Array.from({ length: count }, (_, at) => ({ ...row, ...change(at) }));
      for (let at = 0; at < count; at += 500) {
        await tx
          .insertInto(table as 'forms')
          .values(rows.slice(at, at + 500) as Insertable<Tables['forms']>[])
          .execute();
      }
    });
  };
  const newId = () => node.services.ids.next();
  const named = (name: string) => (at: number) => ({
    id: newId(),
    name: `${name} ${padded(at)}`,
    name_key: `${name.toLowerCase()} ${padded(at)}`,
  });

  const provision = async (resource: 'Users' | 'Groups', all: readonly object[]) => {
    const found: string[] = [];
    for (let at = 0; at < all.length; at += 1000) {
      const Operations = all.slice(at, at + 1000).map((data, i) => ({
        ...{ method: 'POST', path: `/${resource}`, bulkId: `b${i}`, data },
      }));
      const body = { schemas: [BULK], Operations };
      const answer = await node.request('POST', '/scim/v2/Bulk', { body });
      assert.equal(answer.status, 200, answer.text.slice(0, 500));
      for (let i = 0; i < Operations.length; i += 1) {
        assert.equal(answer.at('Operations', i, 'status'), '201');
        found.push(
          String(answer.at('Operations', i, 'location'))
            .split('/')
            .at(-1) ?? '',
        );
      }
    }
    return found;
  };

  const makeTemplates = async (): Promise<readonly string[]> => {
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const by: FormActor = { accountId, userId, role: 'admin', via: 'command-line' };
    const found: string[] = [];
    for (let at = 0; at < TEMPLATES; at += 100) {
      await db.transaction(async (tx) => {
        for (let i = at; i < at + 100; i += 1) {
          const input = { definition: DEFINITION, openToAll: true };
          const { id } = await forms.createTemplate(tx, by, {
            ...input,
            name: `Round ${padded(i)}`,
          });
          await forms.publishTemplate(tx, by, id);
          found.push(id);
        }
      });
    }
    return found;
  };

  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    // The helper of the pages asks the service, as this browser does.
    globalThis.fetch = async (input) => {
      const answer = await admin.send('GET', String(input));
      return new Response(answer.text, { status: answer.status });
    };
    const users = await provision(
      'Users',
      Array.from({ length: USERS }, (_, at) => ({
        ...{ schemas: [CORE_USER], userName: `person${padded(at)}`, active: true },
        // Lists of people are by name, or by user name where there is none.
        ...(at % 5 > 0 && { displayName: `Person ${padded(at)}` }),
      })),
    );
    const members = users.slice(0, 300).map((value) => ({ value }));
    const groups = await provision(
      'Groups',
      Array.from({ length: GROUPS }, (_, at) => ({
        ...{ schemas: [CORE_GROUP], displayName: `Team ${padded(at)}` },
        ...(at === 0 && { members }),
      })),
    );
    const templates = await makeTemplates();
    const [templateId = ''] = templates;
    const formId = await made('POST', '/app/v1/forms', { templateId, answers: { site: 'Dam' } });
    await copy('forms', formId, FORMS - 1, (at) => ({
      ...{
        id: newId(),
        number: at + 2,
        name: `Copy ${padded(at)}`,
        name_key: `copy ${padded(at)}`,
      },
      template_id: templates[at % TEMPLATES],
      updated_at: Date.now() - at * 10,
    }));
    const dashboard = await made('POST', '/app/v1/dashboards', { name: 'Board', tiles: [] });
    await copy('dashboards', dashboard, SOME, named('Board'));
    const view = {
      list: 'mine',
      name: 'View',
      state: {},
      sharing: { with: 'nobody', groupIds: [] },
    };
    const viewId = await made('POST', '/app/v1/views', view);
    const owner = { owner_id: users[0], shared_with: 'everyone' };
    await copy('saved_views', viewId, SOME, (at) => ({ ...named('View')(at), ...owner }));
    const columns = [{ key: 'code', label: 'Code', type: 'text' }];
    const list = { columns, keyColumn: 'code', labelColumn: 'code' };
    const listId = await made('POST', '/app/v1/lists', { ...list, name: 'List' });
    for (let at = 0; at < SOME; at += 1) {
      await made('POST', '/app/v1/lists', { ...list, name: `List ${padded(at)}` });
    }
    const table = await admin.send('GET', `/app/v1/templates/${templateId}/answers`);
    for (let revision = 1; revision <= SOME; revision += 1) {
      const path = `/app/v1/forms/${formId}/answers/${table.at('fields', 0, 'id')}`;
      const body = { revision, value: `Dam ${revision}` };
      const corrected = await admin.send('PUT', path, { body });
      assert.equal(corrected.status, 200, corrected.text);
    }
    const link = { name: 'Link', oncePerBrowser: false };
    await made('PATCH', '/app/v1/account', { publicLinks: true });
    for (let at = 0; at < SOME; at += 1) {
      await made('POST', `/app/v1/templates/${templateId}/links`, link);
    }
    const { userId } = node.account;
    await makeWork({ node, made, copy, newId }, templateId, users.slice(0, SOME));
    for (let at = 0; at < SOME; at += 1) {
      await made('POST', '/app/v1/credentials', { name: `Key ${at}`, actsAsUserId: userId });
    }
    const session = await admin.send('GET', '/app/v1/me/sessions');
    await copy('sessions' as 'forms', String(session.at('items', 0, 'id')), SOME, (at) => ({
      ...{ id: newId(), hash: `copy ${at}` },
    }));
    for (const [path, id] of [
      ['/app/v1/groups/{id}/members', groups[0]],
      ['/app/v1/forms/{id}/corrections', formId],
      ['/app/v1/templates/{id}/links', templateId],
      ['/app/v1/templates/{id}/answers', templateId],
      ['/app/v1/users/{id}/sessions', userId],
      ['/app/v1/lists/{id}/versions', listId],
      ['/app/v1/templates/{id}/rule-runs', templateId],
    ] as const) {
      ids.set(path, id ?? '');
    }
    // A service in use has these statistics after a while.
    await node.services.db.transaction(async (tx) => void (await sql`analyze`.execute(tx)));
    browser = await launchChromium(['--ignore-certificate-errors']);
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    page = await context.newPage();
    const person = { userName: 'admin', password: ADMIN_PASSWORD };
    await signInByRequest(page, node.server.publicUrl, person);
  });
  after(async () => {
    globalThis.fetch = unpatched;
    await browser?.close();
    await node.close();
  });

  const WANTED: readonly Wanted[] = [
    { path: '/app/v1/users', least: USERS + 1 },
    { path: '/app/v1/users?active=true', least: ACTIVE },
    { path: '/app/v1/groups', least: GROUPS },
    { path: '/app/v1/groups/{id}/members', least: 300 },
    { path: '/app/v1/assignees', least: ACTIVE + GROUPS },
    { path: '/app/v1/assignees?type=User', least: ACTIVE },
    { path: '/app/v1/assignees?type=Group', least: GROUPS },
    { path: '/app/v1/templates', least: TEMPLATES },
    { path: '/app/v1/templates?usable=true', least: TEMPLATES },
    { path: '/app/v1/templates?status=published', least: TEMPLATES },
    { path: '/app/v1/templates/{id}/links', least: SOME },
    { path: '/app/v1/templates/{id}/answers', least: FORMS / TEMPLATES },
    { path: '/app/v1/forms?scope=all', least: FORMS, isLong: true },
    { path: '/app/v1/forms?scope=all&sort=name', least: FORMS, isLong: true },
    { path: '/app/v1/forms?scope=mine', least: FORMS, isLong: true },
    { path: '/app/v1/forms/{id}/corrections', least: SOME },
    { path: '/app/v1/assignments', least: SOME + 1 },
    { path: '/app/v1/assignments/people', least: SOME + 1 },
    { path: '/app/v1/leavers', least: SOME },
    { path: '/app/v1/templates/{id}/rule-runs', least: SOME + 1 },
    { path: '/app/v1/notices', least: SOME + 1 },
    { path: '/app/v1/dashboards', least: SOME + 1 },
    { path: '/app/v1/dashboards?editable=true', least: SOME + 1 },
    { path: '/app/v1/lists', least: SOME + 1 },
    { path: '/app/v1/lists/{id}/versions', least: 0 },
    { path: '/app/v1/views', least: SOME + 1 },
    { path: '/app/v1/credentials', least: SOME },
    { path: '/app/v1/me/sessions', least: SOME + 1 },
    { path: '/app/v1/users/{id}/sessions', least: SOME + 1 },
    { path: '/app/v1/audit-events', least: 2 * TEMPLATES },
    { path: '/app/v1/provisioning/log', least: 2 },
  ];

  /** Lists that hold little however large an organisation is, or that tests of their own read to the end. */
  const ELSEWHERE = new Set([
    '/app/v1/templates/{id}/answers/rows',
    '/app/v1/exports',
    '/app/v1/scheduled-exports',
    '/app/v1/lists/{id}/rows',
    '/app/v1/bulk-acts',
    '/app/v1/bulk-acts/{id}/forms',
    '/app/v1/webhooks',
    '/app/v1/webhooks/{id}/deliveries',
    '/app/v1/sso-connections/{id}/duplicates',
    '/app/v1/former-users',
  ]);

  const read = async ({ path }: Wanted, limit: number): Promise<readonly string[]> => {
    const [plain = '', query] = path.split('?');
    const filters = Object.fromEntries(new URLSearchParams(query));
    const at = plain.replace('{id}', ids.get(plain) ?? '');
    const all = readOn<Listed>(at, { ...filters, limit }, Number.POSITIVE_INFINITY);
    const { items } = await all.catch((cause: unknown) => {
      throw new Error(`${path} is not read to its end`, { cause });
    });
    return items.map((item) => JSON.stringify(item.id ?? item.key ?? item.seq ?? item.number));
  };

  test('every list of the web app is read to its last item, each once, in pages of any size', async () => {
    const { paths } = JSON.parse(readFileSync('docs/openapi-app.json', 'utf8'));
    const paged = Object.entries(paths as Record<string, { get?: { parameters?: unknown } }>)
      .filter(([, { get }]) => JSON.stringify(get?.parameters ?? '').includes('"cursor"'))
      .map(([path]) => path);
    const known = new Set([...WANTED.map(({ path }) => path.split('?')[0]), ...ELSEWHERE]);
    assert.deepEqual(
      paged.filter((path) => !known.has(path)),
      [],
    );
    for (const wanted of WANTED) {
      const all = await read(wanted, 100);
      assert.ok(all.length >= wanted.least, `${wanted.path}: ${all.length}`);
      assert.equal(new Set(all).size, all.length, wanted.path);
      // What happens meanwhile is added to these two.
      if (wanted.isLong || /audit|log/.test(wanted.path)) continue;
      assert.deepEqual(await read(wanted, 37), all, wanted.path);
    }
  });

  /** Returns the name of the last item of a list. */
  const lastOf = async (path: string, filters: Readonly<Record<string, string>> = {}) => {
    const { items } = await readOn<{ readonly name?: string; readonly displayName?: string }>(
      path,
      filters,
      Number.POSITIVE_INFINITY,
    );
    return items.at(-1)?.name ?? items.at(-1)?.displayName ?? '';
  };

  const isOffered = async (picker: Locator, name: string): Promise<void> => {
    await picker.fill(name);
    await page.getByRole('option', { name }).first().waitFor();
    await picker.fill('nobody is called this');
    await page.getByRole('option', { name }).first().waitFor({ state: 'detached' });
  };
  const open = (path: string) => openPage(page, node.server.publicUrl + path);

  test('the last template of all is found, begun and filtered by', async () => {
    const name = await lastOf('/app/v1/templates', { usable: 'true' });
    await open('/forms/new');
    await page.getByRole('searchbox').fill(name);
    await page.getByRole('button', { name }).waitFor();
    await page.getByRole('searchbox').fill('');
    const first = page.getByRole('button', { name: 'Round 000000' });
    await first.waitFor();
    const [above, below] = [
      await page.getByRole('searchbox').boundingBox(),
      await first.boundingBox(),
    ];
    assert.ok(above && below);
    assert.ok(below.y - (above.y + above.height) < 60, 'the templates begin below the search');
    const shown = page.getByRole('button', { name: /^Round / });
    const more = page.getByRole('button', { name: 'Show more' });
    let count = await shown.count();
    while (await more.isVisible()) {
      await more.click();
      await waitUntil(async () => (await shown.count()) > count);
      count = await shown.count();
    }
    await page.getByRole('button', { name }).click();
    await page.getByLabel('Site').waitFor();

    await open('/forms/all');
    const filter = page.getByRole('combobox', { name: 'Template' }).and(page.locator('input'));
    await isOffered(filter, name);
    await filter.fill(name);
    await page.getByRole('option', { name }).click();
    await page.waitForURL(/template=/);
    await page
      .getByRole('row', { name: `Copy ${padded(TEMPLATES - 1)}` })
      .first()
      .waitFor();
  });

  test('the pickers of people, groups and templates offer the last one, by its name and by scrolling', async () => {
    const group = await lastOf('/app/v1/assignees', { type: 'Group' });
    const user = await lastOf('/app/v1/assignees', { type: 'User' });
    const template = await lastOf('/app/v1/templates');
    await open('/forms/all');
    await page.getByRole('button', { name: 'More filters' }).click();
    await isOffered(page.getByRole('combobox', { name: 'Assigned to' }), group);
    await isOffered(page.getByRole('combobox', { name: 'Created by' }), user);
    await open('/settings/audit');
    await isOffered(page.getByRole('combobox', { name: 'User' }).and(page.locator('input')), user);
    await open('/exports');
    await page.getByRole('button', { name: 'New export' }).click();
    const exported = page.getByRole('dialog').getByRole('combobox', { name: 'Template' });
    await isOffered(exported, template);
    await exported.fill('');
    await page.getByRole('option', { name: 'Round 000000' }).waitFor();
    const last = page.getByRole('option', { name: template });
    for (let round = 0; (await last.count()) === 0; round += 1) {
      assert.ok(round < 500);
      await page.getByRole('option').last().scrollIntoViewIfNeeded();
      await page.waitForTimeout(50);
    }
  });
});
