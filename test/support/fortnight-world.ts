// The demo organisation with mail and a clock that a test moves, a reviewed template for one site each, and browsers of its
// people.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { ALL_RIGHTS } from '#templates/rights/rights.ts';
import { createDemoClock } from '../../tools/demo/demo-clock.ts';
import { makeOrganisation } from '../../tools/demo/organisation.ts';
import { personNamed } from '../../tools/demo/people.ts';
import { type Browser as Client, openBrowser } from './browser.ts';
import { launchChromium } from './chromium.ts';
import type { Engine } from './engines.ts';
import { type Answer, startInstance } from './instance.ts';
import { startMailServer } from './mail-server.ts';
import { openPage, signInByRequest } from './web-pages.ts';

const PASSWORD = 'thirty wet umbrellas at the pier';
/** The demo gives everybody dozens of forms, which a phone reads before it is ready. */
const PATIENCE_MS = 180_000;
export const PHONE = { width: 390, height: 844 };
export const MANAGER = 'Maren Holt';
/** One site each. */
export const CREW = [
  ...['Ines Carvalho', 'Luke Harmon', 'Priya Nair', 'Oskar Lind', 'Marta Kovács', 'Hugh Sinclair'],
  ...['Yusuf Demir', 'Ben Archer', 'Lotte de Vries', 'Kofi Mensah', 'Erik Sandberg', 'Elena Rossi'],
];
/** Who manages the crew, as SCIM says. */
export const LEAD = 'Daniel Okafor';
const SITE_CHECK = {
  elements: [
    { type: 'text', name: 'site', title: 'Site', isRequired: true },
    { type: 'comment', name: 'found', title: 'What you found' },
  ],
};

export interface Work {
  readonly id: string;
  readonly state: string;
  readonly late: boolean;
  readonly assignee: { readonly id: string };
  readonly formId: string | null;
  readonly dueDate: string;
}

export type Fortnight = Awaited<ReturnType<typeof startFortnight>>;

export async function startFortnight(engine: Engine) {
  const demo = createDemoClock();
  let passed = 0;
  const pass = (ms: number): void => {
    passed += ms;
  };
  const mail = await startMailServer();
  const clock = { now: () => demo.now() + passed, advance: pass };
  const node = await startInstance(engine, { env: { ...mail.env }, clock });
  const organisation = await makeOrganisation(node.services, demo, PASSWORD);
  const { clientId, clientSecret, accountId } = organisation.account;
  const { db, forms } = node.services;
  let token = await node.token(clientId, clientSecret);
  const clients = new Map<string, Client>();

  const idOf = (name: string): string =>
    organisation.userIds.get(personNamed(name).userName) ?? assert.fail(name);
  const ok = (answer: Answer): Answer => {
    assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
    return answer;
  };
  const send = async (
    who: string,
    method: string,
    path: string,
    body: object = {},
  ): Promise<Answer> => {
    const client = clients.get(who) ?? openBrowser(node);
    clients.set(who, client);
    const ask = () => client.send(method, `/app/v1${path}`, { body });
    const answer = await ask();
    // Nobody is signed in yet, or the clock has ended the session.
    if (answer.status !== 401) return ok(answer);
    ok(await client.signIn(personNamed(who).userName, PASSWORD));
    return ok(await ask());
  };
  const api = async (path: string, method = 'GET', body?: object): Promise<Answer> => {
    const ask = () => node.request(method, path, { token, ...(body && { body }) });
    const answer = await ask();
    if (answer.status !== 401) return ok(answer);
    token = await node.token(clientId, clientSecret);
    return ok(await ask());
  };
  /** All work of the template, as other systems read it. */
  const work = async (query = ''): Promise<readonly Work[]> => {
    const { body } = await api(`/v2/assignments?template=${templateId}&pageSize=100${query}`);
    assert.ok(Array.isArray(body));
    return body;
  };
  const workOf = async (name: string): Promise<Work> =>
    (await work()).find(({ assignee }) => assignee.id === idOf(name)) ?? assert.fail(name);
  const totalOf = async (query: string): Promise<string> =>
    (await api(`/v2/formz?pageSize=1${query}`)).headers['x-total-count'] ?? '';

  /** Opens a browser of somebody, whose clock is that of the server. */
  const open = async (who: string, viewport?: typeof PHONE): Promise<Page> => {
    const context = await browser.newContext({
      ...{ ignoreHTTPSErrors: true, locale: 'en' },
      ...(viewport && { viewport }),
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.clock.install({ time: node.clock.now() });
    const page = await context.newPage();
    await signIn(page, who);
    return page;
  };
  const signIn = (page: Page, who: string) =>
    signInByRequest(page, node.server.publicUrl, {
      ...{ userName: personNamed(who).userName, password: PASSWORD },
    });
  const go = (page: Page, path: string) => openPage(page, `${node.server.publicUrl}${path}`);

  /** Only some people of the demo have one. */
  async function shareThePassword(): Promise<void> {
    const users = db.reader.selectFrom('users').where('account_id', '=', accountId);
    const { password_hash } = await users
      .select('password_hash')
      .where('id', '=', idOf('Priya Nair'))
      .executeTakeFirstOrThrow();
    await db.transaction((tx) =>
      tx
        .updateTable('users')
        .set({ password_hash })
        .where('account_id', '=', accountId)
        .where('id', 'in', [...CREW, LEAD].map(idOf))
        .execute(),
    );
  }

  async function makeTemplate() {
    const review = {
      steps: [{ by: 'people', people: [idOf(MANAGER)] }],
      fallback: organisation.groupIds.get('Office'),
    };
    const body = { name: 'Site check', definition: { ...SITE_CHECK, review }, openToAll: true };
    const id = String((await send(MANAGER, 'POST', '/templates', body)).at('id'));
    await send(MANAGER, 'POST', `/templates/${id}/publish`);
    const by = { accountId, userId: idOf(MANAGER), role: 'designer', via: 'web' } as const;
    // So that the planning system, which acts as the admin, reads all of it.
    await db.transaction((tx) => forms.giveRights(tx, by, id, 'designers', ALL_RIGHTS));
    const tiles = (['late', 'dueThisWeek'] as const).map((figure) => ({
      work: { figure, template: id },
    }));
    const dashboard = await send(MANAGER, 'POST', '/dashboards', { name: 'Sites', tiles });
    return { templateId: id, dashboardId: String(dashboard.at('id')) };
  }

  await shareThePassword();
  const { templateId, dashboardId } = await makeTemplate();
  // Chromium refuses a service worker if the certificate is not trusted.
  const browser = await launchChromium(['--ignore-certificate-errors']);
  const close = async (): Promise<void> => {
    await browser.close();
    await node.close();
    await mail.close();
  };
  return {
    ...{ node, mail, templateId, dashboardId, pass, close },
    ...{ idOf, send, api, work, workOf, totalOf, open, signIn, go },
  };
}
