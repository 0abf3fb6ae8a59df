// What people choose about their notices, seen from their mailbox and their bell.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayIn, startOfHour } from '#kernel/time-zone.ts';
import type { Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { ADMIN_PASSWORD } from '../../../test/support/instance.ts';
import {
  type MailServer,
  startMailServer,
  type TakenMail,
} from '../../../test/support/mail-server.ts';
import {
  createReviewWorld,
  ok,
  PASSWORD,
  type Person,
  type ReviewWorld,
} from '../../../test/support/review-world.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { sendBellMails } from './send-bell-mails.ts';

const HOUR_MS = 3_600_000;
const SETTINGS = '/app/v1/notices/settings';
const FORM = 'application/x-www-form-urlencoded';

forEachEngine((engine) => {
  let mail: MailServer;
  let world: ReviewWorld;
  let templateId: string;
  before(async () => {
    mail = await startMailServer();
    world = await createReviewWorld(engine, mail.env);
    templateId = await world.template(undefined);
    for (const [name, { id }] of Object.entries(people())) {
      const emails = [{ value: addressOf(name), primary: true }];
      const body = {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'add', path: 'emails', value: emails }],
      };
      ok(await world.node.request('PATCH', `/scim/v2/Users/${id}`, { body }));
    }
  });
  after(async () => {
    await world.node.close();
    await mail.close();
  });

  const people = () => ({ ann: world.ann, rex: world.rex, rita: world.rita, boss: world.boss });
  const addressOf = (name: string): string => `${name}-${engine.name}@people.example`;
  const lettersTo = (name: string): readonly TakenMail[] =>
    mail.taken.filter(({ to }) => to.includes(addressOf(name)));
  const choose = async (by: Browser, body: object) =>
    ok(await by.send('PATCH', SETTINGS, { body }));
  const assign = async (to: Person, name: string): Promise<string> => {
    const body = { templateId, name, assignment: { type: 'User', id: to.id } };
    return String(ok(await world.admin.send('POST', '/app/v1/forms', { body }), 201).at('id'));
  };
  /** Waits until people have their notices and nothing waits to be sent. */
  const settled = () =>
    waitUntil(async () => {
      const { reader } = world.node.services.db;
      const causes = await reader.selectFrom('bell_causes').select('id').execute();
      const mails = await reader.selectFrom('notices').select('id').execute();
      return causes.length + mails.length === 0;
    });
  const runDigests = async (): Promise<void> => {
    await sendBellMails(world.node.services).run();
    await settled();
  };
  /** Sessions have ended meanwhile. */
  const advance = async (ms: number): Promise<void> => {
    world.node.clock.advance(ms);
    for (const [name, each] of Object.entries(people())) await each.signIn(name, PASSWORD);
    await world.admin.signIn(`${world.node.account.accountCode}/admin`, ADMIN_PASSWORD);
  };
  const unread = async (of: Browser): Promise<number> =>
    Number(ok(await of.send('GET', '/app/v1/notices/unread')).at('unread'));
  const stopUrlIn = ({ headers }: TakenMail): string => {
    assert.match(headers, /^list-unsubscribe-post: List-Unsubscribe=One-Click$/im);
    const url = /^list-unsubscribe: <(https:[^>]+)>$/im.exec(headers)?.[1];
    return url ?? assert.fail(headers);
  };
  const pathOf = (url: string): string => url.slice(world.node.baseUrl.length);
  const post = (path: string, body: string, type = FORM) =>
    world.node.request('POST', path, { body, headers: { 'content-type': type } });

  test('who has chosen nothing is mailed what 0.2.0 mailed, and chooses by kind', async () => {
    const { ann } = world;
    const before = ok(await ann.send('GET', SETTINGS));
    assert.deepEqual(
      [before.at('mailOffered'), before.at('email'), before.at('timeZone'), before.at('quiet')],
      [true, addressOf('ann'), 'UTC', null],
    );
    const mailOf = (kind: string) =>
      Object(before.body).kinds.find((each: { readonly kind: string }) => each.kind === kind).mail;
    assert.deepEqual(['assigned', 'reminder', 'late', 'export-ready'].map(mailOf), [
      'now',
      'now',
      'digest',
      'off',
    ]);
    await assign(ann, 'Roof');
    await mail.waitFor(addressOf('ann'));
    await choose(ann, { kinds: [{ kind: 'assigned', mail: 'off' }] });
    await assign(ann, 'Cellar');
    await settled();
    assert.deepEqual([lettersTo('ann').length, await unread(ann)], [1, 1]);
    for (const [body, at] of [
      [{ kinds: [{ kind: 'gossip', mail: 'off' }] }, 'kinds[0].kind'],
      [{ digestHour: 24 }, 'digestHour'],
      [{ ownTimeZone: 'Europe/Atlantis' }, 'ownTimeZone'],
    ] as const) {
      const refused = await ann.send('PATCH', SETTINGS, { body });
      assert.deepEqual([refused.status, refused.at('at')], [400, at], refused.text);
    }
  });

  test('the digest is one mail at the hour of its reader, and names only what they may see then', async () => {
    const { rex, node } = world;
    const zone = 'Asia/Tokyo';
    const now = node.clock.now();
    const hour = (Number(new Date(now + 9 * HOUR_MS).toISOString().slice(11, 13)) + 2) % 24;
    const chosen = await choose(rex, {
      kinds: [{ kind: 'assigned', mail: 'digest' }],
      ownTimeZone: zone,
      digestHour: hour,
    });
    assert.equal(chosen.at('timeZone'), zone);
    await assign(rex, 'Roof');
    await assign(rex, 'Cellar');
    const gone = await assign(rex, 'Attic');
    const taken = await assign(rex, 'Garage');
    await settled();
    assert.equal(lettersTo('rex').length, 0);
    const moved = { assignment: { type: 'User', id: world.boss.id } };
    ok(await world.admin.send('POST', `/app/v1/forms/${taken}/assign`, { body: moved }));
    ok(await world.admin.send('DELETE', `/app/v1/forms/${gone}`), 204);
    await runDigests();
    assert.equal(lettersTo('rex').length, 0, 'before its hour');
    const today = startOfHour(dayIn(now, zone), hour, zone);
    const at = today > now ? today : today + 24 * HOUR_MS;
    await advance(at - now + 1000);
    await runDigests();
    await runDigests();
    const [digest, ...more] = lettersTo('rex');
    assert.deepEqual(more, []);
    assert.match(digest?.text ?? '', /- Roof\r?\n- Cellar/);
    assert.doesNotMatch(digest?.text ?? '', /Attic|Garage/);
    const stop = pathOf(stopUrlIn(digest ?? assert.fail()));
    assert.equal((await post(stop, 'List-Unsubscribe=One-Click')).status, 204);
    const after = ok(await rex.send('GET', SETTINGS));
    assert.ok(!after.text.includes('digest"'), 'no kind is in the digest any more');
  });

  test('what comes in quiet hours waits in one mail until they end, and the bell does not wait', async () => {
    const { rita, node } = world;
    const hour = new Date(node.clock.now()).getUTCHours();
    await choose(rita, { quiet: { from: hour, until: (hour + 3) % 24 } });
    await assign(rita, 'Roof');
    await assign(rita, 'Cellar');
    await settled();
    assert.deepEqual([lettersTo('rita').length, await unread(rita)], [0, 1]);
    await advance(3 * HOUR_MS);
    await runDigests();
    const [letter, ...more] = lettersTo('rita');
    assert.deepEqual(more, []);
    assert.match(letter?.text ?? '', /- Roof\r?\n- Cellar/);
    await assign(rita, 'Attic');
    await mail.waitFor(addressOf('rita'), 2);
  });

  test('a mail that the mail server refused by day is not sent in quiet hours', async () => {
    const { rita, node } = world;
    await choose(rita, { quiet: null });
    const before = lettersTo('rita').length;
    const refused = mail.refused();
    mail.answer(451);
    await assign(rita, 'Gutter');
    await waitUntil(() => mail.refused() > refused);
    const { reader } = node.services.db;
    // The server has answered, and the attempt is not noted before the mail waits for the next one.
    await waitUntil(async () => {
      const waiting = await reader.selectFrom('notices').select('claimed_until').execute();
      return waiting.length === 1 && waiting[0]?.claimed_until === null;
    });
    mail.answer(250);
    const hour = new Date(node.clock.now()).getUTCHours();
    await choose(rita, { quiet: { from: hour, until: (hour + 3) % 24 } });
    node.clock.advance(2 * 60_000);
    await settled();
    assert.equal(lettersTo('rita').length, before);
    await advance(3 * HOUR_MS);
    await runDigests();
    const letters = await mail.waitFor(addressOf('rita'), before + 1);
    assert.match(letters.at(-1)?.text ?? '', /Gutter/);
    await choose(rita, { quiet: null });
  });

  test('a mail program ends mails of a kind without a sign-in, and a scanner that opens the link changes nothing', async () => {
    const { boss, node } = world;
    const before = lettersTo('boss').length;
    await assign(boss, 'Roof');
    const letter = (await mail.waitFor(addressOf('boss'), before + 1)).at(-1);
    const url = stopUrlIn(letter ?? assert.fail());
    const path = pathOf(url);
    assert.ok(letter?.text.includes(url), 'people find it in the text too');
    for (const method of ['GET', 'HEAD']) {
      const { status } = await node.request(method, path, { token: null });
      // 503 where the pages are not built.
      assert.ok(status === 200 || status === 503, `${method} ${status}`);
    }
    const choice = async () => {
      const { body } = ok(await boss.send('GET', SETTINGS));
      return Object(body).kinds.find((each: { readonly kind: string }) => each.kind === 'assigned')
        .mail;
    };
    const refused = await post(path, 'hello');
    assert.deepEqual([refused.status, refused.at('at')], [400, 'List-Unsubscribe']);
    const wrong = await post(`${path}x`, 'List-Unsubscribe=One-Click');
    assert.deepEqual([wrong.status, wrong.at('code')], [404, 'not-found']);
    assert.equal(await choice(), 'now');
    const part =
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--';
    assert.equal((await post(path, part, 'multipart/form-data; boundary=x')).status, 204);
    assert.equal((await post(path, 'List-Unsubscribe=One-Click')).status, 204, 'repeated');
    assert.equal(await choice(), 'off');
    await assign(boss, 'Cellar');
    await settled();
    assert.equal(lettersTo('boss').length, before + 1);
    const key = new URL(url).searchParams.get('key') ?? assert.fail();
    assert.ok(!node.logs.join('\n').includes(key), 'the key is in no log');
  });

  test('mails about passwords have no way to end them', async () => {
    const path = `/app/v1/users/${world.boss.id}/link`;
    const before = lettersTo('boss').length;
    await advance(0);
    ok(await world.admin.send('POST', path, { body: { send: true } }), 201);
    await waitUntil(() => lettersTo('boss').length > before);
    assert.doesNotMatch(lettersTo('boss').at(-1)?.headers ?? '', /list-unsubscribe/i);
  });
});
