// A rule that acts on every form or on every edit, and hundreds of them at once, or a public link that is hammered: the
// rules, notices, mails and jobs of another account go on as before. Bounded by counts of what came before, not by time.
// Nightly: hundreds of rules run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createRuleRunner } from '#rules/index.ts';
import { MAX_RUNS_OF_FORM } from '#rules/limits.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { allowPublicLinks, makePublicLink, visit } from '../support/public-links.ts';
import { waitUntil } from '../support/wait-until.ts';

const FLOOD = 200;
const STRANGERS = 8;
/** Beyond it, others would wait behind the flood. Each of the runner's four places may have taken some forms before. */
const MOST_BEFORE = 40;
const LETTERS_AN_HOUR = 10;
/** One place of each lane, and what those of the runner had begun already. */
const MOST_RUNS_BEFORE = 10;
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site' },
    { type: 'dropdown', name: 'state', choices: ['good', 'bad'] },
  ],
};
const BEGUN = [{ name: 'Tell me', trigger: 'begun' }];
/** Together they run for each edit. */
const EACH_EDIT = ['good', 'bad'].map((value) => ({
  ...{ name: `Now ${value}`, trigger: 'value' },
  became: { field: 'state', value },
}));

interface Side {
  readonly browser: Browser;
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

  /** Opens an account with rules that tell its admin. */
  const open = async (
    account: Instance['account'],
    name: string,
    rules: readonly object[] = BEGUN,
  ): Promise<Side> => {
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
    const actions = [{ type: 'tell', to, fields: ['site'] }];
    for (const rule of rules) {
      await send('POST', `/templates/${templateId}/rules`, { ...rule, actions });
    }
    const { accountId, userId } = account;
    return { browser, by: { accountId, userId, role: 'admin', via: 'api' }, templateId, email };
  };
  const runs = async ({ by }: Side) =>
    (
      await node.services.db.reader
        .selectFrom('rule_runs')
        .select('id')
        .where('account_id', '=', by.accountId)
        .execute()
    ).length;
  const notices = ({ by }: Side) =>
    node.services.db.reader
      .selectFrom('bell_notices')
      .select('count')
      .where('account_id', '=', by.accountId)
      .execute();
  const lettersTo = ({ email }: Side) => mail.taken.filter(({ to }) => to.includes(email));
  /** Waits until everything of an account has been told. */
  const toldAll = ({ by }: Side) =>
    waitUntil(async () => {
      const { reader } = node.services.db;
      const causes = await reader
        .selectFrom('bell_causes')
        .select('id')
        .where('account_id', '=', by.accountId)
        .execute();
      const mails = await reader
        .selectFrom('notices')
        .select('id')
        .where('account_id', '=', by.accountId)
        .execute();
      return causes.length + mails.length === 0;
    });
  const sum = (of: readonly { readonly count: number }[]) =>
    of.reduce((total, { count }) => total + Number(count), 0);

  test('a flood of forms with a rule delays the rules, notices and mails of another account by some of its own', async () => {
    const { db, forms } = node.services;
    const loud = await open(node.account, 'loud');
    const calm = await open(await node.addAccount('Calm'), 'calm');
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
    assert.equal(lettersTo(loud).length, LETTERS_AN_HOUR);
  });

  test('a public link that is hammered, with a rule, leaves the rules, mails and exports of another account as they were', async () => {
    const loudAccount = await node.addAccount('Hammered');
    const loud = await open(loudAccount, 'hammered', []);
    const calm = await open(await node.addAccount('Quiet'), 'quiet');
    await allowPublicLinks(node, loudAccount.accountId);
    const link = await makePublicLink(loud.browser, DEFINITION);
    const rule = await loud.browser.send('POST', `/app/v1/templates/${link.templateId}/rules`, {
      body: {
        ...{ name: 'Tell me', trigger: 'by-link' },
        actions: [{ type: 'tell', to: [{ type: 'User', id: loud.by.userId }], fields: ['site'] }],
      },
    });
    assert.equal(rule.status, 201, rule.text);
    let isOver = false;
    let sent = 0;
    const hammer = async () => {
      while (!isOver) {
        const answer = await (await visit(node, link.token)).answer({ site: 'Dam 7' });
        assert.equal(answer.status, 201, answer.text);
        sent += 1;
      }
    };
    const strangers = Promise.all(Array.from({ length: STRANGERS }, hammer));
    try {
      await Promise.race([waitUntil(() => sent >= STRANGERS), strangers]);
      const post = async (path: string, body: object, status: number) => {
        const answer = await calm.browser.send('POST', `/app/v1${path}`, { body });
        assert.equal(answer.status, status, answer.text);
        return String(answer.at('id'));
      };
      const { templateId } = calm;
      await post('/forms', { templateId, answers: { site: 'Dam 7' } }, 201);
      const path = `/app/v1/exports/${await post('/exports', { templateId, kind: 'csv' }, 202)}`;
      // All of it comes although nobody stops hammering.
      await Promise.race([mail.waitFor(calm.email), strangers]);
      await waitUntil(async () => (await calm.browser.send('GET', path)).at('state') === 'done');
      await waitUntil(async () => (await notices(calm)).length > 0);
      assert.ok(!isOver);
    } finally {
      isOver = true;
      await strangers;
    }
    assert.equal(await runs(calm), 1);
    await waitUntil(async () => (await runs(loud)) === sent);
    await toldAll(loud);
    assert.equal(sum(await notices(loud)), sent);
    assert.equal(lettersTo(loud).length, Math.min(sent, LETTERS_AN_HOUR));
    assert.equal(lettersTo(calm).length, 1);
  });

  test('rules on every edit act in the order of the edits and within their bounds, and those of another account run before them', async () => {
    const loud = await open(await node.addAccount('Edited'), 'edited', EACH_EDIT);
    const calm = await open(await node.addAccount('Still'), 'still', EACH_EDIT);
    const { services } = node;
    // What waits is known when it begins.
    await services.ruleRunner.close();
    const edit = async ({ browser, templateId }: Side, times: number): Promise<string> => {
      const body = { templateId, answers: { site: 'Dam 7' } };
      const made = await browser.send('POST', '/app/v1/forms', { body });
      assert.equal(made.status, 201, made.text);
      const id = String(made.at('id'));
      let revision = made.at('revision');
      for (let i = 0; i < times; i += 1) {
        const answers = { state: i % 2 === 0 ? 'good' : 'bad' };
        const saved = await browser.send('PATCH', `/app/v1/forms/${id}`, {
          body: { revision, answers },
        });
        assert.equal(saved.status, 200, saved.text);
        revision = saved.at('revision');
      }
      return id;
    };
    const restless = await edit(loud, 2 * (MAX_RUNS_OF_FORM + 5));
    const others = await Promise.all(Array.from({ length: 10 }, () => edit(loud, 12)));
    await edit(calm, 1);
    const runner = createRuleRunner({ ...services, onError: assert.ifError });
    const [look] = runner.jobs;
    await look?.run();
    const events = 2 * (MAX_RUNS_OF_FORM + 5) + 12 * others.length;
    await waitUntil(async () => (await runs(loud)) === events && (await runs(calm)) === 1);
    await runner.close();
    const lines = await services.db.reader
      .selectFrom('rule_runs')
      .select(['account_id', 'rule_id', 'form_id', 'reason'])
      .where('account_id', 'in', [loud.by.accountId, calm.by.accountId])
      .orderBy('id')
      .execute();
    const rank = lines.findIndex(({ account_id }) => account_id === calm.by.accountId);
    assert.ok(rank < MOST_RUNS_BEFORE, `${rank} runs came before`);
    for (const form of [restless, ...others]) {
      const rules = lines.filter(({ form_id }) => form_id === form).map(({ rule_id }) => rule_id);
      const [good, bad] = rules;
      assert.notEqual(good, bad);
      assert.deepEqual(
        rules,
        rules.map((_, i) => (i % 2 === 0 ? good : bad)),
      );
    }
    const tooMany = lines.filter(({ reason }) => reason === 'rate');
    // The other rule has nothing to do: by now, the last edit has taken its value away.
    assert.equal(tooMany.length, 5);
    assert.ok(tooMany.every(({ form_id }) => form_id === restless));
    await mail.waitFor(calm.email);
    await toldAll(loud);
    // One notice, of each form once.
    assert.equal(sum(await notices(loud)), 1 + others.length);
    assert.equal(lettersTo(loud).length, LETTERS_AN_HOUR);
  });
});
