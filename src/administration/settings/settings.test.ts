import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

const PATH = '/app/v1/account';
const MINUTE_MS = 60_000;
const SUNSET = '2031-01-01';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine, { env: { FORMSTEAD_BASIC_SUNSET: SUNSET } });
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  test('an admin reads and changes the settings of the account, all of them or none', async () => {
    const before = await admin.send('GET', PATH);
    assert.equal(before.status, 200, before.text);
    assert.deepEqual(
      [before.at('basicOffered'), before.at('basicSunset'), before.at('sessions')],
      [
        true,
        '2031-01-01T00:00:00.000Z',
        { idleSeconds: 1800, longestSeconds: 43_200, confirmedSeconds: 300 },
      ],
    );
    const refused = await admin.send('PATCH', PATH, {
      body: { name: 'Wrong', passwordMinLength: 7 },
    });
    assert.deepEqual([refused.status, refused.at('at')], [400, 'passwordMinLength']);
    assert.deepEqual((await admin.send('GET', PATH)).body, before.body);
    const body = { name: 'Harbour', basicAllowed: false, passwordMinLength: 16 };
    const changed = await admin.send('PATCH', PATH, { body });
    assert.deepEqual(changed.body, { ...Object(before.body), ...body });
    assert.deepEqual((await admin.send('GET', PATH)).body, changed.body);
  });

  test('a body that says nothing changes nothing, and null is no body', async () => {
    assert.equal((await admin.send('PATCH', PATH, { body: {} })).status, 200);
    const refused = await admin.send('PATCH', PATH, { body: null });
    assert.deepEqual([refused.status, refused.at('code')], [400, 'invalid-value'], refused.text);
  });

  test('an admin sets the time zone by its IANA name, which is on record and told to every session', async () => {
    for (const timeZone of ['Europe/Atlantis', '+01:00', '', 'x'.repeat(65)]) {
      const refused = await admin.send('PATCH', PATH, { body: { timeZone } });
      assert.deepEqual([refused.status, refused.at('at')], [400, 'timeZone'], timeZone);
    }
    assert.equal((await admin.send('GET', PATH)).at('timeZone'), 'UTC');
    const changed = await admin.send('PATCH', PATH, { body: { timeZone: 'europe/berlin' } });
    assert.equal(changed.at('timeZone'), 'Europe/Berlin', changed.text);
    const session = await admin.send('GET', '/app/v1/session');
    assert.equal(session.at('account', 'timeZone'), 'Europe/Berlin');
    const events = await node.services.db.reader
      .selectFrom('audit_events')
      .select('detail')
      .where('action', '=', 'account.set-time-zone')
      .execute();
    assert.deepEqual(
      events.map(({ detail }) => JSON.parse(detail ?? '')),
      [{ via: 'web', from: 'UTC', to: 'Europe/Berlin' }],
    );
  });

  test('what admins change at the same moment is all changed', async () => {
    for (let round = 1; round <= 8; round += 1) {
      const changes = [
        { passwordMinLength: 12 + round },
        { scimPasswordMinLength: 14 + round },
        { sessions: { idleSeconds: 1800 - round } },
        { sessions: { longestSeconds: 43_200 - round } },
      ];
      const answers = await Promise.all(changes.map((body) => admin.send('PATCH', PATH, { body })));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      const now = await admin.send('GET', PATH);
      assert.deepEqual(
        [
          now.at('passwordMinLength'),
          now.at('scimPasswordMinLength'),
          now.at('sessions', 'idleSeconds'),
          now.at('sessions', 'longestSeconds'),
        ],
        [12 + round, 14 + round, 1800 - round, 43_200 - round],
      );
    }
  });

  test('check 32: an account says how long sessions last, and those that are longer already end', async () => {
    const set = (sessions: object) => admin.send('PATCH', PATH, { body: { sessions } });
    for (const [sessions, at] of [
      [{ idleSeconds: 299 }, 'sessions.idleSeconds'],
      [{ idleSeconds: 86_401 }, 'sessions.idleSeconds'],
      [{ longestSeconds: 3599 }, 'sessions.longestSeconds'],
      [{ longestSeconds: 2_592_001 }, 'sessions.longestSeconds'],
      [{ idleSeconds: 7200, longestSeconds: 3600 }, 'sessions.idleSeconds'],
    ] as const) {
      const refused = await set(sessions);
      assert.deepEqual([refused.status, refused.at('at')], [400, at], JSON.stringify(sessions));
    }
    const idle = await adminBrowser(node);
    node.clock.advance(6 * MINUTE_MS);
    admin = await adminBrowser(node);
    const shorter = await set({ idleSeconds: 300 });
    assert.deepEqual(shorter.at('sessions', 'idleSeconds'), 300, shorter.text);
    assert.equal((await idle.send('GET', '/app/v1/session')).at('code'), 'session-ended');
    const listed = await admin.send('GET', '/app/v1/me/sessions');
    assert.equal(Object(listed.at('items')).length, 1, 'what is over is not listed');
    await set({ idleSeconds: 3600, longestSeconds: 3600 });
    const busy = await adminBrowser(node);
    const session = await busy.send('GET', '/app/v1/session');
    const [begun, ends] = ['signedInAt', 'expiresAt'].map((at) =>
      Date.parse(String(session.at(at))),
    );
    assert.equal(Number(ends) - Number(begun), 60 * MINUTE_MS);
    node.clock.advance(59 * MINUTE_MS);
    assert.equal((await busy.send('GET', '/app/v1/session')).status, 200);
    node.clock.advance(MINUTE_MS);
    assert.equal((await busy.send('GET', '/app/v1/session')).at('code'), 'session-ended');
    admin = await adminBrowser(node);
    await set({ idleSeconds: 1800, longestSeconds: 86_400 });
    const before = await admin.send('GET', '/app/v1/session');
    const limit = Date.parse(String(before.at('signedInAt'))) + 60 * MINUTE_MS;
    assert.equal(Date.parse(String(before.at('expiresAt'))), limit, 'longer ones begin later');
  });
});
