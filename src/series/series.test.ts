// Series: a template that is assigned again and again, at the dates that the page has shown, each once.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayIn, startOfHour } from '#kernel/time-zone.ts';
import { type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { DEFINITION } from '../../test/support/forms.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Instance,
  startInstance,
} from '../../test/support/instance.ts';
import { fresh } from '../../test/support/scim.ts';
import { makeSeriesAssignments } from './make-assignments.ts';

const DAY_MS = 86_400_000;
/** Nine hours ahead of UTC all year round. */
const ZONE = 'Asia/Tokyo';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly browser: Browser;
}

forEachEngine((engine) => {
  let node: Instance;
  let admin: Person;
  let ann: Person;
  let bob: Person;

  before(async () => {
    node = await startInstance(engine);
    const { accountCode, userId } = node.account;
    admin = { id: userId, name: `${accountCode}/admin`, browser: openBrowser(node) };
    await ok(admin, 'PATCH', '/app/v1/account', { timeZone: ZONE });
    ann = await person();
    bob = await person();
  });
  after(() => node.close());

  const ask = async (by: Person, method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await by.browser.send(method, path, body && { body });
    // The clock has ended the session, or has made its confirmation old.
    if (answer.status !== 401 && answer.at('code') !== 'confirmation-needed') return answer;
    assert.equal((await by.browser.signIn(by.name, ADMIN_PASSWORD)).status, 201);
    return by.browser.send(method, path, body && { body });
  };
  const ok = async (by: Person, method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await ask(by, method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const person = async (): Promise<Person> => {
    const name = fresh();
    const body = { userName: name, displayName: name, password: ADMIN_PASSWORD };
    const id = String((await ok(admin, 'POST', '/app/v1/users', body)).at('id'));
    return { id, name, browser: openBrowser(node) };
  };
  const publish = async (): Promise<string> => {
    const body = { name: fresh(), definition: DEFINITION, openToAll: true };
    const id = String((await ok(admin, 'POST', '/app/v1/templates', body)).at('id'));
    await ok(admin, 'POST', `/app/v1/templates/${id}/publish`, {});
    return id;
  };
  const today = (): string => dayIn(node.clock.now(), ZONE);
  const plus = (day: string, days: number): string =>
    new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  /** Moves the clock to an hour of a day, and runs the job. */
  const runAt = async (day: string, hour: number): Promise<void> => {
    node.clock.advance(startOfHour(day, hour, ZONE) - node.clock.now());
    await makeSeriesAssignments(node.services).run();
  };
  /** Moves the clock to the next midnight, and returns that day. */
  const nextDay = async (): Promise<string> => {
    const day = plus(today(), 1);
    await runAt(day, 0);
    return day;
  };
  const DAILY = { rule: { frequency: 'daily' }, time: '09:00', holidays: 'keep', leadDays: 0 };
  const create = async (templateId: string, more: object = {}): Promise<Answer> => {
    const body = { ...DAILY, start: today(), assignee: { type: 'User', id: ann.id }, ...more };
    return ok(admin, 'POST', `/app/v1/templates/${templateId}/series`, body);
  };
  /** Returns the days on which the assignments of a template are due, the latest last, once for each person. */
  const dueDays = async (templateId: string): Promise<readonly string[]> => {
    const list = await ok(admin, 'GET', `/app/v1/assignments?template=${templateId}&limit=100`);
    const items: readonly { readonly dueDate: string }[] = Object(list.body).items;
    return items.map(({ dueDate }) => dayIn(Date.parse(dueDate), ZONE)).toSorted();
  };
  const settledOf = async (id: unknown): Promise<readonly (readonly unknown[])[]> => {
    const detail = await ok(admin, 'GET', `/app/v1/series/${id}`);
    const dates: readonly { day: string; outcome: string; reason?: string }[] = Object(
      detail.body,
    ).settled;
    return dates.map(({ day, outcome, reason }) =>
      reason === undefined ? [day, outcome] : [day, outcome, reason],
    );
  };
  const setHolidays = (days: readonly string[]) =>
    ok(admin, 'PUT', '/app/v1/holidays', {
      holidays: days.map((day) => ({ day, name: 'Closed' })),
    });

  test('a preview says the rule and its next dates in words, and stores nothing', async () => {
    const body = {
      rule: { frequency: 'weekly', interval: 2, byDay: [{ day: 'mo' }] },
      start: '2030-01-07',
      time: '09:00',
      holidays: 'skip',
      locale: 'de',
    };
    const german = await ok(ann, 'POST', '/app/v1/series/preview', body);
    assert.equal(
      german.at('words'),
      'Alle 2 Wochen am Montag, um 09:00 Uhr. Termine an Feiertagen entfallen.',
    );
    assert.equal(german.at('dates', 0, 'text'), 'Montag, 7. Januar 2030 um 09:00');
    assert.equal(german.at('dates', 0, 'dueDate'), '2030-01-07T00:00:00.000Z');
    assert.equal(german.at('dates', 4, 'day'), '2030-03-04');
    assert.equal(german.at('dates', 5), undefined);
  });

  test('a rule that never occurs is refused, and so is one that is over', async () => {
    const templateId = await publish();
    const body = { ...DAILY, assignee: { type: 'User', id: ann.id }, start: '2030-01-01' };
    for (const [change, at] of [
      [{ rule: { frequency: 'yearly', byMonth: ['2'], byMonthDay: [30] } }, 'rule'],
      [{ start: '2020-01-01', rule: { frequency: 'daily', until: '2020-02-01T00:00:00' } }, 'rule'],
      [{ rule: { frequency: 'daily', until: '2020-02-31T00:00:00' } }, 'rule.until'],
      [{ start: '2030-02-30' }, 'start'],
      [{ rule: { frequency: 'weekly', byMonthDay: [1] } }, 'rule.byMonthDay'],
      [{ time: '24:00' }, 'time'],
      [{ assignee: { type: 'User', id: admin.id.replace(/^./, 'f') } }, 'assignee'],
    ] as const) {
      const path = `/app/v1/templates/${templateId}/series`;
      const answer = await ask(admin, 'POST', path, { ...body, ...change });
      assert.deepEqual([answer.status, answer.at('at')], [400, at], answer.text);
    }
    const list = await ok(admin, 'GET', `/app/v1/templates/${templateId}/series`);
    assert.deepEqual(Object(list.body).items, []);
  });

  test('each date is assigned once, at the beginning of its day, however often the job runs', async () => {
    const templateId = await publish();
    const day = await nextDay();
    const made = await create(templateId, {
      instructions: 'Bring the key.',
      priority: 'high',
      answers: { site: 'Weir' },
    });
    const runs = Array.from({ length: 3 }, () => makeSeriesAssignments(node.services).run());
    await Promise.all(runs);
    assert.deepEqual(await dueDays(templateId), [day]);
    const list = await ok(ann, 'GET', `/app/v1/assignments?mine=true&template=${templateId}`);
    assert.equal(list.at('items', 0, 'dueDate'), `${day}T00:00:00.000Z`);
    assert.equal(list.at('items', 0, 'instructions'), 'Bring the key.');
    assert.equal(list.at('items', 0, 'priority'), 'high');
    assert.equal(list.at('items', 0, 'sentBy', 'id'), admin.id);
    const form = await ok(ann, 'POST', `/app/v1/assignments/${list.at('items', 0, 'id')}/form`, {});
    assert.equal(form.at('answers', 'site'), 'Weir');
    await runAt(day, 23);
    assert.deepEqual(await dueDays(templateId), [day]);
    await runAt(plus(day, 1), 0);
    assert.deepEqual(await dueDays(templateId), [day, plus(day, 1)]);
    await ok(admin, 'DELETE', `/app/v1/series/${made.at('id')}`);
    await runAt(plus(day, 2), 0);
    assert.deepEqual(await dueDays(templateId), [day, plus(day, 1)]);
    assert.equal((await ask(admin, 'GET', `/app/v1/series/${made.at('id')}`)).status, 404);
  });

  test('a group gets a form for each member, or one for all', async () => {
    const body = {
      schemas: [GROUP],
      displayName: fresh(),
      members: [{ value: ann.id }, { value: bob.id }],
    };
    const token = await node.token(node.account.clientId, node.account.clientSecret);
    const group = await node.request('POST', '/scim/v2/Groups', { body, token });
    assert.equal(group.status, 201, group.text);
    const id = String(group.at('id'));
    const day = await nextDay();
    for (const [mode, count] of [
      ['each', 2],
      ['shared', 1],
    ] as const) {
      const templateId = await publish();
      await create(templateId, { assignee: { type: 'Group', id, mode } });
      await makeSeriesAssignments(node.services).run();
      assert.deepEqual(
        await dueDays(templateId),
        Array.from({ length: count }, () => day),
      );
    }
    // The dialog that deletes the group says so.
    assert.equal((await ok(admin, 'GET', `/app/v1/groups/${id}`)).at('series'), 2);
  });

  test('after an outage the newest date is made, and the series tells which were left out', async () => {
    const templateId = await publish();
    const day = await nextDay();
    const id = (await create(templateId)).at('id');
    await runAt(day, 0);
    // The service runs again after the last of the dates that it missed.
    await runAt(plus(day, 4), 10);
    assert.deepEqual(await dueDays(templateId), [day, plus(day, 4)]);
    const leftOut = [3, 2, 1].map((days) => [plus(day, days), 'left-out']);
    assert.deepEqual(await settledOf(id), [[plus(day, 4), 'made'], ...leftOut, [day, 'made']]);
    // And before it: what is over then is of no use beside what is not.
    await runAt(plus(day, 7), 8);
    assert.deepEqual(await dueDays(templateId), [day, plus(day, 4), plus(day, 7)]);
  });

  test('assignments are made the given number of days before, and those to come at once', async () => {
    const templateId = await publish();
    const day = await nextDay();
    await create(templateId, { leadDays: 2 });
    await makeSeriesAssignments(node.services).run();
    assert.deepEqual(await dueDays(templateId), [day, plus(day, 1), plus(day, 2)]);
    await runAt(plus(day, 1), 0);
    assert.deepEqual((await dueDays(templateId)).at(-1), plus(day, 3));
  });

  test('a date whose time of day is over is none of a new series', async () => {
    const templateId = await publish();
    const day = await nextDay();
    await runAt(day, 10);
    const series = await create(templateId);
    assert.equal(series.at('nextDay'), plus(day, 1));
    await makeSeriesAssignments(node.services).run();
    assert.deepEqual(await dueDays(templateId), []);
  });

  test('a paused series makes nothing, and goes on with the next date', async () => {
    const templateId = await publish();
    const day = await nextDay();
    const id = (await create(templateId)).at('id');
    const paused = await ok(admin, 'PATCH', `/app/v1/series/${id}`, { paused: true });
    assert.deepEqual([paused.at('state'), paused.at('nextDay')], ['paused', undefined]);
    await runAt(plus(day, 2), 10);
    assert.deepEqual(await dueDays(templateId), []);
    const resumed = await ok(admin, 'PATCH', `/app/v1/series/${id}`, { paused: false });
    assert.deepEqual([resumed.at('state'), resumed.at('nextDay')], ['running', plus(day, 3)]);
    await runAt(plus(day, 3), 0);
    assert.deepEqual(await dueDays(templateId), [plus(day, 3)]);
  });

  test('a series ends after the number of dates that was asked for', async () => {
    const templateId = await publish();
    const day = await nextDay();
    const id = (await create(templateId, { rule: { frequency: 'daily', count: 2 } })).at('id');
    for (const days of [0, 1, 2]) await runAt(plus(day, days), 0);
    assert.deepEqual(await dueDays(templateId), [day, plus(day, 1)]);
    assert.equal((await ok(admin, 'GET', `/app/v1/series/${id}`)).at('state'), 'over');
  });

  test('dates follow the holidays of the organisation, and its time zone', async () => {
    const templateId = await publish();
    const day = await nextDay();
    const id = (await create(templateId, { start: plus(day, 1), holidays: 'skip' })).at('id');
    await setHolidays([plus(day, 1), plus(day, 2)]);
    await makeSeriesAssignments(node.services).run();
    const detail = await ok(admin, 'GET', `/app/v1/series/${id}`);
    assert.equal(detail.at('nextDay'), plus(day, 3));
    assert.equal(detail.at('dates', 0, 'day'), plus(day, 3));
    await ok(admin, 'PATCH', '/app/v1/account', { timeZone: 'UTC' });
    await makeSeriesAssignments(node.services).run();
    assert.equal(
      (await ok(admin, 'GET', `/app/v1/series/${id}`)).at('dates', 0, 'dueDate'),
      `${plus(day, 3)}T09:00:00.000Z`,
    );
    // Midnight in Tokyo is the evening before in UTC.
    await runAt(plus(day, 3), 0);
    assert.deepEqual(await dueDays(templateId), []);
    await ok(admin, 'PATCH', '/app/v1/account', { timeZone: ZONE });
    await makeSeriesAssignments(node.services).run();
    assert.deepEqual(await dueDays(templateId), [plus(day, 3)]);
    await setHolidays([]);
    const again = { holidays: ['a', 'b'].map((name) => ({ day: plus(day, 9), name })) };
    const twice = await ask(admin, 'PUT', '/app/v1/holidays', again);
    assert.deepEqual([twice.status, twice.at('at')], [400, 'holidays[1].day']);
  });

  test('a new version of the time zones moves the dates to come, and no other', async () => {
    const templateId = await publish();
    const day = await nextDay();
    const id = String((await create(templateId)).at('id'));
    await runAt(day, 1);
    const { reader } = node.services.db;
    const ofSeries = () => reader.selectFrom('series').selectAll().where('id', '=', id);
    const planned = await ofSeries().executeTakeFirstOrThrow();
    // As an older Node, which knew another offset, has stored it.
    await reader
      .updateTable('series')
      .set({ tz_version: '1999a', make_at: startOfHour(plus(day, 1), 5, ZONE) })
      .where('id', '=', id)
      .execute();
    await makeSeriesAssignments(node.services).run();
    assert.deepEqual(await ofSeries().executeTakeFirstOrThrow(), planned);
    assert.deepEqual(await dueDays(templateId), [day]);
  });

  test('a date that cannot be assigned fails with its reason, and the next one is tried', async () => {
    const templateId = await publish();
    const cem = await person();
    const day = await nextDay();
    const id = (await create(templateId, { assignee: { type: 'User', id: cem.id } })).at('id');
    const setActive = (active: boolean) =>
      ok(admin, 'PATCH', `/app/v1/users/${cem.id}`, { active });
    await setActive(false);
    await makeSeriesAssignments(node.services).run();
    assert.deepEqual(await settledOf(id), [[day, 'failed', 'unknown-assignee']]);
    await setActive(true);
    await ok(admin, 'POST', `/app/v1/templates/${templateId}/archive`, {});
    await runAt(plus(day, 1), 0);
    await ok(admin, 'POST', `/app/v1/templates/${templateId}/restore`, {});
    await runAt(plus(day, 2), 0);
    assert.deepEqual(await settledOf(id), [
      [plus(day, 2), 'made'],
      [plus(day, 1), 'failed', 'template-state'],
      [day, 'failed', 'unknown-assignee'],
    ]);
    assert.deepEqual(await dueDays(templateId), [plus(day, 2)]);
  });

  test('a series of a user who left assigns nothing, and the user is told of before they go', async () => {
    const templateId = await publish();
    const day = await nextDay();
    const body = { ...DAILY, start: day, assignee: { type: 'User', id: ann.id } };
    const dora = await person();
    await dora.browser.signIn(dora.name, ADMIN_PASSWORD);
    const made = await ok(dora, 'POST', `/app/v1/templates/${templateId}/series`, body);
    const consequences = await ok(admin, 'GET', `/app/v1/users/${dora.id}/consequences`);
    assert.equal(consequences.at('series'), 1);
    await ok(admin, 'PATCH', `/app/v1/users/${dora.id}`, { active: false });
    await makeSeriesAssignments(node.services).run();
    assert.deepEqual(await settledOf(made.at('id')), [[day, 'failed', 'sender-inactive']]);
    assert.deepEqual(await dueDays(templateId), []);
  });

  test('a series is seen and changed by its creator and by those who manage the template', async () => {
    const templateId = await publish();
    const series = { ...DAILY, start: today(), assignee: { type: 'User', id: bob.id } };
    const path = `/app/v1/templates/${templateId}/series`;
    const id = (await ok(ann, 'POST', path, series)).at('id');
    for (const [method, sent] of [['GET'], ['PATCH', { paused: true }], ['DELETE']] as const) {
      const answer = await ask(bob, method, `/app/v1/series/${id}`, sent);
      assert.equal(answer.status, 404, `${method}: ${answer.text}`);
    }
    const listed = async (by: Person) => Object((await ok(by, 'GET', path)).body).items.length;
    assert.deepEqual([await listed(bob), await listed(ann), await listed(admin)], [0, 1, 1]);
    const paused = await ok(admin, 'PATCH', `/app/v1/series/${id}`, { paused: true });
    assert.equal(paused.at('state'), 'paused');
    await ok(ann, 'DELETE', `/app/v1/series/${id}`);
    assert.equal(await listed(admin), 0);
  });

  test('nobody makes a series of a template that they may not assign', async () => {
    const body = { name: fresh(), definition: DEFINITION, openToAll: false };
    const templateId = String((await ok(admin, 'POST', '/app/v1/templates', body)).at('id'));
    await ok(admin, 'POST', `/app/v1/templates/${templateId}/publish`, {});
    const series = { ...DAILY, start: today(), assignee: { type: 'User', id: ann.id } };
    const path = `/app/v1/templates/${templateId}/series`;
    assert.equal((await ask(ann, 'POST', path, series)).status, 404);
    const rights = { fill: true, see: 'own', edit: false, assign: false, manage: false };
    await ok(admin, 'PUT', `/app/v1/templates/${templateId}/rights/${ann.id}`, rights);
    const refused = await ask(ann, 'POST', path, series);
    assert.deepEqual([refused.status, refused.at('reason')], [403, 'right-assign']);
  });
});
