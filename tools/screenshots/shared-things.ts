// What the demo has none of, and pages show: a shared list, a public link for each template, and a dashboard.
import type { Browser, Page } from 'playwright-core';
import { signInByRequest } from '../../test/support/web-pages.ts';
import { SITES } from '../demo/sites.ts';
import type { PicturedService } from './service.ts';

const HEADERS = { 'sec-fetch-site': 'same-origin' };
const TILES = 4;
export const LINK_NAME = 'Gate at the north quay';

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

/** Makes them as an admin does in a browser. */
export async function makeSharedThings(browser: Browser, service: PicturedService): Promise<void> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await signInByRequest(page, service.url, service);
  const send = senderOf(page, service.url);
  await makeList(send);
  await send('PATCH', '/account', { publicLinks: true });
  const templates = itemsIn(await send('GET', '/templates?status=published&limit=100'));
  for (const template of templates) {
    await send('POST', `/templates/${template}/links`, { name: LINK_NAME });
  }
  const [first] = templates;
  if (first !== undefined) await makeDashboard(send, first);
  await context.close();
}

const senderOf =
  (page: Page, url: string): Send =>
  async (method, path, data) => {
    const answer = await page.request.fetch(`${url}/app/v1${path}`, {
      method,
      headers: HEADERS,
      ignoreHTTPSErrors: true,
      ...(data && { data }),
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };

const idOf = (value: unknown): string => String(Reflect.get(Object(value), 'id'));

function itemsIn(value: unknown): readonly string[] {
  const items: unknown = Reflect.get(Object(value), 'items');
  return Array.isArray(items) ? items.map(idOf) : [];
}

async function makeList(send: Send): Promise<void> {
  const column = (key: string, label: string, type = 'text') => ({ key, label, type });
  const columns = [
    column('code', 'Code'),
    column('name', 'Name'),
    column('latitude', 'Latitude', 'number'),
    column('longitude', 'Longitude', 'number'),
  ];
  const list = { name: 'Sites', columns, keyColumn: 'code', labelColumn: 'name' };
  const id = idOf(await send('POST', '/lists', list));
  const rows = SITES.map((site, i) => ({ code: `S-${100 + i}`, ...site }));
  await send('POST', `/lists/${id}/rows`, { rows, deactivate: [] });
}

/** Puts the first fields of a template on a dashboard, each as a chart, and how many forms there are. */
async function makeDashboard(send: Send, template: string): Promise<void> {
  const summary = await send('GET', `/templates/${template}/summary`);
  const fields: unknown = Reflect.get(Object(summary), 'fields');
  const ids = Array.isArray(fields) ? fields.map(idOf).slice(0, TILES) : [];
  const tiles = ids.map((field) => ({ settings: { template, field, show: 'chart' } }));
  const settings = { template, field: ids[0] ?? '', show: 'number', statistic: 'forms' };
  tiles.push({ settings });
  await send('POST', '/dashboards', { name: 'Week of the bridge works', groupIds: [], tiles });
}
