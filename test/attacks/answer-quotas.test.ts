// Somebody fills the storage that all accounts share with answers: a person, a program, a stranger with a link.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { selectDeviation } from '#quotas/index.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { commandLine, envOf, type Formstead } from '../support/command-line.ts';
import { examine } from '../support/doctor.ts';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { allowPublicLinks, makePublicLink, visit } from '../support/public-links.ts';

const MIB = 1_048_576;
const DAY_MS = 86_400_000;
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site' },
    { type: 'comment', name: 'notes', title: 'Notes' },
  ],
};
const notes = (length: number) => ({ site: 'Weir', notes: 'x'.repeat(length) });

forEachEngine((engine) => {
  describe('answers that fill the storage', () => {
    let storage: EngineInstance;
    let node: Instance;
    let formstead: Formstead;
    let admin: Browser;
    let templateId: string;
    before(async () => {
      storage = await engine.fresh('any');
      node = await startInstance(engine, {
        storage,
        env: {
          FORMSTEAD_QUOTA_ANSWERS_MIB_PER_DAY: '4',
          FORMSTEAD_QUOTA_ANSWERS_MIB_PER_LINK_PER_DAY: '2',
        },
      });
      formstead = commandLine(envOf(storage), node);
      admin = await adminBrowser(node);
      const by = { ...node.account, role: 'admin', via: 'api' } as const;
      const { db, forms } = node.services;
      templateId = await db.transaction(async (tx) => {
        const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
        return (await forms.publishTemplate(tx, by, made.id)).template.id;
      });
      await allowPublicLinks(node);
    });
    after(() => node.close());

    const usage = async () =>
      (await node.services.quotas.usage(node.services.db.reader, node.account.accountId))
        .answerBytes;
    const isRight = async (): Promise<void> => {
      const { reader } = node.services.db;
      const off = await selectDeviation(reader, node.account.accountId, 'answerBytes');
      assert.equal(off, 0, `the total is off by ${off}`);
    };
    const limit = async (...options: readonly string[]): Promise<Answer['text']> => {
      const { code, stderr, stdout } = await formstead('account', 'quota', ...options);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    /** Sets the limit in bytes; the command takes MiB. */
    const limitBytes = async (bytes: number): Promise<void> => {
      await node.services.db.reader
        .updateTable('accounts')
        .set({ quota_answer_bytes: bytes })
        .where('id', '=', node.account.accountId)
        .execute();
    };
    const tomorrow = async (): Promise<void> => {
      node.clock.advance(DAY_MS);
      admin = await adminBrowser(node);
    };
    const create = (more: object = {}, by = admin): Promise<Answer> =>
      by.send('POST', '/app/v1/forms', { body: { templateId, ...more } });
    const newForm = async (answers: object = {}): Promise<string> => {
      const made = await create({ answers });
      assert.equal(made.status, 201, made.text);
      return String(made.at('id'));
    };
    const save = (id: string, revision: number, answers: object, more: object = {}) =>
      admin.send('PATCH', `/app/v1/forms/${id}`, { body: { revision, answers, ...more } });
    const isRefused = (answer: Answer, code: string, status: number): void => {
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.at('code'), code);
      assert.equal(typeof answer.at('used'), 'number');
      assert.equal(typeof answer.at('limit'), 'number');
    };
    const isFull = (answer: Answer): void => isRefused(answer, 'answers-full', 507);

    test('one person adds so much in a day by any entrance; others go on, and so do they tomorrow', async () => {
      let last = await create({ answers: notes(900_000) });
      let taken = 0;
      for (; last.status === 201; taken += 1) last = await create({ answers: notes(900_000) });
      assert.equal(taken, 4);
      isRefused(last, 'answers-of-day-full', 429);
      assert.equal(last.at('reason'), 'day-of-person');
      assert.ok(Number(last.headers['retry-after']) > 0);
      const { token } = await node.addUser('designer', 'designer');
      const body = { templateId };
      const other = await node.request('POST', '/v2/formz', { token, body });
      assert.equal(other.status, 201, other.text);
      const text = 'y'.repeat(800_000);
      const change = (value: string) =>
        node.request('PATCH', `/v2/formz/${other.at('id')}`, {
          token,
          body: { fields: { notes: { value } } },
        });
      let grown = await change(text);
      assert.equal(grown.status, 200, grown.text);
      // Emptied and filled again: what is deleted gives nothing back on the same day.
      for (let i = 0; i < 6 && grown.status === 200; i += 1) {
        await change('');
        grown = await change(text);
      }
      isRefused(grown, 'answers-of-day-full', 429);
      await tomorrow();
      assert.equal((await create({ answers: notes(900_000) })).status, 201);
      await isRight();
    });

    test('a full account refuses new and longer answers, and reads, completes, deletes and shortens', async () => {
      await tomorrow();
      const [one, two, three] = [
        await newForm(notes(1000)),
        await newForm(notes(1000)),
        await newForm(notes(1000)),
      ];
      await limitBytes((await usage()).used);
      isFull(await create());
      isFull(await node.request('POST', '/v2/formz', { body: { templateId } }));
      isFull(await save(one, 1, notes(1001)));
      const kept = await admin.send('GET', `/app/v1/forms/${one}`);
      assert.equal(kept.at('revision'), 1);
      assert.deepEqual(kept.at('answers'), notes(1000));
      const longer = { revision: 1, answers: notes(5000) };
      isFull(await admin.send('POST', `/app/v1/forms/${one}/complete`, { body: longer }));
      const shorter = await save(one, 1, notes(10));
      assert.equal(shorter.status, 200, shorter.text);
      const body = { revision: 1 };
      const completed = await admin.send('POST', `/app/v1/forms/${two}/complete`, { body });
      assert.equal(completed.status, 200, completed.text);
      assert.equal((await admin.send('DELETE', `/app/v1/forms/${three}`)).status, 204);
      const { used } = await usage();
      assert.equal((await admin.send('POST', `/app/v1/forms/${three}/restore`)).status, 200);
      assert.ok((await usage()).used > used, 'deleted forms count until they are purged');
      await isRight();
      await limit('--answers-mib', 'default');
    });

    test('what a device began without a connection has a reserve, for new forms and for changes', async () => {
      await tomorrow();
      const id = await newForm(notes(10));
      await limitBytes((await usage()).used);
      isFull(await create({ answers: notes(500_000) }));
      const offline = { id: randomUUID(), answers: notes(500_000), begunOffline: true };
      assert.equal((await create(offline)).status, 201);
      isFull(await save(id, 1, notes(500_000)));
      const saved = await save(id, 1, notes(500_000), { begunOffline: true });
      assert.equal(saved.status, 200, saved.text);
      await limitBytes((await usage()).used - 12 * MIB);
      isFull(await create({ ...offline, id: randomUUID() }));
      await isRight();
      await limit('--answers-mib', 'default');
    });

    test('a correction is refused like any other change, a shorter one too, whose old value is kept', async () => {
      await tomorrow();
      const id = await newForm(notes(10));
      const list = await admin.send('GET', `/app/v1/templates/${templateId}/answers`);
      const fields = list.at('fields');
      assert.ok(Array.isArray(fields));
      const field = fields.find(({ title }) => title === 'Site').id;
      await limitBytes((await usage()).used);
      const path = `/app/v1/forms/${id}/answers/${field}`;
      isFull(await admin.send('PUT', path, { body: { revision: 1, value: 'A longer weir' } }));
      // A shorter one adds bytes, too: the old value is kept.
      isFull(await admin.send('PUT', path, { body: { revision: 1, value: 'We' } }));
      await limit('--answers-mib', 'default');
      const right = await admin.send('PUT', path, { body: { revision: 1, value: 'We' } });
      assert.equal(right.status, 200, right.text);
      await isRight();
    });

    test('a stranger uses up their share of a link, not the link, and a full account takes nothing by it', async () => {
      await tomorrow();
      const link = await makePublicLink(admin, DEFINITION);
      const send = async (length: number) => (await visit(node, link.token)).answer(notes(length));
      assert.equal((await send(250_000)).status, 201);
      const refused = await send(50_000);
      isRefused(refused, 'answers-of-day-full', 429);
      assert.equal(refused.at('reason'), 'day-of-site');
      assert.doesNotMatch(JSON.stringify(await days()), /127\.0\.0\.1|::1/, 'no address is kept');
      await tomorrow();
      await limitBytes((await usage()).used);
      const full = await send(10);
      isFull(full);
      await limit('--answers-mib', 'default');
      assert.equal((await send(10)).status, 201);
      await isRight();
    });
    const days = () => node.services.db.reader.selectFrom('answer_days').selectAll().execute();

    test('admins see the bytes beside those of files, hear in time, and the operator sets the limit', async () => {
      const { used } = await usage();
      const text = await limit('--answers-mib', '5000');
      assert.match(text, /answers:\s+\d+\.\d MiB, of 5000\.0 MiB at most/);
      await limitBytes(Math.floor(used / 0.85));
      const settings = await admin.send('GET', '/app/v1/account');
      assert.equal(settings.at('usage', 'answerBytes', 'used'), used);
      assert.equal(settings.at('usage', 'isCounting'), false);
      const alerts = await admin.send('GET', '/app/v1/alerts');
      assert.match(alerts.text, /"kind":"answers-fill-up","reason":"8\d %"/);
      await limit('--answers-mib', 'none');
      assert.equal((await usage()).limit, undefined);
      await limit('--answers-mib', 'default');
    });

    test('a total that went wrong is named by the doctor, and counted anew while others write', async () => {
      const { reader } = node.services.db;
      await reader
        .updateTable('counters')
        .set({ value: 4_000_000 })
        .where('account_id', '=', node.account.accountId)
        .where('name', '=', 'answerBytes')
        .where('shard', '<', 16)
        .execute();
      const found = await examine(formstead);
      assert.match(
        found.of('stored files'),
        /^warning: .*acme.* bytes of answers [+-]\d+ -> formstead account quota --recount/m,
      );
      await limit('--recount');
      await isRight();
      assert.doesNotMatch((await examine(formstead)).of('stored files'), /recount/);
    });

    test('forty that write at once get in as far as there is room, and not one byte more', async () => {
      await tomorrow();
      const people = await Promise.all(
        Array.from({ length: 10 }, (_, i) => node.addUser(`person ${i}`, 'designer')),
      );
      const { used } = await usage();
      const most = used + 7 * 100_000;
      await limitBytes(most);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          node.request('POST', '/v2/formz', {
            token: people[i % 10]?.token ?? '',
            body: {
              templateId,
              fields: { notes: { value: 'z'.repeat(98_000) } },
            },
          }),
        ),
      );
      assert.equal(answers.filter(({ status }) => status === 201).length, 7);
      for (const answer of answers) if (answer.status !== 201) isFull(answer);
      assert.ok((await usage()).used <= most);
      await isRight();
    });
  });
});
