// Each letter of Formstead with the ways in which its reader loses what it is about, before it is sent.
import assert from 'node:assert/strict';
import { findAlerts, sendAlerts } from '#administration/index.ts';
import { sendDashboardMails } from '#answer-tables/index.ts';
import { alertSourcesOf } from '#endpoints.ts';
import type { NoticeKind } from '#kernel/notice.ts';
import { keepRetention } from '#retention/index.ts';
import { beginScheduledExports, deliverScheduledExports } from '#scheduled-exports/index.ts';
import { settle } from '#webhooks/settle.ts';
import { selectWebhook } from '#webhooks/webhooks.store.ts';
import type { LossWorld, Reader } from './losing-readers.ts';
import { ok } from './review-world.ts';
import { waitUntil } from './wait-until.ts';
import {
  byRule,
  formKind,
  groupKind,
  handedOn,
  reminder,
  reviewAsked,
  reviewOver,
  SEES,
  type Way,
} from './ways-to-lose-forms.ts';

const DAY_MS = 24 * 3_600_000;
const MANAGES = { see: 'all', fill: true, edit: true, assign: true, review: true, manage: true };

const ruleStopped: Way = {
  what: 'lost the right on the template of the rule',
  role: 'designer',
  async prepare(world, readers) {
    const templateId = await world.closed();
    const lose = await world.give(templateId, readers, MANAGES);
    const about = { type: 'template', id: templateId } as const;
    return { cause: () => world.tell('rule-stopped', about, readers), lose };
  },
};

/** Each reader exports a template. @returns the ids of the exports */
const exportsOf = async (world: LossWorld, templateId: string, readers: readonly Reader[]) => {
  const { reader } = world.node.services.db;
  const made = new Map<string, string>();
  for (const each of readers) {
    const body = { kind: 'csv', templateId };
    made.set(
      each.id,
      String(ok(await each.send('POST', '/app/v1/exports', { body }), 202).at('id')),
    );
  }
  await waitUntil(async () => {
    const open = reader.selectFrom('export_jobs').select('id').where('finished_at', 'is', null);
    return (await open.execute()).length === 0;
  });
  await world.settled();
  return made;
};

const exportReady = (what: string, hides: boolean): Way => ({
  what,
  role: 'member',
  async prepare(world, readers) {
    const templateId = await world.closed();
    await world.form(templateId);
    const takeAway = await world.give(templateId, readers, SEES);
    const made = await exportsOf(world, templateId, readers);
    const idOf = ({ id }: Reader) => made.get(id) ?? '';
    const cause = async () => {
      for (const each of readers) {
        await world.tell('export-ready', { type: 'export', id: idOf(each) }, [each]);
      }
    };
    const lose = async (each: Reader) =>
      hides ? takeAway(each) : ok(await each.send('DELETE', `/app/v1/exports/${idOf(each)}`), 204);
    return { cause, lose };
  },
});

const jobReady: Way = {
  what: 'have no report of the action any more',
  role: 'admin',
  async prepare(world, readers) {
    const { reader } = world.node.services.db;
    const templateId = await world.template(undefined);
    const acts = new Map<string, string>();
    for (const each of readers) {
      const ids = [await world.form(templateId)];
      const body = { act: 'delete', forms: { ids }, expected: 1 };
      const begun = ok(await each.send('POST', '/app/v1/bulk-acts', { body }), 202);
      acts.set(each.id, String(begun.at('id')));
    }
    await waitUntil(async () => {
      const open = reader.selectFrom('bulk_acts').select('id').where('finished_at', 'is', null);
      return (await open.execute()).length === 0;
    });
    const idOf = ({ id }: Reader) => acts.get(id) ?? '';
    const cause = async () => {
      for (const each of readers) {
        await world.tell('job-ready', { type: 'bulk', id: idOf(each) }, [each]);
      }
    };
    // As the oldest reports go when there are too many.
    const lose = (each: Reader) =>
      reader.deleteFrom('bulk_acts').where('id', '=', idOf(each)).execute();
    return { cause, lose };
  },
};

const noAdmin = (world: LossWorld) => (each: Reader) =>
  world.ask('PATCH', `/users/${each.id}`, { role: 'member' });

const deliveryFailing: Way = {
  what: 'are no admins any more',
  role: 'admin',
  async prepare(world, readers) {
    const order = { name: 'Report', kind: 'csv', delivery: 'mail', every: 'day', time: '06:00' };
    const templateId = await world.template(undefined);
    const made = await world.ask('POST', '/scheduled-exports', { ...order, templateId }, 201);
    const about = { type: 'scheduled-export', id: String(made.at('id')) } as const;
    return { cause: () => world.tell('delivery-failing', about, readers), lose: noAdmin(world) };
  },
};

const webhookFailing: Way = {
  what: 'are no admins any more',
  role: 'admin',
  async prepare(world) {
    const { services, account, clock } = world.node;
    const { accountId } = account;
    const body = { targetUrl: 'https://hooks.example.com/', eventTypes: ['form.created'] };
    const id = String((await world.ask('POST', '/webhooks', body, 201)).at('webhook', 'id'));
    const webhook = await selectWebhook(services.db.reader, accountId, id);
    assert.ok(webhook);
    const cause = async () => {
      const claimed = { account_id: accountId, id: `msg_${id}`, until: 1, attempts: 1 };
      const none = { error: undefined, answer: undefined, retryAfter: undefined };
      await settle({ ...services, clock }, webhook, claimed, {
        ...{ ...none, at: clock.now(), ms: 1, status: 410 },
      });
      const sources = alertSourcesOf(services, () => undefined);
      await sendAlerts(services, sources).run();
    };
    return { cause, lose: noAdmin(world) };
  },
};

const dashboard: Way = {
  what: 'left the group that sees the dashboard',
  role: 'member',
  async prepare(world, readers) {
    const { services, clock } = world.node;
    const groupId = await world.group(readers);
    const board = { name: 'Board', groupIds: [groupId] };
    const id = String((await world.ask('POST', '/dashboards', board, 201)).at('id'));
    // Far away, so that the next one is not due when the first is sent.
    const body = { every: 'week', on: 1, hour: 8 };
    for (const each of readers)
      ok(await each.send('PUT', `/app/v1/dashboards/${id}/mail`, { body }));
    const cause = async () => {
      const due = await services.db.reader
        .selectFrom('dashboard_mails')
        .select('next_at')
        .where('dashboard_id', '=', id)
        .executeTakeFirstOrThrow();
      clock.advance(due.next_at - clock.now());
      await sendDashboardMails(services).run();
    };
    return { cause, lose: world.leave(groupId) };
  },
};

/** @param own whether each of them set the rule of a template of their own, or one rule is of all */
const retention = (what: string, own: boolean): Way => ({
  what,
  role: 'designer',
  async prepare(world, readers) {
    const { services, clock } = world.node;
    const losing = new Map<Reader, (reader: Reader) => Promise<unknown>>();
    const body = { action: 'delete', days: 8 };
    const setUp = async (setters: readonly Reader[]) => {
      const templateId = await world.closed();
      await world.complete(world.admin, templateId);
      const path = `/templates/${templateId}/retention`;
      const lose = await world.give(templateId, setters, MANAGES);
      for (const each of setters) losing.set(each, lose);
      const [first] = setters;
      if (own && first) ok(await first.send('PUT', `/app/v1${path}`, { body }));
      else await world.ask('PUT', path, body);
    };
    if (own) for (const each of readers) await setUp([each]);
    else await setUp(readers);
    const cause = async () => {
      // Not further: the server would renew its certificate, and nobody would trust the new one yet.
      clock.advance(2 * DAY_MS);
      await keepRetention(services).run();
    };
    const lose = async (each: Reader) => losing.get(each)?.(each);
    return { cause, lose };
  },
});

const alert: Way = {
  what: 'are no admins any more',
  role: 'admin',
  async prepare(world, readers) {
    const { services, account, clock } = world.node;
    const { accountId } = account;
    const [first] = readers;
    assert.ok(first);
    const body = { name: 'Nightly', actsAsUserId: first.id, expiresInSeconds: 20 * 86_400 };
    ok(await first.send('POST', '/app/v1/credentials', { body }), 201);
    const sources = alertSourcesOf(services, () => undefined);
    const alerts = await findAlerts(sources, services.db.reader, accountId, clock.now());
    const found = alerts.find(({ name }) => name === 'Nightly');
    assert.ok(found);
    const letters = readers.map(({ id }) => ({
      ...{ kind: 'alert', expiresAt: clock.now() + 2 * DAY_MS },
      content: { about: { alert: found.id, stage: found.stage, to: id } },
    }));
    const cause = () =>
      services.db.transaction((tx) => services.mailQueue.append(tx, accountId, letters));
    return { cause, lose: noAdmin(world) };
  },
};

/** Not a kind of notice: it goes to the one who ordered it, whatever they chose. */
const scheduledExport: Way = {
  what: 'see less of the template than when it was exported',
  role: 'member',
  async prepare(world, readers) {
    const { services, clock, server } = world.node;
    const { reader } = services.db;
    const templateId = await world.closed();
    await world.form(templateId);
    const takeAway = await world.give(templateId, readers, SEES);
    const order = { name: 'Report', templateId, kind: 'csv', delivery: 'mail' };
    // The one of the next week is not due in this test: it would stop, and its owner be told of that.
    const on = new Date(clock.now() + DAY_MS).getUTCDay() || 7;
    for (const each of readers) {
      const body = { ...order, every: 'week', on, time: '06:00' };
      ok(await each.send('POST', '/app/v1/scheduled-exports', { body }), 201);
    }
    const deps = { ...services, publicUrl: () => server.publicUrl };
    const cause = async () => {
      clock.advance(2 * DAY_MS);
      await beginScheduledExports(deps).run();
      await waitUntil(async () => {
        await deliverScheduledExports(deps).run();
        const mails = reader
          .selectFrom('notices')
          .select('id')
          .where('kind', '=', 'scheduled-export');
        return (await mails.execute()).length === readers.length;
      });
    };
    return { cause, lose: takeAway };
  },
};

export type LetterKind = NoticeKind | 'scheduled-export';

/** The compiler asks for a new kind of notice. */
export const WAYS_TO_LOSE: Readonly<Record<LetterKind, readonly Way[]>> = {
  assigned: [groupKind('assigned')],
  'due-soon': [groupKind('due-soon')],
  late: [groupKind('late')],
  'handed-on': [handedOn],
  reminder: [reminder],
  'review-asked': [reviewAsked, reviewOver],
  'review-decided': [formKind('review-decided')],
  'came-in': [byRule('came-in')],
  remark: [formKind('remark')],
  rule: [byRule('rule')],
  'rule-stopped': [ruleStopped],
  'export-ready': [
    exportReady('deleted the export', false),
    exportReady('may not see its results any more', true),
  ],
  'job-ready': [jobReady],
  'delivery-failing': [deliveryFailing],
  'webhook-failing': [webhookFailing],
  dashboard: [dashboard],
  retention: [
    retention('lost the right to manage the template', false),
    retention('set the rule and lost the right to manage the template', true),
  ],
  alert: [alert],
  'scheduled-export': [scheduledExport],
};
