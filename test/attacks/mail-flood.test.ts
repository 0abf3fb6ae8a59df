// A member assigns forms to a group, sixty per second, so that each person in it gets as many letters in the name of
// the organisation, with links that the member wrote.
// Nightly: it sends more letters than anybody gets.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sendBellMails } from '#notices/index.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { waitUntil } from '../support/wait-until.ts';

const PASSWORD = 'eleven tame otters by the pier';
const HOUR_MS = 3_600_000;
const FORMS = 60;
/** Finds links and addresses in text as mail programs do. */
const LINK = /https?:\/\/|www\.\S|\w@\w|\b[a-z0-9-]+[.\u3002\uff0e][a-z]{2,}/i;

forEachEngine((engine) => {
  describe('a member who sends forms to everybody', () => {
    let mail: MailServer;
    let node: Instance;
    let eve: Browser;
    let templateId: string;
    let groupId: string;
    const victims = ['ann', 'bob', 'cid'].map((name) => `${name}-${engine.name}@people.test`);
    before(async () => {
      mail = await startMailServer();
      node = await startInstance(engine, { env: mail.env });
      const admin = await adminBrowser(node);
      const add = async (userName: string, more: object) => {
        const made = await admin.send('POST', '/app/v1/users', { body: { userName, ...more } });
        assert.equal(made.status, 201, made.text);
        return String(made.at('id'));
      };
      await add('eve', { displayName: 'https://evil.test', password: PASSWORD });
      const ids: string[] = [];
      for (const email of victims) ids.push(await add(email.split('@')[0] ?? '', { email }));
      const group = await admin.send('POST', '/app/v1/groups', {
        body: { displayName: 'www.evil.test' },
      });
      groupId = String(group.at('id'));
      await admin.send('POST', `/app/v1/groups/${groupId}/members`, { body: { add: ids } });
      const { db, forms } = node.services;
      const by = { ...node.account, role: 'admin', via: 'api' } as const;
      templateId = await db.transaction(async (tx) => {
        const input = { name: 'Visit', definition: DEFINITION, openToAll: true };
        const { id } = await forms.createTemplate(tx, by, input);
        await forms.publishTemplate(tx, by, id);
        return id;
      });
      eve = openBrowser(node);
      await eve.signIn('eve', PASSWORD);
    });
    after(async () => {
      await node.close();
      await mail.close();
    });

    const assign = async (name: string) => {
      const assignment = { type: 'Group', id: groupId };
      const body = { templateId, name, assignment };
      const made = await eve.send('POST', '/app/v1/forms', { body });
      assert.equal(made.status, 201, made.text);
    };
    const isEmpty = async () => {
      const { reader } = node.services.db;
      const causes = await reader.selectFrom('bell_causes').select('id').execute();
      const mails = await reader.selectFrom('notices').select('id').execute();
      return causes.length + mails.length === 0;
    };
    const lettersTo = (email: string) => mail.taken.filter(({ to }) => to.includes(email));

    test('reaches nobody with more than ten letters an hour, and a digest', async () => {
      for (let i = 0; i < FORMS; i += 1) {
        await assign(`Pay at https://evil.test/${i} or eve@evil.test\r\n.www.evil\u3002test`);
        // What comes in one moment is one letter: here each has its own.
        await waitUntil(isEmpty);
      }
      for (const victim of victims) assert.equal(lettersTo(victim).length, 10);
      node.clock.advance(HOUR_MS + 60_000);
      await sendBellMails(node.services).run();
      await waitUntil(async () => victims.every((victim) => lettersTo(victim).length === 11));
      const [digest] = lettersTo(victims[0] ?? '').slice(-1);
      assert.match(digest?.headers ?? '', /^subject: 50 forms for you$/im);
      assert.match(digest?.text ?? '', /and 30 more/);
      const own = new RegExp(`${node.baseUrl}/(?:forms|unsubscribe)\\S*`, 'g');
      for (const { headers, text } of mail.taken) {
        const subject = /^subject: (.*)$/im.exec(headers)?.[1] ?? '';
        assert.doesNotMatch(subject, LINK);
        assert.doesNotMatch(text.replaceAll(own, ''), LINK);
        assert.equal(text.match(own)?.length, 2);
      }
    });
  });
});
