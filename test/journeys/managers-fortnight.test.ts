// A manager's fortnight on the demo organisation, over HTTP as the pages and devices send it: twelve sites from a file, a
// weekly series, people who are ill, leave or have no network, and a review of everything. The numbers of all pages are
// those of the API.
// Nightly: it makes the whole demo organisation.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeSeriesAssignments } from '#series/index.ts';
import { ALL_RIGHTS } from '#templates/rights/rights.ts';
import { createDemoClock } from '../../tools/demo/demo-clock.ts';
import { makeOrganisation, type Organisation } from '../../tools/demo/organisation.ts';
import { displayName, PEOPLE, personNamed } from '../../tools/demo/people.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';

const PASSWORD = 'thirty wet umbrellas at the pier';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MANAGER = 'Maren Holt';
/** One site each. */
const CREW = [
  ...['Ines Carvalho', 'Luke Harmon', 'Priya Nair', 'Oskar Lind', 'Marta Kovács', 'Hugh Sinclair'],
  ...['Yusuf Demir', 'Ben Archer', 'Lotte de Vries', 'Kofi Mensah', 'Erik Sandberg', 'Elena Rossi'],
];
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site', isRequired: true },
    { type: 'comment', name: 'found', title: 'What you found' },
  ],
};

interface Work {
  readonly id: string;
  readonly state: string;
  readonly late: boolean;
  readonly assignee: { readonly id: string };
  readonly formId: string | null;
  readonly dueDate: string;
}

forOneEngine((engine) => {
  let node: Instance;
  let organisation: Organisation;
  let token: string;
  let templateId: string;
  let pass: (ms: number) => void;
  const browsers = new Map<string, Browser>();
  before(async () => {
    const demo = createDemoClock();
    pass = (ms) => demo.set(demo.now() + ms);
    node = await startInstance(engine, { clock: { now: demo.now, advance: pass } });
    organisation = await makeOrganisation(node.services, demo, PASSWORD);
    const { clientId, clientSecret } = organisation.account;
    token = await node.token(clientId, clientSecret);
    await shareThePassword();
  });
  after(() => node.close());

  /** Only some people of the demo have one. */
  async function shareThePassword(): Promise<void> {
    const { db } = node.services;
    const { accountId } = organisation.account;
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
        .where('id', 'in', CREW.map(idOf))
        .execute(),
    );
  }
  const idOf = (name: string): string =>
    organisation.userIds.get(personNamed(name).userName) ?? assert.fail(name);
  const send = async (
    who: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer> => {
    const browser = browsers.get(who) ?? openBrowser(node);
    browsers.set(who, browser);
    const ask = () => browser.send(method, `/app/v1${path}`, body && { body });
    const answer = await ask();
    // Nobody is signed in yet, or the clock has ended the session.
    if (answer.status !== 401) return answer;
    const signedIn = await browser.signIn(personNamed(who).userName, PASSWORD);
    assert.equal(signedIn.status, 201, signedIn.text);
    return await ask();
  };
  const ok = (answer: Answer): Answer => {
    assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
    return answer;
  };
  const post = async (who: string, path: string, body: object = {}) =>
    ok(await send(who, 'POST', path, body));
  const get = async (who: string, path: string) => ok(await send(who, 'GET', path));
  const api = async (path: string): Promise<Answer> => {
    const { clientId, clientSecret } = organisation.account;
    const answer = await node.request('GET', path, { token });
    if (answer.status !== 401) return ok(answer);
    token = await node.token(clientId, clientSecret);
    return ok(await node.request('GET', path, { token }));
  };
  /** All work of the template, as other systems read it. */
  const work = async (query = ''): Promise<readonly Work[]> => {
    const { body } = await api(`/v2/assignments?template=${templateId}&pageSize=100${query}`);
    assert.ok(Array.isArray(body));
    return body;
  };
  const workOf = async (name: string): Promise<Work> =>
    (await work()).find(({ assignee }) => assignee.id === idOf(name)) ?? assert.fail(name);
  const answers = (site: unknown) => ({ site, found: 'All bolts are tight.' });
  /** Fills in and completes the work of somebody. @returns the id of the form */
  const fillIn = async (name: string, id: string): Promise<string> => {
    const form = await post(name, `/assignments/${id}/form`);
    const formId = String(form.at('id'));
    const body = { revision: form.at('revision'), answers: answers(form.at('answers', 'site')) };
    ok(await send(name, 'PATCH', `/forms/${formId}`, body));
    await post(name, `/forms/${formId}/complete`);
    return formId;
  };
  const decide = async (formId: string, decision: string, remark?: string) => {
    const form = await get(MANAGER, `/forms/${formId}`);
    await post(MANAGER, `/forms/${formId}/review`, {
      revision: form.at('revision'),
      decision,
      ...(remark !== undefined && { remark }),
    });
  };

  test('twelve sites are sent from a file, and a series begins', async () => {
    const review = {
      steps: [{ by: 'people', people: [idOf(MANAGER)] }],
      fallback: organisation.groupIds.get('Office'),
    };
    const definition = { ...DEFINITION, review };
    const made = { name: 'Site check', definition, openToAll: true };
    templateId = String((await post(MANAGER, '/templates', made)).at('id'));
    await post(MANAGER, `/templates/${templateId}/publish`);
    const { db, forms } = node.services;
    const { accountId } = organisation.account;
    const by = { accountId, userId: idOf(MANAGER), role: 'designer', via: 'web' } as const;
    // So that the planning system, which acts as the admin, reads all of it.
    await db.transaction((tx) => forms.giveRights(tx, by, templateId, 'designers', ALL_RIGHTS));
    const due = new Date(node.services.clock.now() + 5 * DAY_MS).toISOString();
    const file = CREW.map((name, i) => `${personNamed(name).userName};Site ${i + 1};${due}\r\n`);
    const text = `person;site;due\r\n${file.join('')}`;
    const [, ...records] = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'));
    const rows = records.map(([person, site, dueDate], i) => ({
      ...{ row: i + 2, person, dueDate, instructions: 'Photographs from below.' },
      fields: { site },
    }));
    const outcomes = async (dryRun: boolean): Promise<readonly string[]> => {
      const body = { templateId, personBy: 'userName', dryRun, rows };
      const { results } = Object((await post(MANAGER, '/assignments/rows', body)).body);
      return results.map(({ outcome }: { outcome: string }) => outcome);
    };
    assert.deepEqual(
      await outcomes(true),
      CREW.map(() => 'new'),
    );
    assert.deepEqual(await work(), []);
    assert.deepEqual(
      await outcomes(false),
      CREW.map(() => 'new'),
    );
    assert.deepEqual(
      await outcomes(false),
      CREW.map(() => 'exists'),
    );
    assert.equal((await work('&state=waiting')).length, CREW.length);
    const start = new Date(node.services.clock.now() + DAY_MS).toISOString().slice(0, 10);
    await post(MANAGER, `/templates/${templateId}/series`, {
      assignee: { type: 'User', id: idOf('Fiona Baker'), mode: 'each' },
      ...{ rule: { frequency: 'weekly' }, start, time: '12:00', holidays: 'keep' },
      ...{ leadDays: 0, answers: { site: 'Workshop' } },
    });
  });

  test('two people are ill and one leaves: their work is handed on', async () => {
    const handOn = async (from: string, to: string) => {
      const { id } = await workOf(from);
      const assignee = { type: 'User', id: idOf(to) };
      ok(await send(MANAGER, 'PATCH', `/assignments/${id}`, { assignee }));
    };
    await handOn('Luke Harmon', 'Ines Carvalho');
    await handOn('Oskar Lind', 'Marta Kovács');
    const path = `/scim/v2/Users/${idOf('Hugh Sinclair')}`;
    const left = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    };
    ok(await node.request('PATCH', path, { token, body: left }));
    // Nothing moves by itself, and nothing is lost.
    assert.equal((await workOf('Hugh Sinclair')).state, 'waiting');
    await handOn('Hugh Sinclair', 'Yusuf Demir');
    assert.equal((await work('&state=waiting')).length, CREW.length);
  });

  test('what is done without a network arrives late, and is in time', async () => {
    pass(3 * DAY_MS);
    const begun: { name: string; id: string; versionNumber: unknown; answers: object }[] = [];
    for (const name of ['Priya Nair', 'Ben Archer', 'Lotte de Vries']) {
      const { id } = await workOf(name);
      const ahead = await get(name, `/assignments/${id}/form`);
      const site = ahead.at('answers', 'site');
      begun.push({ name, id, versionNumber: ahead.at('versionNumber'), answers: answers(site) });
    }
    pass(3 * DAY_MS);
    for (const { name, id, ...form } of begun) {
      const formId = crypto.randomUUID();
      const path = `/assignments/${id}/form`;
      const made = await post(name, path, { id: formId, ...form, begunOffline: true });
      assert.equal(made.at('lost'), undefined);
      // The answer was lost, so it is sent again.
      await post(name, path, { id: formId, ...form, begunOffline: true });
      await post(name, `/forms/${formId}/complete?completedMsAgo=${2 * DAY_MS}`);
      const done = await api(`/v2/formz/${formId}`);
      const [onDevice, due] = [done.at('completedOnDeviceDate'), done.at('dueDate')];
      assert.ok(Date.parse(String(onDevice)) < Date.parse(String(due)), name);
      assert.equal((await workOf(name)).late, false);
    }
  });

  test('one declines, one is late, one is sent back twice, and all that was done is approved', async () => {
    const { id: declined } = await workOf('Erik Sandberg');
    await post('Erik Sandberg', `/assignments/${declined}/decline`, { reason: 'I am on leave.' });
    const late = await work('&overdue=true');
    assert.ok(late.some(({ assignee }) => assignee.id === idOf('Kofi Mensah')));
    const again = await workOf('Elena Rossi');
    const twice = await fillIn('Elena Rossi', again.id);
    for (const remark of ['Which bolts?', 'Name them as on the drawing.']) {
      await decide(twice, 'send-back', remark);
      const form = await get('Elena Rossi', `/forms/${twice}`);
      assert.deepEqual([form.at('status'), form.at('review', 'state')], ['draft', 'sent-back']);
      const body = { revision: form.at('revision'), answers: { site: 'Site 12', found: remark } };
      ok(await send('Elena Rossi', 'PATCH', `/forms/${twice}`, body));
      await post('Elena Rossi', `/forms/${twice}/complete`);
    }
    for (const each of await work('&state=waiting')) {
      const name = PEOPLE.find((person) => idOf(displayName(person)) === each.assignee.id);
      await fillIn(displayName(name ?? assert.fail()), each.id);
    }
    const waiting = await get(MANAGER, '/forms?scope=reviews&limit=100');
    const ids: readonly string[] = Object(waiting.body)
      .items.filter((form: { template: { id: string } }) => form.template.id === templateId)
      .map(({ id }: { id: string }) => id);
    for (const id of ids) await decide(id, 'approve');
  });

  test('the series made its dates once, and its work is done too', async () => {
    pass(7 * DAY_MS);
    await makeSeriesAssignments(node.services).run();
    await makeSeriesAssignments(node.services).run();
    const made = (await work()).filter(({ assignee }) => assignee.id === idOf('Fiona Baker'));
    assert.ok(made.length >= 1 && made.length <= 2, `${made.length}`);
    assert.equal(new Set(made.map(({ dueDate }) => dueDate)).size, made.length);
    for (const { id, state } of made) {
      if (state === 'waiting') await decide(await fillIn('Fiona Baker', id), 'approve');
    }
  });

  test('every number on every page is that of the API', async () => {
    const all = await work();
    const inState = (wanted: string) => all.filter(({ state }) => state === wanted).length;
    assert.deepEqual([inState('declined'), inState('waiting'), inState('begun')], [1, 0, 0]);
    const done = all.length - 1;
    assert.equal(inState('done'), done);
    const { items, isWhole } = Object(
      (await get(MANAGER, `/assignments/people?template=${templateId}`)).body,
    );
    assert.equal(isWhole, true);
    for (const state of ['waiting', 'begun', 'done', 'declined', 'cancelled']) {
      const sum = items.reduce((total: number, each: object) => total + Object(each)[state], 0);
      assert.equal(sum, inState(state), state);
    }
    for (const { id, late, done: theirs } of items) {
      const own = all.filter(({ assignee }) => assignee.id === id);
      assert.equal(theirs, own.filter(({ state }) => state === 'done').length);
      assert.equal(late, own.filter((each) => each.late).length);
    }
    const shown = await get(MANAGER, `/assignments?template=${templateId}&limit=100`);
    assert.equal(Object(shown.body).items.length, all.length);
    const forms = `template=${templateId}&pageSize=1`;
    for (const query of ['', '&status=complete', '&review=approved']) {
      const answer = await api(`/v2/formz?${forms}${query}`);
      assert.equal(answer.headers['x-total-count'], String(done), query);
      const page = await get(MANAGER, `/forms?scope=all&template=${templateId}${query}`);
      assert.equal(page.at('total'), done, query);
    }
    const table = await get(MANAGER, `/templates/${templateId}/answers`);
    assert.equal(table.at('total'), done);
    assert.deepEqual(await work('&overdue=true'), []);
    const late = all.filter(({ assignee }) => assignee.id === idOf('Kofi Mensah'));
    const form = await api(`/v2/formz/${late[0]?.formId}`);
    const completed = Date.parse(String(form.at('status', 'date') ?? form.at('lastUpdateDate')));
    assert.ok(completed > Date.parse(String(form.at('dueDate'))));
  });
});
