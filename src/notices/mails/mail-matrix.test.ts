// Every kind of notice by every channel and choice, as it arrives: in the mailbox, in a browser that news are pushed to, in
// the bell and in its stream. And no letter goes to somebody who is not active any more when it is sent.
// Nightly: each kind passes its hour several times.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findAlerts, sendAlerts } from '#administration/index.ts';
import { alertSourcesOf } from '#endpoints.ts';
import type { JsonObject } from '#kernel/json.ts';
import {
  NOTICE_CHOICES,
  NOTICE_KINDS,
  type NoticeChoice,
  type NoticeKind,
  type NoticeSubject,
} from '#kernel/notice.ts';
import { findTemplateRule } from '#rules/rules.store.ts';
import { tellPeople } from '#rules/tell-people.ts';
import { settle } from '#webhooks/settle.ts';
import { selectWebhook } from '#webhooks/webhooks.store.ts';
import type { Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { openEventStream } from '../../../test/support/event-stream.ts';
import { makeRuleKind } from '../../../test/support/inserted-rules.ts';
import { ADMIN_PASSWORD } from '../../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import {
  type PushedBrowser,
  type PushService,
  startPushService,
} from '../../../test/support/push-service.ts';
import {
  createReviewWorld,
  ok,
  PASSWORD,
  type ReviewWorld,
} from '../../../test/support/review-world.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { sendBellMails } from './send-bell-mails.ts';

const HOUR_MS = 3_600_000;
const SETTINGS = '/app/v1/notices/settings';
const PUSH = '/app/v1/me/push';
const PUSH_ENV = { FORMSTEAD_WEB_PUSH: 'on', FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.0/8' };
/** What is chosen for the other channel, so that neither follows the other. Nothing is pushed once a day. */
const PUSHED = { now: 'off', digest: 'now', off: 'now' } as const;

/** What the notice of each kind is about here. The compiler asks for a new kind. */
const ABOUT: Readonly<Record<NoticeKind, 'draft' | 'in-review' | NoticeSubject>> = {
  assigned: 'draft',
  'due-soon': 'draft',
  late: 'draft',
  'handed-on': 'draft',
  reminder: 'assignment',
  'review-asked': 'in-review',
  'review-decided': 'draft',
  'came-in': 'draft',
  remark: 'draft',
  rule: 'draft',
  'rule-stopped': 'template',
  'export-ready': 'export',
  'job-ready': 'bulk',
  'delivery-failing': 'scheduled-export',
  'webhook-failing': 'webhook',
  dashboard: 'dashboard',
  retention: 'template',
  alert: 'alert',
};

interface Reader extends Browser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly device: PushedBrowser;
}

forEachEngine((engine) => {
  let mail: MailServer;
  let service: PushService;
  let world: ReviewWorld;
  let plain: string;
  let reviewed: string;
  let count = 0;
  const addReader = async (): Promise<Reader> => {
    await signInAdmin();
    count += 1;
    const name = `reader${count}`;
    const person = await world.addPerson(name);
    const email = `${name}-${engine.name}@people.example`;
    const body = { email, role: 'admin' };
    ok(await world.admin.send('PATCH', `/app/v1/users/${person.id}`, { body }));
    ok(await person.signIn(name, PASSWORD), 201);
    const device = service.subscribe(String(ok(await person.send('GET', PUSH)).at('key')));
    ok(await person.send('POST', PUSH, { body: device.subscription }), 201);
    return { ...person, name, email, device };
  };
  const signInAdmin = () =>
    world.admin.signIn(`${world.node.account.accountCode}/admin`, ADMIN_PASSWORD);

  /** Makes something that the reader may see. @returns what it is */
  const make = async (
    kind: NoticeKind,
    reader: Reader,
  ): Promise<{ readonly type: NoticeSubject; readonly id: string }> => {
    const about = ABOUT[kind];
    switch (about) {
      case 'draft':
      case 'form': {
        const body = { templateId: plain, assignment: { type: 'User', id: reader.id } };
        const made = ok(await reader.send('POST', '/app/v1/forms', { body }), 201);
        return { type: 'form', id: String(made.at('id')) };
      }
      case 'in-review': {
        ok(await world.ann.signIn('ann', PASSWORD), 201);
        const steps = [{ by: 'people', people: [reader.id] }];
        reviewed = await world.template({ steps, fallback: world.panel });
        return { type: 'form', id: await world.complete(world.ann, reviewed) };
      }
      case 'assignment': {
        const body = { templateId: plain, assignee: { type: 'User', id: reader.id } };
        const sent = ok(await reader.send('POST', '/app/v1/assignments', { body }), 201);
        const { reader: db } = world.node.services.db;
        const { id } = await db
          .selectFrom('assignments')
          .select('id')
          .where('assignee_id', '=', reader.id)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow();
        assert.ok(sent.text.includes(id));
        return { type: 'assignment', id };
      }
      case 'template': {
        if (kind === 'retention') {
          const all = { see: 'all', fill: true, edit: true, assign: true, review: true };
          const path = `/app/v1/templates/${plain}`;
          const right = { ...all, manage: true };
          ok(await world.admin.send('PUT', `${path}/rights/${reader.id}`, { body: right }));
          const rule = { action: 'delete', days: 30 };
          ok(await reader.send('PUT', `${path}/retention`, { body: rule }));
        }
        return { type: 'template', id: plain };
      }
      case 'dashboard': {
        const body = { name: `Board ${count}` };
        const made = ok(await reader.send('POST', '/app/v1/dashboards', { body }), 201);
        return { type: 'dashboard', id: String(made.at('id')) };
      }
      case 'alert': {
        const name = `Nightly ${count}`;
        const body = { name, actsAsUserId: reader.id, expiresInSeconds: 20 * 86_400 };
        ok(await reader.send('POST', '/app/v1/credentials', { body }), 201);
        const alerts = await findAlerts(
          alertSourcesOf(world.node.services, () => undefined),
          world.node.services.db.reader,
          world.node.account.accountId,
          world.node.clock.now(),
        );
        const alert = alerts.find((each) => each.name === name);
        assert.ok(alert);
        return { type: 'alert', id: alert.id };
      }
      case 'export': {
        const body = { kind: 'csv', templateId: plain };
        const made = ok(await reader.send('POST', '/app/v1/exports', { body }), 202);
        return { type: 'export', id: String(made.at('id')) };
      }
      case 'scheduled-export': {
        const order = { name: 'Report', templateId: plain, kind: 'csv', delivery: 'mail' };
        const body = { ...order, every: 'month', on: 1, time: '03:00' };
        const made = ok(await reader.send('POST', '/app/v1/scheduled-exports', { body }), 201);
        return { type: 'scheduled-export', id: String(made.at('id')) };
      }
      case 'bulk': {
        const form = await make('assigned', reader);
        const act = { act: 'delete', forms: { ids: [form.id] }, expected: 1 };
        const begun = ok(await reader.send('POST', '/app/v1/bulk-acts', { body: act }), 202);
        return { type: 'bulk', id: String(begun.at('id')) };
      }
      case 'webhook': {
        const body = { targetUrl: 'https://hooks.example.com/', eventTypes: ['form.created'] };
        const made = ok(await reader.send('POST', '/app/v1/webhooks', { body }), 201);
        return { type: 'webhook', id: String(made.at('webhook', 'id')) };
      }
    }
  };

  /** Prepares that somebody is told. */
  const tell = async (kind: NoticeKind, reader: Reader) => {
    const about = await make(kind, reader);
    await settled();
    await world.node.services.db.reader.deleteFrom('bell_notices').execute();
    await world.node.services.db.reader.deleteFrom('bell_mails').execute();
    await settled();
    return {
      about,
      now: () => cause(kind, reader, about),
    };
  };
  /** Causes a notice. Kinds that are mailed elsewhere are mailed as they are there. */
  const cause = async (
    kind: NoticeKind,
    reader: Reader,
    about: { readonly type: NoticeSubject; readonly id: string },
  ): Promise<void> => {
    const { services, account, clock } = world.node;
    const { accountId } = account;
    if (kind === 'webhook-failing') {
      const webhook = await selectWebhook(services.db.reader, accountId, about.id);
      assert.ok(webhook);
      const claimed = { account_id: accountId, id: `msg_${about.id}`, until: 1, attempts: 1 };
      const none = { error: undefined, answer: undefined, retryAfter: undefined };
      const attempt = { ...none, at: clock.now(), ms: 1, status: 410 };
      await settle({ ...services, clock }, webhook, claimed, attempt);
      await sendAlerts(
        services,
        alertSourcesOf(services, () => undefined),
      ).run();
      return;
    }
    const to = [{ type: 'User', id: reader.id } as const];
    if (kind === 'rule' || kind === 'came-in') {
      const id = await makeRuleKind('rule', world.node, accountId, plain);
      const rule = await findTemplateRule(services.db.reader, { accountId, id });
      assert.ok(rule);
      const trigger = kind === 'came-in' ? 'completed' : 'begun';
      const telling = { rule: { ...rule, trigger }, formId: about.id } as const;
      await services.db.transaction((tx) =>
        tellPeople(services, tx, telling, to, { type: 'tell', to: [...to], fields: [] }),
      );
      return;
    }
    await services.db.transaction(async (tx) => {
      await services.tell(tx, { accountId, kind, about, key: kind, to });
      const letter = letterOf(kind, reader, about.id);
      if (letter === undefined) return;
      const expiresAt = clock.now() + 48 * HOUR_MS;
      await services.mailQueue.append(tx, accountId, [
        { kind, expiresAt, content: { about: letter } },
      ]);
    });
  };
  /** What the mail of a kind with words of its own is about. */
  const letterOf = (kind: NoticeKind, reader: Reader, id: string): JsonObject | undefined => {
    if (kind === 'reminder') return { reminded: [id], type: 'User', id: reader.id, to: reader.id };
    if (kind === 'dashboard') return { dashboard: id, to: reader.id };
    if (kind === 'retention') return { retention: id, count: 3, at: world.node.clock.now() };
    return kind === 'alert' ? { alert: id, stage: 1, to: reader.id } : undefined;
  };
  const settled = () =>
    waitUntil(async () => {
      const { reader } = world.node.services.db;
      // In the order in which one leads to the next, so that nothing slips by between two looks.
      const exports = await reader
        .selectFrom('export_jobs')
        .select('id')
        .where('finished_at', 'is', null)
        .execute();
      const acts = await reader
        .selectFrom('bulk_acts')
        .select('id')
        .where('finished_at', 'is', null)
        .execute();
      const causes = await reader.selectFrom('bell_causes').select('id').execute();
      const mails = await reader
        .selectFrom('notices')
        .select('id')
        .where('attempts', '=', 0)
        .execute();
      return causes.length + mails.length + exports.length + acts.length === 0;
    });
  /** Waits until no browser waits for news. */
  const pushed = () =>
    waitUntil(async () => {
      const { reader } = world.node.services.db;
      return (await reader.selectFrom('push_messages').select('id').execute()).length === 0;
    });
  /** Checks that the id of a notice was pushed if somebody chose that, nothing else, and that its text can be read. */
  const assertPushed = async (
    reader: Reader,
    id: string,
    before: number,
    choice: 'now' | 'off',
  ): Promise<void> => {
    await pushed();
    assert.deepEqual(pushes(reader).slice(before), choice === 'now' ? [{ id }] : []);
    assert.ok(ok(await reader.send('GET', `/app/v1/notices/${id}/text`)).at('text'));
  };
  const runDigests = async (): Promise<void> => {
    await sendBellMails(world.node.services).run();
    await settled();
  };
  const lettersTo = ({ email }: Reader) => mail.taken.filter(({ to }) => to.includes(email));
  const chooseAll = async (reader: Reader, choice: NoticeChoice): Promise<void> => {
    const kinds = NOTICE_KINDS.map((kind) => ({ kind, mail: choice, push: PUSHED[choice] }));
    ok(await reader.send('PATCH', SETTINGS, { body: { kinds } }));
  };

  // A world for each kind, so that no kind meets what the one before left waiting.
  const open = async (): Promise<void> => {
    mail = await startMailServer();
    service = await startPushService();
    world = await createReviewWorld(engine, { ...mail.env, ...PUSH_ENV });
    plain = await world.template(undefined);
  };
  const close = async (): Promise<void> => {
    await world.node.close();
    await service.close();
    await mail.close();
  };
  const pushes = ({ device }: Reader) => device.received.map(({ text }) => JSON.parse(text));

  for (const kind of NOTICE_KINDS) {
    describe(kind, () => {
      before(open);
      after(close);
      for (const choice of NOTICE_CHOICES) {
        test(`${kind}, by mail ${choice} and push ${PUSHED[choice]}: the bell and its stream have it, the mailbox and the browser what was chosen`, async () => {
          const reader = await addReader();
          await chooseAll(reader, choice);
          const told = await tell(kind, reader);
          const before = lettersTo(reader).length;
          await pushed();
          const pushedBefore = pushes(reader).length;
          const stream = await openEventStream(world.node, reader);
          await waitUntil(() => stream.unread.length > 0);
          await told.now();
          await waitUntil(() => stream.unread.at(-1) === 1);
          stream.close();
          const bell = ok(await reader.send('GET', '/app/v1/notices'));
          assert.deepEqual(
            [bell.at('items', 0, 'kind'), bell.at('items', 0, 'about', 'id'), bell.at('unread')],
            [kind, told.about.id, 1],
          );
          await settled();
          assert.equal(lettersTo(reader).length - before, choice === 'now' ? 1 : 0);
          const id = String(bell.at('items', 0, 'id'));
          await assertPushed(reader, id, pushedBefore, PUSHED[choice]);
          world.node.clock.advance(24 * HOUR_MS);
          await runDigests();
          const letters = lettersTo(reader).slice(before);
          assert.equal(letters.length, choice === 'off' ? 0 : 1);
          for (const { headers } of letters) assert.match(headers, /^list-unsubscribe: <https:/im);
        });
      }

      test(`${kind}: who is not active any more when the mail is due gets none`, async () => {
        for (const choice of ['now', 'digest'] as const) {
          const reader = await addReader();
          await chooseAll(reader, choice);
          const told = await tell(kind, reader);
          const before = lettersTo(reader).length;
          mail.answer(451);
          await told.now();
          await settled();
          await signInAdmin();
          const path = `/app/v1/users/${reader.id}`;
          ok(await world.admin.send('PATCH', path, { body: { active: false } }));
          mail.answer(250);
          world.node.clock.advance(24 * HOUR_MS);
          await runDigests();
          const { reader: db } = world.node.services.db;
          await waitUntil(
            async () => (await db.selectFrom('notices').select('id').execute()).length === 0,
          );
          assert.equal(lettersTo(reader).length, before);
        }
      });

      if (ABOUT[kind] === 'draft' || ABOUT[kind] === 'in-review') {
        test(`${kind}: nothing is mailed of a form that was deleted meanwhile`, async () => {
          const reader = await addReader();
          await chooseAll(reader, 'digest');
          const told = await tell(kind, reader);
          const before = lettersTo(reader).length;
          await told.now();
          await settled();
          await signInAdmin();
          ok(await world.admin.send('DELETE', `/app/v1/forms/${told.about.id}`), 204);
          world.node.clock.advance(24 * HOUR_MS);
          await runDigests();
          assert.equal(lettersTo(reader).length, before);
        });
      }
    });
  }
});
