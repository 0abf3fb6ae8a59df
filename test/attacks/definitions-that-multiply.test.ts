// Runs alone: it measures the processor time of its process.
// A designer makes a template in which a small part stands for a large one in many positions, so that the service is
// blocked while it checks the template, or shows a form of it.
// Nightly: it checks the largest templates.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ALL_RIGHTS } from '#templates/rights/rights.ts';
import { fastestOf } from '../budget/fastest.ts';
import { type Meter, openMeter } from '../budget/meter.ts';
import { MOST_STALL_MS, priceOf } from '../budget/search.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { IS_DEEP } from '../support/timing.ts';

/** Measurements after the first, of which the fastest counts. */
const MEASURES = 3;
/** To publish this many in each column of the widest table takes a minute where nobody waits for it. */
const CHOICES_OF_MANY_COLUMNS = IS_DEEP ? 30_000 : 6000;
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const text = (length: number): string => 'word '.repeat(length / 5);

forEngineOrBoth('sqlite', (engine) => {
  let node: Instance;
  let meter: Meter;
  let admin: Browser;
  let token: string;
  before(async () => {
    node = await startInstance(engine);
    meter = await openMeter(node);
    admin = await adminBrowser(node);
    ({ token } = await node.addUser('somebody', 'admin'));
  });
  after(async () => {
    await meter.close();
    await node.close();
  });

  const measured = async (
    method: string,
    path: string,
    body?: object,
    expected = 200,
  ): Promise<void> => {
    const headers: Record<string, string> = {
      ...(path.startsWith('/app/')
        ? { cookie: `__Host-sid=${admin.cookie()}`, 'sec-fetch-site': 'same-origin' }
        : { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const sent = { method, path, headers, body: body && JSON.stringify(body) };
    const price = 2 * priceOf(sent.body?.length ?? 0);
    const { status, text } = await fastestOf(meter, sent, {
      often: { warmUp: 2, repeats: 3 },
      more: MEASURES,
      isWithin: (cost) => cost.stallMs < MOST_STALL_MS && (cost.status < 400 || cost.cpuMs < price),
      tell: ({ status, cpuMs, stallMs }) =>
        `${method} ${path}: ${status}, ${cpuMs.toFixed(1)} ms, longest ${stallMs.toFixed(1)} ms`,
    });
    assert.equal(status, expected, text.slice(0, 500));
  };

  const publish = async (elements: readonly object[]): Promise<string> => {
    const body = { name: 'Large', definition: { elements }, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    assert.equal(made.status, 201, made.text.slice(0, 500));
    const id = String(made.at('id'));
    const done = await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    assert.equal(done.status, 200, done.text.slice(0, 500));
    // The admin of the browser made it, and the token acts as another one.
    const given = await admin.send('PUT', `/app/v1/templates/${id}/rights/designers`, {
      body: ALL_RIGHTS,
    });
    assert.ok(given.status < 300, given.text);
    return id;
  };
  const begin = async (elements: readonly object[], answers: object): Promise<string> => {
    const templateId = await publish(elements);
    const made = await admin.send('POST', '/app/v1/forms', { body: { templateId, answers } });
    assert.equal(made.status, 201, made.text.slice(0, 500));
    return String(made.at('id'));
  };
  const readEverywhere = async (id: string): Promise<void> => {
    await measured('GET', `/app/v1/forms/${id}`);
    await measured('GET', `/app/v1/forms/${id}?plain=true`);
    await measured('GET', `/v2/formz/${id}`);
  };
  const table = (columns: readonly object[], more: object = {}) => [
    { type: 'text', name: 'site' },
    { type: 'matrixdynamic', name: 'table', columns, ...more },
  ];
  /** A form with the maximum number of cells. */
  const fullTable = (inputType: string, value: string | number) => {
    const columns = times(10, (at) => ({ name: `c${at}`, cellType: 'text', inputType }));
    const row = Object.fromEntries(columns.map(({ name }) => [name, value]));
    return begin(table(columns), { table: times(1000, () => row) });
  };

  test('by comparing with thousands of choices in thousands of conditions', async () => {
    const visibleIf = times(30, () => '{many}=1').join(' or ');
    const elements = [
      { type: 'dropdown', name: 'many', choices: times(15_000, (at) => at) },
      ...times(200, (at) => ({ type: 'text', name: `q${at}`, visibleIf })),
    ];
    // Publishing runs the same check, once for each version.
    await measured('POST', '/app/v1/templates/check', { definition: { elements } });
  });

  test('by the choices of a table of many columns', async () => {
    const columns = times(290, (at) => ({ name: `c${at}` }));
    const choices = times(CHOICES_OF_MANY_COLUMNS, (at) => at);
    await readEverywhere(await begin(table(columns, { choices }), { table: [{ c1: 7 }] }));
  });

  test('by choosing a thousand of thousands of choices in many rows', async () => {
    const choices = times(10_000, (at) => at);
    const columns = [{ name: 'many', cellType: 'checkbox', choices }];
    const rows = times(100, () => ({ many: choices.slice(-1000) }));
    await readEverywhere(await begin(table(columns), { table: rows }));
  });

  test('by cells that hold none of thousands of choices', async () => {
    const columns = times(20, (at) => ({ name: `c${at}` }));
    const choices = times(3000, (at) => at);
    const id = await begin(table(columns, { choices }), { table: [{ c1: 7 }] });
    const row = Object.fromEntries(columns.map(({ name }) => [name, -1]));
    const fields = { table: { rows: times(1000, () => row) } };
    await measured('PATCH', `/v2/formz/${id}`, { fields }, 422);
  });

  for (const [what, inputType, value] of [
    ['days', 'date', '2026-01-31'],
    ['numbers', 'number', 1.5],
    ['texts', 'text', 'x'],
  ] as const) {
    test(`by ${what} in thousands of cells`, async () => {
      await readEverywhere(await fullTable(inputType, value));
    });
  }

  test('by the long title of a column in a thousand rows', async () => {
    const columns = [{ name: 'c', cellType: 'text', title: text(100_000) }];
    const rows = times(1000, () => ({ c: 'x' }));
    await readEverywhere(await begin(table(columns), { table: rows }));
  });

  test('by a long choice in a thousand rows', async () => {
    const columns = [{ name: 'c', choices: [{ value: 1, text: text(100_000) }] }];
    const rows = times(1000, () => ({ c: 1 }));
    await readEverywhere(await begin(table(columns), { table: rows }));
  });

  test('by a draft that saved itself hundreds of thousands of times', async () => {
    const id = await begin([{ type: 'text', name: 'site' }], { site: 'Quay' });
    const { accountId, userId } = node.account;
    await node.services.db.transaction(async (tx) => {
      for (let round = 0; round < 200; round += 1) {
        const edits = times(1000, (at) => ({
          account_id: accountId,
          id: `ffffffff-0000-7000-8000-${String(round * 1000 + at).padStart(12, '0')}`,
          form_id: id,
          at: at * 1_000_000,
          action: 'edit' as const,
          actor_user_id: userId,
          credential_id: null,
          detail: '{"changed":["answers"]}',
        }));
        await tx.insertInto('form_events').values(edits).execute();
      }
    });
    await measured('GET', `/app/v1/forms/${id}`);
    const read = await admin.send('GET', `/app/v1/forms/${id}`);
    assert.equal(read.at('history', '0', 'action'), 'create');
  });

  test('by a title that says a long answer many times', async () => {
    const elements = [
      { type: 'comment', name: 'long' },
      { type: 'text', name: 'q', title: '{long}'.repeat(40) },
    ];
    const id = await begin(elements, { long: text(500_000) });
    await measured('GET', `/app/v1/forms/${id}?plain=true`);
  });
});
