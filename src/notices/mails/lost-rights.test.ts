// Between the cause and the sending of a mail, its reader may lose what it is about, in many ways. Then they are told
// nothing of it, by a letter of its own or in the digest; others are told as before.
// Nightly: each way takes a day and four people.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { NOTICE_KINDS } from '#kernel/notice.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  assertLosersHeardNothing,
  createLossWorld,
  type LossWorld,
} from '../../../test/support/losing-readers.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import { WAYS_TO_LOSE } from '../../../test/support/ways-to-lose.ts';

/** Where letters are queued, and the kinds of those whose reader can lose what they are about. */
const QUEUED: Readonly<Record<string, readonly (keyof typeof WAYS_TO_LOSE)[] | string>> = {
  'src/administration/alerts/send-alerts.ts': ['alert', 'webhook-failing'],
  'src/answer-tables/dashboards/mails/send-mails.ts': ['dashboard'],
  'src/assignments/reminders/send-reminders.ts': ['reminder'],
  'src/mail-queue/mail-sender.ts': 'the same letter again, for each of its readers',
  'src/notices/mails/queue-mails.ts': NOTICE_KINDS,
  'src/notices/mails/send-bell-mails.ts': NOTICE_KINDS,
  'src/retention/keep-retention.ts': ['retention'],
  'src/rules/tell-people.ts': ['came-in', 'rule'],
  'src/scheduled-exports/deliver-results.ts': ['scheduled-export'],
  'src/sign-in/links/answer-link-request.ts': 'about the account of the reader',
  'src/sign-in/links/app/post-link.ts': 'about the account of the reader',
  'src/sign-in/second-factor/notify-user.ts': 'about the account of the reader',
};

test('each letter that something queues is tried with readers who lose what it is about', () => {
  const root = new URL('../../../', import.meta.url).pathname;
  const queue = globSync('src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => readFileSync(`${root}${path}`, 'utf8').includes('ailQueue.append('));
  assert.deepEqual(queue.toSorted(), Object.keys(QUEUED));
  const kinds = Object.values(QUEUED).flatMap((each) => (typeof each === 'string' ? [] : each));
  assert.deepEqual([...new Set(kinds)].toSorted(), Object.keys(WAYS_TO_LOSE).toSorted());
});

forEachEngine((engine) => {
  let mail: MailServer;
  let world: LossWorld;
  before(async () => {
    mail = await startMailServer();
    world = await createLossWorld(engine, mail);
  });
  after(async () => {
    await world.node.close();
    await mail.close();
  });

  for (const [kind, ways] of Object.entries(WAYS_TO_LOSE)) {
    for (const { what, role, prepare, check = assertLosersHeardNothing } of ways) {
      test(`${kind}: nothing is mailed to people who ${what}`, async () => {
        const readers = await world.addReaders(role);
        check(await world.afterLoss(readers, await prepare(world, readers)));
      });
    }
  }
});
