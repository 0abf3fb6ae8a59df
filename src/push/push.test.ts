// Web push, at the level of what arrives: a push service and a browser behind it, which decrypts.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alertSourcesOf, noticeSightsOf } from '#endpoints.ts';
import { NOTICE_KINDS, type NoticeKind } from '#kernel/notice.ts';
import { createWantedAt } from '#notices/index.ts';
import { openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { newDevice } from '../../test/support/inserted-device.ts';
import { ADMIN_PASSWORD } from '../../test/support/instance.ts';
import { type PushService, startPushService } from '../../test/support/push-service.ts';
import { makeRightsWorld, type Person, type RightsWorld } from '../../test/support/rights-world.ts';
import { fresh } from '../../test/support/scim.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { encryptFor } from './encrypt.ts';
import { createPushSender, type PushSender } from './push-sender.ts';

const PATH = '/app/v1/me/push';
const OPTIONS = {
  env: { FORMSTEAD_WEB_PUSH: 'on', FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.0/8' },
};

test('the example of RFC 8291 is encrypted byte for byte', () => {
  const b = (text: string) => Buffer.from(text, 'base64url');
  const keys = {
    p256dh: b(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: b('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const chance = {
    salt: b('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: b('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  };
  const sent = encryptFor(keys, 'When I grow up, I want to be a watermelon', chance);
  assert.equal(
    Buffer.from(sent).toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

forEachEngine((engine) => {
  let service: PushService;
  let world: RightsWorld;
  let sender: PushSender;
  before(async () => {
    service = await startPushService();
    world = await makeRightsWorld(engine, OPTIONS);
    const { services, server } = world.node;
    const alertSources = alertSourcesOf(services, () => undefined);
    sender = createPushSender({
      ...services,
      publicUrl: () => server.publicUrl,
      isLive: (session) => services.sessions.isLive(services.db.reader, session),
      wantedAt: createWantedAt({ ...services, sights: noticeSightsOf(services, alertSources) }),
      onError: () => undefined,
    });
  });
  after(async () => {
    await sender.close();
    await world.node.close();
    await service.close();
  });

  const ok = async (by: Person, method: string, path: string, body?: object) => {
    const answer = await by.ask(method, path, body && { body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const keyFor = async (person: Person) => String((await ok(person, 'GET', PATH)).at('key'));
  const device = async (person: Person) => {
    const browser = service.subscribe(await keyFor(person));
    const { at } = await ok(person, 'POST', PATH, browser.subscription);
    return { browser, id: String(at('id')) };
  };
  /** Assigns somebody a form of the personnel department. @returns its id */
  const assign = async (to: Person): Promise<string> => {
    const { hanna, salaries, ofHanna } = world;
    assert.ok(ofHanna);
    const body = {
      templateId: salaries,
      assignment: { type: 'User', id: to.by.userId },
    };
    return String((await ok(hanna, 'POST', '/app/v1/forms', body)).at('id'));
  };
  /** Tells somebody of a form, one of Hanna's by default, once for each kind. */
  const tell = (
    to: Person,
    kinds: readonly NoticeKind[],
    formId: string | undefined = world.ofHanna,
  ): Promise<void> => {
    assert.ok(formId);
    const { services, account } = world.node;
    return services.db.transaction(async (tx) => {
      for (const kind of kinds) {
        await services.tell(tx, {
          ...{ accountId: account.accountId, kind, key: fresh() },
          ...{ to: [{ type: 'User', id: to.by.userId }] },
          about: { type: 'form', id: formId },
        });
      }
    });
  };
  /** Gives people their notices, and begins to send all that waits. */
  const spread = async () => {
    const { noticeSpreader, db } = world.node.services;
    // What met a conflict is tried again a moment later.
    await waitUntil(async () => {
      await noticeSpreader.job.run();
      return (await db.reader.selectFrom('bell_causes').select('id').execute()).length === 0;
    });
    await sender.job.run();
  };
  const messages = () =>
    world.node.services.db.reader
      .selectFrom('push_messages')
      .select(['attempts', 'next_at'])
      .execute();
  const waiting = async (): Promise<number> => (await messages()).length;
  const devices = async (person: Person): Promise<readonly string[]> =>
    Object((await ok(person, 'GET', PATH)).body).devices.map(({ id }: { id: string }) => id);

  test('a browser is pushed the id of a notice and nothing else, and reads its text with the rights of that moment', async () => {
    const { hugo, hanna } = world;
    await ok(hugo, 'PATCH', '/app/v1/me', { language: 'de' });
    const { browser, id } = await device(hugo);
    const formId = await assign(hugo);
    await spread();
    const [pushed] = await browser.waitFor(1);
    const { id: noticeId, ...rest } = JSON.parse(pushed?.text ?? '');
    assert.deepEqual(rest, {});
    assert.doesNotMatch(pushed?.body.toString('latin1') ?? '', /Salaries|Gehalt/);
    assert.equal(pushed?.headers['content-encoding'], 'aes128gcm');
    assert.match(String(pushed?.headers['ttl']), /^\d+$/);
    assert.match(String(pushed?.headers['topic']), /^[\w-]{1,32}$/);
    const text = await ok(hugo, 'GET', `/app/v1/notices/${noticeId}/text`);
    assert.equal(text.at('title'), 'Neues in Formstead');
    assert.match(String(text.at('text')), /^\S+ hat Ihnen „.*Salaries.*“ zugewiesen\.$/);
    assert.equal((await hanna.ask('GET', `/app/v1/notices/${noticeId}/text`)).status, 404);
    await ok(hanna, 'DELETE', `/app/v1/forms/${formId}`);
    assert.equal((await hugo.ask('GET', `/app/v1/notices/${noticeId}/text`)).status, 404);
    assert.deepEqual(await devices(hugo), [id]);
    await ok(hugo, 'DELETE', `${PATH}/${id}`);
    await assign(hugo);
    await spread();
    assert.equal(browser.received.length, 1);
  });

  test('it ends with the session, and goes on when the session gets a new cookie', async () => {
    const { gina } = world;
    const browser = openBrowser(world.node);
    assert.equal((await browser.signIn('gina', ADMIN_PASSWORD)).status, 201);
    const pushed = service.subscribe(await keyFor(gina));
    const made = await browser.send('POST', PATH, { body: pushed.subscription });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.at('isThisSession'), true);
    const confirmed = await browser.send('POST', '/app/v1/session/confirm', {
      body: { password: ADMIN_PASSWORD },
    });
    assert.ok(confirmed.status < 300, confirmed.text);
    await world.give(gina.by.userId, { fill: true, see: 'all' });
    await assign(gina);
    await spread();
    await pushed.waitFor(1);
    assert.equal((await browser.send('DELETE', '/app/v1/session')).status < 300, true);
    await assign(gina);
    await spread();
    await waitUntil(async () => (await waiting()) === 0);
    assert.equal(pushed.received.length, 1);
    assert.deepEqual(await devices(gina), []);
  });

  test('a deactivated person and one whose address is gone get no more; a push service that fails is asked again', async () => {
    const { hugo, adam, node } = world;
    const first = await device(hugo);
    const second = await device(hugo);
    first.browser.answer(410);
    second.browser.answer(503, { 'retry-after': '120' });
    await assign(hugo);
    const before = node.clock.now();
    await spread();
    // The service has an answer before it is known here that it failed.
    await waitUntil(async () => {
      const [only, ...more] = await messages();
      return only?.attempts === 1 && more.length === 0;
    });
    assert.equal(first.browser.received.length, 1);
    assert.deepEqual(await devices(hugo), [second.id]);
    const [postponed] = await messages();
    assert.ok(postponed && postponed.next_at >= before + 120_000);
    assert.equal(second.browser.received.length, 1);
    second.browser.answer(201);
    node.clock.advance(postponed.next_at - node.clock.now());
    await sender.job.run();
    const [one, two] = await second.browser.waitFor(2);
    await waitUntil(async () => (await waiting()) === 0);
    // The same id again, so that the browser shows one notice.
    assert.equal(one?.text, two?.text);
    await ok(adam, 'PATCH', `/app/v1/users/${hugo.by.userId}`, { active: false });
    await tell(hugo, ['remark']);
    await spread();
    await waitUntil(async () => (await waiting()) === 0);
    assert.equal(second.browser.received.length, 2);
    await ok(adam, 'PATCH', `/app/v1/users/${hugo.by.userId}`, { active: true });
    await hugo.browser.signIn('hugo', ADMIN_PASSWORD);
  });

  test('each kind is pushed by default and not at all once it is turned off, and waits for the end of quiet hours', async () => {
    const { hanna, node } = world;
    const { browser, id: deviceId } = await device(hanna);
    const tellAll = () => tell(hanna, NOTICE_KINDS);
    await tellAll();
    await spread();
    await browser.waitFor(NOTICE_KINDS.length);
    await waitUntil(async () => (await waiting()) === 0);
    const off = NOTICE_KINDS.map((kind) => ({ kind, push: 'off' }));
    const settings = '/app/v1/notices/settings';
    assert.equal((await ok(hanna, 'PATCH', settings, { kinds: off })).at('pushOffered'), true);
    await tellAll();
    await spread();
    assert.deepEqual([browser.received.length, await waiting()], [NOTICE_KINDS.length, 0]);
    const now = new Date(node.clock.now());
    const quiet = { from: now.getUTCHours(), until: (now.getUTCHours() + 2) % 24 };
    const kinds = [{ kind: 'assigned', push: 'now' }];
    await ok(hanna, 'PATCH', settings, { kinds, quiet, ownTimeZone: 'UTC' });
    await tellAll();
    await spread();
    assert.deepEqual([browser.received.length, await waiting()], [NOTICE_KINDS.length, 1]);
    // An attempt before they end, such as one after a push service had failed, waits as well.
    const { reader } = node.services.db;
    const due = { next_at: node.clock.now() };
    await reader.updateTable('push_messages').set(due).execute();
    await sender.job.run();
    await waitUntil(async () => {
      const { next_at } = await reader
        .selectFrom('push_messages')
        .select('next_at')
        .executeTakeFirstOrThrow();
      return Number(next_at) > due.next_at;
    });
    assert.equal(browser.received.length, NOTICE_KINDS.length);
    node.clock.advance(2 * 3_600_000);
    await sender.job.run();
    await browser.waitFor(NOTICE_KINDS.length + 1);
    await hanna.browser.signIn('hanna', ADMIN_PASSWORD);
    await ok(hanna, 'PATCH', settings, { quiet: null });
    await hanna.ask('DELETE', `${PATH}/${deviceId}`);
  });

  test('what somebody lost, read or turned off before the end of their quiet hours is not pushed then', async () => {
    const { hanna, hugo, node } = world;
    const signIn = async () => {
      await hanna.browser.signIn('hanna', ADMIN_PASSWORD);
      await hugo.browser.signIn('hugo', ADMIN_PASSWORD);
    };
    await signIn();
    const forms: string[] = [];
    for (let i = 0; i < 4; i += 1) forms.push(await assign(hugo));
    await spread();
    const settings = '/app/v1/notices/settings';
    const now = new Date(node.clock.now());
    const quiet = { from: now.getUTCHours(), until: (now.getUTCHours() + 2) % 24 };
    await ok(hugo, 'PATCH', settings, { quiet, ownTimeZone: 'UTC' });
    const { browser, id: deviceId } = await device(hugo);
    const kinds = ['remark', 'late', 'rule', 'due-soon'] as const;
    for (const [n, kind] of kinds.entries()) await tell(hugo, [kind], forms[n]);
    await spread();
    assert.equal(await waiting(), 4);
    const [lost] = forms;
    const { items } = Object((await ok(hugo, 'GET', '/app/v1/notices')).body);
    const noticeOf = (kind: NoticeKind): string =>
      items.find((each: { kind: string }) => each.kind === kind).id;
    await ok(hanna, 'DELETE', `/app/v1/forms/${lost}`);
    await ok(hugo, 'POST', `/app/v1/notices/${noticeOf('late')}/read`, {});
    await ok(hugo, 'PATCH', settings, { kinds: [{ kind: 'rule', push: 'off' }] });
    node.clock.advance(2 * 3_600_000);
    await sender.job.run();
    await waitUntil(async () => (await waiting()) === 0);
    assert.deepEqual(
      browser.received.map(({ text }) => JSON.parse(text)),
      [{ id: noticeOf('due-soon') }],
    );
    await signIn();
    await ok(hugo, 'PATCH', settings, { quiet: null });
    await hugo.ask('DELETE', `${PATH}/${deviceId}`);
  });

  test('an address of an internal network, one that is not https, and wrong keys are refused', async () => {
    const { hanna, mila } = world;
    await mila.browser.signIn('mila', ADMIN_PASSWORD);
    const { keys, endpoint } = newDevice();
    const wrong = [
      [{ endpoint: endpoint.replace('https', 'http'), keys }, 'endpoint'],
      [{ endpoint: 'https://10.0.0.7/x', keys }, 'endpoint'],
      [{ endpoint: 'https://[::ffff:169.254.169.254]/x', keys }, 'endpoint'],
      [{ endpoint: 'https://user:pass@push.example/x', keys }, 'endpoint'],
      [{ endpoint: 'nonsense', keys }, 'endpoint'],
      [{ endpoint, keys: { ...keys, auth: 'AAAA' } }, 'keys.auth'],
      [{ endpoint, keys: { ...keys, p256dh: keys.p256dh.replace(/^./, 'A') } }, 'keys.p256dh'],
    ] as const;
    for (const [body, at] of wrong) {
      const answer = await hanna.ask('POST', PATH, { body });
      assert.deepEqual([answer.status, answer.at('at')], [400, at], answer.text);
    }
    const { at } = await ok(hanna, 'POST', PATH, newDevice());
    assert.equal((await mila.ask('DELETE', `${PATH}/${at('id')}`)).status, 404);
    const text = JSON.stringify((await ok(hanna, 'GET', PATH)).body);
    assert.doesNotMatch(text, /push\.example|p256dh|auth"/);
  });

  test('a push service that answers nothing holds up nobody else', async () => {
    const { hugo, gina } = world;
    await gina.browser.signIn('gina', ADMIN_PASSWORD);
    await hugo.browser.signIn('hugo', ADMIN_PASSWORD);
    const stuck = await device(hugo);
    stuck.browser.hang();
    const free = await device(gina);
    await assign(hugo);
    await assign(hugo);
    await assign(gina);
    await spread();
    await free.browser.waitFor(1);
    stuck.browser.answer(201);
  });
});
