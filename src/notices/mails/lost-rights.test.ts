// Between the cause and the sending of a mail, its reader may lose what it is about, in many ways. Then they are told
// nothing of it, by a letter of its own or in the digest; others are told as before.
// Nightly: each way takes a day and four people.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findAlerts } from '#administration/index.ts';
import { alertSourcesOf } from '#endpoints.ts';
import type { NoticeKind } from '#kernel/notice.ts';
import { findTemplateRule } from '#rules/rules.store.ts';
import { tellPeople } from '#rules/tell-people.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { makeRuleKind } from '../../../test/support/inserted-rules.ts';
import { ADMIN_PASSWORD } from '../../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
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
const DAY_MS = 24 * HOUR_MS;
const SETTINGS = '/app/v1/notices/settings';
const SEES = { see: 'all', fill: true, edit: false, assign: false, review: false, manage: false };

interface Reader extends Person {
  readonly email: string;
  readonly choice: 'now' | 'digest';
  readonly loses: boolean;
}

forEachEngine((engine) => {
  let mail: MailServer;
  let world: ReviewWorld;
  let count = 0;
  before(async () => {
    mail = await startMailServer();
    world = await createReviewWorld(engine, mail.env);
  });
  after(async () => {
    await world.node.close();
    await mail.close();
  });

  const admin = async (method: string, path: string, body?: object, status = 200) =>
    ok(await world.admin.send(method, `/app/v1${path}`, body && { body }), status);
  const addReaders = async (role: string): Promise<readonly Reader[]> => {
    const { accountCode } = world.node.account;
    await world.admin.signIn(`${accountCode}/admin`, ADMIN_PASSWORD);
    ok(await world.ann.signIn('ann', PASSWORD), 201);
    const readers: Reader[] = [];
    for (const choice of ['now', 'digest'] as const) {
      for (const loses of [true, false]) {
        count += 1;
        const name = `reader${count}`;
        const email = `${name}-${engine.name}@lost.example`;
        const person = await world.addPerson(name);
        await admin('PATCH', `/users/${person.id}`, { email, role });
        ok(await person.signIn(name, PASSWORD), 201);
        const kinds = KINDS.map((kind) => ({ kind, mail: choice }));
        ok(await person.send('PATCH', SETTINGS, { body: { kinds } }));
        readers.push({ ...person, email, choice, loses });
      }
    }
    return readers;
  };
  const tell = (kind: NoticeKind, type: 'form' | 'template', id: string, to: readonly Reader[]) => {
    const { services, account } = world.node;
    const { accountId } = account;
    const about = { type, id };
    const people = to.map((each) => ({ type: 'User', id: each.id }) as const);
    return services.db.transaction((tx) =>
      services.tell(tx, { accountId, kind, about, key: `${kind} ${id}`, to: people }),
    );
  };
  const settled = (attempts = 1) =>
    waitUntil(async () => {
      const { reader } = world.node.services.db;
      const causes = await reader.selectFrom('bell_causes').select('id').execute();
      const mails = await reader
        .selectFrom('notices')
        .select('id')
        .where('attempts', '<', attempts)
        .execute();
      return causes.length + mails.length === 0;
    });
  /** Causes mails that can't be sent, has some of the readers lose something, and lets a day pass. */
  const afterLoss = async (
    readers: readonly Reader[],
    cause: () => Promise<unknown>,
    lose: (reader: Reader) => Promise<unknown>,
  ): Promise<void> => {
    await settled();
    const { reader } = world.node.services.db;
    await reader.deleteFrom('bell_mails').execute();
    const sent = (each: Reader) => mail.taken.filter(({ to }) => to.includes(each.email)).length;
    const before = new Map(readers.map((each) => [each.id, sent(each)]));
    mail.answer(451);
    await cause();
    await settled();
    for (const each of readers) if (each.loses) await lose(each);
    mail.answer(250);
    world.node.clock.advance(DAY_MS);
    await sendBellMails(world.node.services).run();
    await settled(100);
    const told = readers.map((each) => [
      ...[each.choice, each.loses ? 'lost it' : 'has it'],
      sent(each) > (before.get(each.id) ?? 0),
    ]);
    assert.deepEqual(told, [
      ['now', 'lost it', false],
      ['now', 'has it', true],
      ['digest', 'lost it', false],
      ['digest', 'has it', true],
    ]);
  };
  const group = async (members: readonly Reader[]): Promise<string> => {
    const id = String(
      (await admin('POST', '/groups', { displayName: `Four ${count}` }, 201)).at('id'),
    );
    await admin('POST', `/groups/${id}/members`, { add: members.map((each) => each.id) }, 204);
    return id;
  };
  const leave = (id: string) => (each: Reader) =>
    admin('POST', `/groups/${id}/members`, { remove: [each.id] }, 204);
  const closed = async (review?: object): Promise<string> => {
    const id = await world.template(review);
    await admin('PATCH', `/templates/${id}`, { openToAll: false, groupIds: [] });
    return id;
  };
  const form = async (templateId: string, body: object = {}): Promise<string> =>
    String((await admin('POST', '/forms', { templateId, ...body }, 201)).at('id'));

  for (const kind of ['came-in', 'rule', 'remark', 'review-decided'] as const) {
    test(`${kind}: nothing is mailed of a form to somebody who lost the right on its template`, async () => {
      const readers = await addReaders('member');
      const templateId = await closed();
      const rights = (each: Reader) => `/templates/${templateId}/rights/${each.id}`;
      for (const each of readers) await admin('PUT', rights(each), SEES);
      const id = await form(templateId);
      const cause =
        kind === 'came-in' || kind === 'rule'
          ? () => byRule(kind, templateId, id, readers)
          : () => tell(kind, 'form', id, readers);
      const lose = (each: Reader) => admin('DELETE', rights(each), undefined, 204);
      await afterLoss(readers, cause, lose);
    });
  }

  for (const kind of ['assigned', 'due-soon', 'late'] as const) {
    test(`${kind}: nothing is mailed to somebody who left the group that has the form`, async () => {
      const readers = await addReaders('member');
      const groupId = await group(readers);
      const templateId = await closed();
      const id = await form(templateId, { assignment: { type: 'Group', id: groupId } });
      await afterLoss(readers, () => tell(kind, 'form', id, readers), leave(groupId));
    });
  }

  test('review-asked: nothing is mailed to somebody who left the group that reviews', async () => {
    const readers = await addReaders('member');
    const groupId = await group(readers);
    const templateId = await world.template({ steps: [{ by: 'group', group: groupId }] });
    const id = await world.complete(world.ann, templateId);
    await afterLoss(readers, () => tell('review-asked', 'form', id, readers), leave(groupId));
  });

  test('review-asked: nothing is mailed once the form is not in review any more', async () => {
    const readers = await addReaders('member');
    const templates: string[] = [];
    for (const each of readers) {
      const steps = [{ by: 'people', people: [each.id] }];
      templates.push(await world.template({ steps, fallback: world.panel }));
    }
    const forms = new Map<string, string>();
    for (const [i, each] of readers.entries()) {
      forms.set(each.id, await world.complete(world.ann, templates[i] ?? ''));
    }
    const cause = async () => {
      for (const each of readers) {
        await tell('review-asked', 'form', forms.get(each.id) ?? '', [each]);
      }
    };
    const withdraw = async (each: Reader) =>
      ok(await world.reopen(world.admin, forms.get(each.id) ?? '', { reason: 'Not yet' }));
    await afterLoss(readers, cause, withdraw);
  });

  test('alert: nothing is mailed to somebody who is no admin any more', async () => {
    const readers = await addReaders('admin');
    const { services, account, clock } = world.node;
    const { accountId } = account;
    const [first] = readers;
    assert.ok(first);
    const body = { name: 'Nightly', actsAsUserId: first.id, expiresInSeconds: 20 * 86_400 };
    ok(await first.send('POST', '/app/v1/credentials', { body }), 201);
    const sources = alertSourcesOf(services, () => undefined);
    const alerts = await findAlerts(sources, services.db.reader, accountId, clock.now());
    const alert = alerts.find(({ name }) => name === 'Nightly');
    assert.ok(alert);
    const cause = () =>
      services.db.transaction((tx) =>
        services.mailQueue.append(
          tx,
          accountId,
          readers.map(({ id }) => ({
            ...{ kind: 'alert', expiresAt: clock.now() + 2 * DAY_MS },
            content: { about: { alert: alert.id, stage: alert.stage, to: id } },
          })),
        ),
      );
    await afterLoss(readers, cause, (each) =>
      admin('PATCH', `/users/${each.id}`, { role: 'member' }),
    );
  });

  /** Has a rule tell people of a form, as it does when it runs. */
  const byRule = async (
    kind: 'came-in' | 'rule',
    templateId: string,
    formId: string,
    readers: readonly Reader[],
  ): Promise<void> => {
    const { services, account } = world.node;
    const { accountId } = account;
    const id = await makeRuleKind('rule', world.node, accountId, templateId);
    const rule = await findTemplateRule(services.db.reader, { accountId, id });
    assert.ok(rule);
    const trigger = kind === 'came-in' ? 'completed' : 'begun';
    const to = readers.map((each) => ({ type: 'User', id: each.id }) as const);
    await services.db.transaction((tx) =>
      tellPeople(services, tx, { rule: { ...rule, trigger }, formId }, to, {
        ...{ type: 'tell', to, fields: [] },
      }),
    );
  };
});

const KINDS: readonly NoticeKind[] = [
  'assigned',
  'due-soon',
  'late',
  'review-asked',
  'review-decided',
  'came-in',
  'remark',
  'rule',
  'alert',
];
