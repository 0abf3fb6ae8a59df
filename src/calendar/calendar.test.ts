// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import {
  type Component,
  readCalendar,
  readMoment,
  readText,
} from '../../test/support/icalendar.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { MOST_EVENTS } from './due-forms.ts';

const PASSWORD = 'four green kettles in march';
const HOUR_MS = 3_600_000;
const ADDRESS = '/app/v1/me/calendar';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const definition = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };
    const template = { name: 'Inspection; daily', definition, openToAll: true };
    templateId = String(
      (await admin.send('POST', '/app/v1/templates', { body: template })).at('id'),
    );
    const pattern = { revision: 1, namePattern: '{template} at {site}' };
    ok(await admin.send('PATCH', `/app/v1/templates/${templateId}`, { body: pattern }));
    ok(await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const person = async (userName: string) => {
    const body = { userName, displayName: userName, password: PASSWORD };
    const id = String(ok(await admin.send('POST', '/app/v1/users', { body }), 201).at('id'));
    const browser = openBrowser(node);
    await browser.signIn(userName, PASSWORD);
    return { id, browser };
  };
  /** @returns the path with the token, as a calendar program asks for it */
  const pathOf = (made: Answer): string =>
    String(ok(made, 201).at('address')).slice(node.server.publicUrl.length);
  const create = async ({ browser }: { readonly browser: Browser }) =>
    pathOf(await browser.send('POST', ADDRESS, { body: {} }));
  const fetchIt = (path: string) => node.request('GET', path, { token: null });
  const assign = async (id: string, more: object, type = 'User'): Promise<string> => {
    const body = { templateId, assignment: { type, id }, ...more };
    return String(ok(await admin.send('POST', '/app/v1/forms', { body }), 201).at('id'));
  };
  const inMs = (ms: number) => new Date(node.clock.now() + ms).toISOString();
  const value = ({ values }: Component, name: string) => values.get(name)?.[0] ?? '';
  const eventsOf = (answer: Answer): ReadonlyMap<string, Component> => {
    assert.match(ok(answer).headers['content-type'] ?? '', /^text\/calendar; charset=utf-8$/);
    const { inner } = readCalendar(answer.bytes);
    return new Map(
      inner.filter(({ name }) => name === 'VEVENT').map((event) => [value(event, 'UID'), event]),
    );
  };

  test('a calendar program reads what is due, without a token, and no answers', async () => {
    const ada = await person('ada');
    const path = await create(ada);
    assert.deepEqual([...eventsOf(await fetchIt(path)).keys()], [], 'an empty calendar is one too');
    const name =
      'Weir, "north"; 7\\2 – überprüfen, wo das Wasser über die Mauer läuft, seit Montag';
    const dueAt = inMs(HOUR_MS);
    const named = await assign(ada.id, { name, dueAt, answers: { site: 'Secret place' } });
    // A name that is made of answers tells them.
    const telling = await assign(ada.id, {
      dueAt: inMs(-HOUR_MS),
      answers: { site: 'Secret dam' },
    });
    const group = ok(
      await admin.send('POST', '/app/v1/groups', { body: { displayName: 'Crew' } }),
      201,
    );
    const joined = { add: [ada.id] };
    ok(await admin.send('POST', `/app/v1/groups/${group.at('id')}/members`, { body: joined }), 204);
    const ofGroup = await assign(String(group.at('id')), { name: 'Crew', dueAt }, 'Group');
    const others = await person('eve');
    const done = await assign(ada.id, { name: 'Done', dueAt });
    const gone = await assign(ada.id, { name: 'Gone', dueAt });
    await assign(others.id, { name: 'Of eve', dueAt });
    await assign(ada.id, { name: 'Never due' });
    ok(await admin.send('POST', `/app/v1/forms/${done}/complete`, { body: {} }));
    ok(await admin.send('DELETE', `/app/v1/forms/${gone}`), 204);

    const answer = await fetchIt(path);
    const events = eventsOf(answer);
    assert.deepEqual([...events.keys()].toSorted(), [named, telling, ofGroup].toSorted());
    assert.doesNotMatch(answer.text, /Secret/);
    const event = events.get(named) ?? assert.fail();
    assert.equal(readText(value(event, 'SUMMARY')), name);
    assert.equal(readText(value(event, 'DESCRIPTION')), 'Inspection; daily');
    const second = Math.floor(Date.parse(dueAt) / 1000) * 1000;
    assert.equal(readMoment(value(event, 'DTSTART')), second);
    assert.equal(value(event, 'URL'), `${node.server.publicUrl}/forms/${named}`);
    const number = ok(await admin.send('GET', `/app/v1/forms/${telling}`)).at('number');
    const summary = value(events.get(telling) ?? assert.fail(), 'SUMMARY');
    assert.equal(readText(summary), `Inspection; daily ${number}`);

    // A change is the same event, in a later state.
    const later = inMs(2 * HOUR_MS);
    ok(await admin.send('POST', `/app/v1/forms/${named}/assign`, { body: { dueAt: later } }));
    const changed = eventsOf(await fetchIt(path)).get(named) ?? assert.fail('its UID stays');
    assert.ok(readMoment(value(changed, 'DTSTART')) > second);
    assert.ok(Number(value(changed, 'SEQUENCE')) > Number(value(event, 'SEQUENCE')));
  });

  test('an address is shown once, and no log, record or table has it', async () => {
    const ben = await person('ben');
    assert.deepEqual(ok(await ben.browser.send('GET', ADDRESS)).body, {});
    const path = await create(ben);
    const token = path.split('key=')[1] ?? assert.fail();
    ok(await fetchIt(path));
    await fetchIt(`${path}x`);
    const again = ok(await ben.browser.send('GET', ADDRESS));
    assert.equal(typeof again.at('createdAt'), 'string');
    const [, secret = ''] = token.split('.');
    const audit = ok(await admin.send('GET', '/app/v1/audit-events?limit=100'));
    assert.match(audit.text, /calendar\.create/);
    const rows = await node.services.db.reader
      .selectFrom('calendar_addresses')
      .selectAll()
      .execute();
    for (const text of [again.text, audit.text, node.logs.join('\n'), JSON.stringify(rows)]) {
      assert.ok(secret.length === 24 && !text.includes(secret));
    }
    assert.ok(node.logs.some((line) => line.includes('/calendar.ics')));
  });

  test('an address that was renewed, turned off or never made answers 404, each the same', async () => {
    const cid = await person('cid');
    const first = await create(cid);
    const second = await create(cid);
    assert.equal((await fetchIt(first)).status, 404);
    ok(await fetchIt(second));
    ok(await cid.browser.send('DELETE', ADDRESS), 204);
    ok(await cid.browser.send('DELETE', ADDRESS), 204);
    const off = await fetchIt(second);
    const tries = [
      '',
      '?key=',
      '?key=x',
      `?key=${'a.'.padEnd(26, 'b')}`,
      `?key=${'a'.repeat(5000)}`,
    ];
    for (const tried of [...tries.map((query) => `/calendar.ics${query}`), first]) {
      const { status, body } = await fetchIt(tried);
      const told = { ...Object(body), requestId: undefined };
      assert.deepEqual([status, told], [404, { ...Object(off.body), requestId: undefined }], tried);
    }
    assert.deepEqual(ok(await cid.browser.send('GET', ADDRESS)).body, {});
  });

  test('a person who becomes inactive or is deleted has no address any more', async () => {
    const dan = await person('dan');
    const path = await create(dan);
    const setActive = async (active: boolean) => {
      const user = `/scim/v2/Users/${dan.id}`;
      const operations = [{ op: 'replace', path: 'active', value: active }];
      const body = {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: operations,
      };
      ok(await node.request('PATCH', user, { body }));
    };
    ok(await fetchIt(path));
    await setActive(false);
    assert.equal((await fetchIt(path)).status, 404);
    await setActive(true);
    assert.equal((await fetchIt(path)).status, 404, 'it does not come back');
    await dan.browser.signIn('dan', PASSWORD);
    const anew = await create(dan);
    ok(await fetchIt(anew));
    ok(await node.request('DELETE', `/scim/v2/Users/${dan.id}`), 204);
    assert.equal((await fetchIt(anew)).status, 404);
    const left = await node.services.db.reader
      .selectFrom('calendar_addresses')
      .select('user_id')
      .where('user_id', '=', dan.id)
      .execute();
    assert.deepEqual(left, []);
  });

  test('a calendar has the next forms, and late ones only where there is room', async () => {
    const flo = await person('flo');
    const path = await create(flo);
    const first = await assign(flo.id, { name: 'Form', dueAt: inMs(HOUR_MS) });
    const { db, ids } = node.services;
    const copies = async (count: number, dueAt: (i: number) => number) => {
      const of = { account: node.account.accountId, first };
      await db.transaction(async (tx) => {
        const row = await tx
          .selectFrom('forms')
          .selectAll()
          .where('account_id', '=', of.account)
          .where('id', '=', of.first)
          .executeTakeFirstOrThrow();
        const { deleted_at: _, blanked_at: __, corrected_by: ___, ...form } = row;
        const rows = Array.from({ length: count }, (_item, i) => ({
          ...form,
          corrected_by: undefined,
          corrected_at: undefined,
          id: ids.next(),
          number: 10_000 + i + Math.round(Math.random() * 1e8),
          due_at: dueAt(i),
          deleted_at: null,
        }));
        for (let at = 0; at < count; at += 50) {
          await tx
            .insertInto('forms')
            .values(rows.slice(at, at + 50))
            .execute();
        }
      });
    };
    const now = node.clock.now();
    const due = async () =>
      [...eventsOf(await fetchIt(path)).values()].map((event) =>
        readMoment(value(event, 'DTSTART')),
      );
    await copies(MOST_EVENTS - 50, (i) => now - (i + 1) * HOUR_MS);
    await copies(99, (i) => now + (i + 2) * HOUR_MS);
    const some = await due();
    assert.equal(some.length, MOST_EVENTS);
    assert.equal(some.filter((at) => at > now).length, 100, 'all that come');
    assert.ok(
      Math.min(...some) > now - (MOST_EVENTS - 100 + 1) * HOUR_MS,
      'the latest of the late',
    );
    await copies(MOST_EVENTS, (i) => now + (i + 200) * HOUR_MS);
    const full = await due();
    assert.equal(full.length, MOST_EVENTS);
    assert.ok(full.every((at) => at >= now - 1000));
  });

  test('a calendar that is read without end is refused, and that of others is not', async () => {
    const gil = await person('gil');
    const hal = await person('hal');
    const [path, other] = [await create(gil), await create(hal)];
    const seen = new Set<number>();
    for (let i = 0; i < 40; i += 1) seen.add((await fetchIt(path)).status);
    assert.deepEqual([...seen], [200, 429]);
    ok(await fetchIt(other));
  });
});
