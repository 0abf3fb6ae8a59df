// A rule that acts on every form, and hundreds of forms at once: the rules, notices and mails of another account go on as
// before. Bounded by counts of what came before, not by time.
// Nightly: hundreds of rules run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { waitUntil } from '../support/wait-until.ts';

const FLOOD = 200;
/** Beyond it, others would wait behind the flood. Each of the runner's four places may have taken some forms before. */
const MOST_BEFORE = 40;
const DEFINITION = { elements: [{ type: 'text', name: 'site' }] };

interface Side {
  readonly by: { accountId: string; userId: string; role: 'admin'; via: 'api' };
  readonly templateId: string;
  readonly email: string;
}

forEachEngine((engine) => {
  let mail: MailServer;
  let node: Instance;
  before(async () => {
    mail = await startMailServer();
    node = await startInstance(engine, { env: mail.env });
  });
  after(async () => {
    await node.close();
    await mail.close();
  });

  /** Opens an account with a rule that tells its admin of each form. */
  const open = async (account: Instance['account'], name: string): Promise<Side> => {
    const browser = await adminBrowser({ ...node, account });
    const send = async (method: string, path: string, body: object) => {
      const answer = await browser.send(method, `/app/v1${path}`, { body });
      assert.ok(answer.status < 300, answer.text);
      return answer;
    };
    const email = `${name}-${engine.name}@flood.example`;
    await send('PATCH', `/users/${account.userId}`, { email });
    const made = await send('POST', '/templates', { name: 'Visit', definition: DEFINITION });
    const templateId = String(made.at('id'));
    await send('POST', `/templates/${templateId}/publish`, {});
    const to = [{ type: 'User', id: account.userId }];
    await send('POST', `/templates/${templateId}/rules`, {
      ...{ name: 'Tell me', trigger: 'begun' },
      actions: [{ type: 'tell', to, fields: ['site'] }],
    });
    const { accountId, userId } = account;
    return { by: { accountId, userId, role: 'admin', via: 'api' }, templateId, email };
  };

  test('a flood of forms with a rule delays the rules, notices and mails of another account by some of its own', async () => {
    const { db, forms } = node.services;
    const loud = await open(node.account, 'loud');
    const calm = await open(await node.addAccount('Calm'), 'calm');
    const runs = async ({ by }: Side) =>
      (
        await db.reader
          .selectFrom('rule_runs')
          .select('id')
          .where('account_id', '=', by.accountId)
          .execute()
      ).length;
    const notices = ({ by }: Side) =>
      db.reader
        .selectFrom('bell_notices')
        .select('count')
        .where('account_id', '=', by.accountId)
        .execute();
    // All in one moment, and the calm one last.
    await db.transaction(async (tx) => {
      for (const { by, templateId } of [...Array.from({ length: FLOOD }, () => loud), calm]) {
        await forms.createForm(tx, by, { templateId, answers: { site: 'Dam 7' } });
      }
    });
    let before = 0;
    await waitUntil(async () => {
      before = await runs(loud);
      return (await runs(calm)) === 1;
    });
    assert.ok(before < MOST_BEFORE, `${before} of ${FLOOD} runs came before`);
    await waitUntil(async () => (await notices(calm)).length === 1);
    assert.ok((await runs(loud)) < FLOOD, 'the flood was over before the other had a notice');
    await mail.waitFor(calm.email);
    const rank = mail.taken.findIndex(({ to }) => to.includes(calm.email));
    assert.ok(rank <= 10, `letter ${rank + 1}`);
    // Nothing of the flood is lost: ten letters, and one notice about all of it.
    await waitUntil(async () => (await runs(loud)) === FLOOD);
    await waitUntil(async () => {
      const mails = await db.reader.selectFrom('notices').select('id').execute();
      const [all] = await notices(loud);
      return mails.length === 0 && Number(all?.count) === FLOOD;
    });
    assert.equal(mail.taken.filter(({ to }) => to.includes(loud.email)).length, 10);
  });
});
