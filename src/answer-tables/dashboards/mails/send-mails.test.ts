// Dashboards by mail: at the hour that people chose, once, in their language, and only while they may see the dashboard.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createForgetPerson } from '#retention/forget-person.ts';
import { forEachEngine } from '../../../../test/support/engines.ts';
import { ADMIN_PASSWORD } from '../../../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.ts';
import {
  makeRightsWorld,
  type Person,
  type RightsWorld,
} from '../../../../test/support/rights-world.ts';
import { fresh } from '../../../../test/support/scim.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { saveMail } from './dashboard-mails.store.ts';
import { sendDashboardMails } from './send-mails.ts';

const PATH = '/app/v1/dashboards';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Nine hours ahead of UTC all year round. */
const ZONE = 'Asia/Tokyo';

forEachEngine((engine) => {
  let mail: MailServer;
  let world: RightsWorld;
  let admin: Person;
  before(async () => {
    mail = await startMailServer();
    world = await makeRightsWorld(engine, { env: mail.env });
    admin = world.adam;
    await ok(admin, 'PATCH', '/app/v1/account', { timeZone: ZONE });
  });
  after(async () => {
    await world.node.close();
    await mail.close();
  });

  const ask = async (by: Person, method: string, path: string, body?: object) => {
    const answer = await by.ask(method, path, body && { body });
    // The clock has ended the session, or has only made its confirmation old, by the time of day.
    if (answer.status !== 401 && answer.at('code') !== 'confirmation-needed') return answer;
    const [name] = Object.entries(world).find(([, each]) => each === by) ?? [];
    assert.equal((await by.browser.signIn(name ?? '', ADMIN_PASSWORD)).status, 201);
    return by.ask(method, path, body && { body });
  };
  const ok = async (by: Person, method: string, path: string, body?: object) => {
    const answer = await ask(by, method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer;
  };
  const run = () => sendDashboardMails(world.node.services).run();
  const settled = () =>
    waitUntil(async () => {
      const { reader } = world.node.services.db;
      return (await reader.selectFrom('notices').select('id').execute()).length === 0;
    });
  const lettersTo = (email: string) => mail.taken.filter(({ to }) => to.includes(email));
  const mailed = async (by: Person, id: string) =>
    (await ok(by, 'GET', `${PATH}/${id}/mail`)).at('mail');
  /** Gives somebody a new address, so that each test counts its own letters. */
  const address = async ({ by }: Person): Promise<string> => {
    const email = `${fresh()}@people.example`;
    await ok(admin, 'PATCH', `/app/v1/users/${by.userId}`, { email });
    return email;
  };
  const dashboard = async (name = fresh()): Promise<string> => {
    const body = { name, groupIds: [world.personnel] };
    return String((await ok(world.hanna, 'POST', PATH, body)).at('id'));
  };
  /** Moves the clock to a time and looks for due mails. */
  const at = async (time: number): Promise<void> => {
    const { clock } = world.node;
    clock.advance(time - clock.now());
    await run();
    await settled();
  };

  test('a reader gets the name and the link at the hour that they chose, in their language and without numbers', async () => {
    const { hugo, hanna, salaries, node } = world;
    const midnight = Math.ceil(node.clock.now() / DAY_MS) * DAY_MS;
    await at(midnight);
    const email = await address(hugo);
    await ok(hugo, 'PATCH', '/app/v1/me', { language: 'de' });
    const fields = await ok(hanna, 'GET', `/app/v1/templates/${salaries}/answers`);
    const settings = { template: salaries, field: fields.at('fields', 0, 'id'), show: 'number' };
    const id = await dashboard('Gehälter <b>');
    await ok(hanna, 'PUT', `${PATH}/${id}`, { name: 'Gehälter <b>', tiles: [{ settings }] });
    const answer = await ok(hugo, 'PUT', `${PATH}/${id}/mail`, { every: 'day', hour: 17 });
    const due = midnight + 8 * HOUR_MS;
    assert.equal(answer.at('mail', 'nextAt'), new Date(due).toISOString());
    assert.deepEqual([answer.at('email'), answer.at('timeZone')], [email, ZONE]);
    assert.equal(await mailed(hanna, id), undefined);
    await at(due - 60_000);
    assert.equal(lettersTo(email).length, 0);
    await at(due);
    const [letter] = await mail.waitFor(email);
    const text = (letter?.text ?? '').replaceAll('\r\n', '\n');
    const url = `${world.node.server.publicUrl}/dashboards/${id}`;
    assert.match(letter?.headers ?? '', /subject: \S*Dashboard/i);
    assert.match(text, /Hier öffnen Sie das Dashboard „Gehälter/);
    assert.ok(text.includes(`von jetzt:\n${url}\n`), text);
    assert.ok(text.includes(`beenden Sie das: ${url}?mail=true`), text);
    assert.doesNotMatch(text.replaceAll(/https:\S+/g, ''), /\d/);
    await at(due + DAY_MS);
    assert.equal(lettersTo(email).length, 2);
    await ok(hugo, 'DELETE', `${PATH}/${id}/mail`);
    await at(due + 2 * DAY_MS);
    assert.equal(lettersTo(email).length, 2);
  });

  test('several nodes that look at once send one mail, and after weeks without any node one comes, not twenty', async () => {
    const { clock } = world.node;
    const email = await address(world.hugo);
    await ok(world.hugo, 'PATCH', '/app/v1/me', { language: 'en' });
    const id = await dashboard();
    await ok(world.hugo, 'PUT', `${PATH}/${id}/mail`, { every: 'day', hour: 9 });
    clock.advance(20 * DAY_MS);
    const before = clock.now();
    await Promise.all(Array.from({ length: 5 }, run));
    await settled();
    const [letter] = await mail.waitFor(email);
    assert.match(letter?.text ?? '', /Open the dashboard “/);
    await setTimeout(50);
    assert.equal(lettersTo(email).length, 1);
    const nextAt = Date.parse(String(Object(await mailed(world.hugo, id)).nextAt));
    assert.ok(nextAt > before && nextAt <= before + DAY_MS, new Date(nextAt).toISOString());
    await ok(world.hugo, 'DELETE', `${PATH}/${id}/mail`);
  });

  test('mails end with the right to see the dashboard, also for one that waits to be sent, and leave an audit event', async () => {
    const { hugo, hanna, node } = world;
    const email = await address(hugo);
    const [id, waiting] = [await dashboard(), await dashboard()];
    for (const each of [id, waiting]) {
      await ok(hugo, 'PUT', `${PATH}/${each}/mail`, { every: 'day', hour: 9 });
    }
    const name = fresh();
    await ok(hanna, 'PUT', `${PATH}/${id}`, { name, groupIds: [] });
    mail.answer(451);
    node.clock.advance(DAY_MS);
    await run();
    await waitUntil(async () => mail.refused() > 0);
    await ok(hanna, 'PUT', `${PATH}/${waiting}`, { name, groupIds: [] });
    mail.answer(250);
    await at(node.clock.now() + HOUR_MS);
    const { userId } = hugo.by;
    const { reader } = node.services.db;
    const left = () =>
      reader.selectFrom('dashboard_mails').select('dashboard_id').where('user_id', '=', userId);
    assert.deepEqual(await left().execute(), [{ dashboard_id: waiting }]);
    const events = await ok(admin, 'GET', '/app/v1/audit-events?action=dashboard.end-mails');
    const [target, by] = [events.at('items', 0, 'target', 'id'), events.at('items', 0, 'user')];
    assert.deepEqual([target, by], [id, undefined], events.text);
    // Another mail to the organisation wakes the queue.
    await ok(hanna, 'PUT', `${PATH}/${waiting}/mail`, { every: 'day', hour: 9 });
    await address(hanna);
    await at(node.clock.now() + DAY_MS);
    assert.deepEqual(await left().execute(), []);
    assert.equal(lettersTo(email).length, 0);
    await ok(hanna, 'DELETE', `${PATH}/${waiting}/mail`);
  });

  test('nobody without an address and nobody deactivated is written to, and mails go on when that changes', async () => {
    const { hugo, node } = world;
    const id = await dashboard();
    await ok(hugo, 'PUT', `${PATH}/${id}/mail`, { every: 'day', hour: 9 });
    await ok(admin, 'PATCH', `/app/v1/users/${hugo.by.userId}`, { email: null });
    assert.equal((await ok(hugo, 'GET', `${PATH}/${id}/mail`)).at('email'), undefined);
    const before = mail.taken.length;
    await at(node.clock.now() + DAY_MS);
    const email = await address(hugo);
    await ok(admin, 'PATCH', `/app/v1/users/${hugo.by.userId}`, { active: false });
    await at(node.clock.now() + DAY_MS);
    assert.equal(mail.taken.length, before);
    await ok(admin, 'PATCH', `/app/v1/users/${hugo.by.userId}`, { active: true });
    await at(node.clock.now() + DAY_MS);
    assert.equal(lettersTo(email).length, 1);
    await ok(hugo, 'DELETE', `${PATH}/${id}/mail`);
  });

  test('a new time zone of the organisation moves the mails to the same hour there', async () => {
    const { hugo } = world;
    const id = await dashboard();
    await ok(hugo, 'PUT', `${PATH}/${id}/mail`, { every: 'week', on: 1, hour: 9 });
    const hourIn = async (timeZone: string) => {
      const next = new Date(String(Object(await mailed(hugo, id)).nextAt));
      const format = { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' } as const;
      return next.toLocaleString('en', format);
    };
    assert.equal(await hourIn(ZONE), 'Mon, 09');
    await ok(admin, 'PATCH', '/app/v1/account', { timeZone: 'Europe/Berlin' });
    await run();
    assert.equal(await hourIn('Europe/Berlin'), 'Mon, 09');
    await ok(admin, 'PATCH', '/app/v1/account', { timeZone: ZONE });
    await run();
    assert.equal(await hourIn(ZONE), 'Mon, 09');
    await ok(hugo, 'DELETE', `${PATH}/${id}/mail`);
  });

  test('what is gone leaves no mails: the dashboard, the person, and a person who is forgotten', async () => {
    const { hanna, mila, gina, node } = world;
    const { db, directory } = node.services;
    const left = async () =>
      (await db.reader.selectFrom('dashboard_mails').select('user_id').execute()).length;
    assert.equal(await left(), 0);
    const id = await dashboard();
    await ok(hanna, 'PUT', `${PATH}/${id}/mail`, { every: 'month', on: 31, hour: 0 });
    await ok(hanna, 'DELETE', `${PATH}/${id}`);
    assert.equal(await left(), 0);
    const own = async (by: Person): Promise<string> => {
      const made = String((await ok(by, 'POST', PATH, { name: fresh() })).at('id'));
      await ok(by, 'PUT', `${PATH}/${made}/mail`, { every: 'day', hour: 9 });
      return made;
    };
    await own(mila);
    await own(gina);
    await createForgetPerson(node.services)(gina.by, { userId: gina.by.userId, names: [] });
    assert.equal(await left(), 1);
    await db.transaction((tx) =>
      directory.removeUser(tx, admin.by, mila.by.userId, { visibility: 'all' }),
    );
    await at(node.clock.now() + DAY_MS);
    assert.equal(await left(), 0);
  });

  test('a wrong schedule, a dashboard of others and a 51st one are refused', async () => {
    const { hugo, dora, node } = world;
    const id = await dashboard();
    for (const [body, place] of [
      [{ every: 'week', on: 8, hour: 9 }, 'on'],
      [{ every: 'day', on: 1, hour: 9 }, 'on'],
      [{ every: 'month', hour: 9 }, 'on'],
      [{ every: 'day', hour: 24 }, 'hour'],
      [{ every: 'year', hour: 9 }, 'every'],
    ] as const) {
      const answer = await ask(hugo, 'PUT', `${PATH}/${id}/mail`, body);
      assert.deepEqual([answer.status, answer.at('at')], [400, place], answer.text);
    }
    const schedule = { every: 'day', hour: 9 } as const;
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? schedule : undefined;
      assert.equal((await ask(dora, method, `${PATH}/${id}/mail`, body)).status, 404, method);
    }
    const { accountId, userId } = hugo.by;
    const nextAt = node.clock.now() + DAY_MS;
    await node.services.db.transaction(async (tx) => {
      for (let i = 0; i < 50; i += 1) {
        const key = { accountId, userId, dashboardId: crypto.randomUUID() };
        await saveMail(tx, { ...key, schedule, nextAt, timeZone: ZONE });
      }
    });
    const many = await ask(hugo, 'PUT', `${PATH}/${id}/mail`, schedule);
    assert.deepEqual([many.status, many.at('code')], [400, 'too-many'], many.text);
  });
});
