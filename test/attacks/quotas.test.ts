// One account, or one user in it, fills the storage that all accounts share. The usage of an account is counted with
// each write and never exceeds its limit, even under concurrent writes. Existing data stays usable, whatever the limit
// is.
// Nightly: it fills the storage of accounts.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { selectDeviation } from '#quotas/index.ts';
import { FILE_DEFINITION, JPEG, PNG } from '../support/attachments.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { commandLine, envOf, type Formstead } from '../support/command-line.ts';
import { examine } from '../support/doctor.ts';
import { type EngineInstance, forEngineOrBoth } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Answer, type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';

const MIB = 1_048_576;
const AT_ONCE = 40;
const PEOPLE = 10;
const PDF_HEAD = Buffer.from('%PDF-1.7\n');

/** Returns a file of this size that is not a picture, because pictures are encoded anew. */
const pdf = (size: number): Buffer =>
  Buffer.concat([PDF_HEAD, deflateSync(Buffer.alloc(64)), Buffer.alloc(size)]).subarray(0, size);

forEngineOrBoth('postgres', (engine) => {
  describe('an account that fills the storage', () => {
    let storage: EngineInstance;
    let node: Instance;
    let formstead: Formstead;
    let admin: Browser;
    let templateId: string;
    const designers: { readonly token: string; readonly templateId: string }[] = [];
    before(async () => {
      storage = await engine.fresh('any');
      node = await startInstance(engine, {
        storage,
        env: { FORMSTEAD_QUOTA_UPLOAD_MIB_PER_DAY: '64' },
      });
      formstead = commandLine(envOf(storage), node);
      admin = await adminBrowser(node);
      const by = { ...node.account, role: 'admin', via: 'api' } as const;
      const { db, forms } = node.services;
      // Separate templates and users, so that the writes do not wait for each other's locks.
      for (let i = 0; i < PEOPLE; i += 1) {
        const published = await db.transaction(async (tx) => {
          const made = await forms.createTemplate(tx, by, {
            name: `Visit ${i}`,
            definition: FILE_DEFINITION,
          });
          return (await forms.publishTemplate(tx, by, made.id)).template.id;
        });
        const { token } = await node.addUser(`designer ${i}`, 'designer');
        designers.push({ token, templateId: published });
        templateId = published;
      }
    });
    after(() => node.close());

    const usage = () => node.services.quotas.usage(node.services.db.reader, node.account.accountId);
    const isRight = async (): Promise<void> => {
      for (const name of ['fileBytes', 'forms'] as const) {
        const off = await selectDeviation(node.services.db.reader, node.account.accountId, name);
        assert.equal(off, 0, `the total of ${name} is off by ${off}`);
      }
    };
    const limit = async (...options: readonly string[]): Promise<void> => {
      const { code, stderr } = await formstead('account', 'quota', '--account', 'acme', ...options);
      assert.equal(code, 0, stderr);
    };
    /** Sets the limit in bytes; the command takes MiB. */
    const limitBytes = async (bytes: number): Promise<void> => {
      await node.services.db.reader
        .updateTable('accounts')
        .set({ quota_file_bytes: bytes })
        .where('id', '=', node.account.accountId)
        .execute();
    };
    const create = (more: object = {}): Promise<Answer> =>
      admin.send('POST', '/app/v1/forms', { body: { templateId, ...more } });
    const designerOf = (i: number) => {
      const designer = designers[i % PEOPLE];
      assert.ok(designer);
      return designer;
    };
    const createBy = ({ token, templateId: id }: ReturnType<typeof designerOf>) =>
      node.request('POST', '/v2/formz', { token, body: { templateId: id } });
    const newForm = async (): Promise<string> => {
      const made = await create();
      assert.equal(made.status, 201, made.text);
      return String(made.at('id'));
    };
    const attach = (formId: string, body: Buffer, type = 'application/pdf', by = admin) =>
      by.send('POST', `/app/v1/forms/${formId}/attachments?field=photo&fileName=a`, {
        body,
        headers: { 'content-type': type },
      });
    const isFull = (answer: Answer, code: string, status = 507): void => {
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.at('code'), code);
      assert.equal(typeof answer.at('used'), 'number');
      assert.equal(typeof answer.at('limit'), 'number');
    };

    test('with forty files at once gets in those that fit, and not one byte more', async () => {
      const size = 100_000;
      const fitting = 10;
      const uploads: (() => Promise<Answer>)[] = [];
      for (let i = 0; i < AT_ONCE; i += 1) {
        const by = designerOf(i);
        const form = await createBy(by);
        const path = `/v2/formz/${form.at('id')}/attachments?field=photo&fileName=a`;
        const headers = { 'content-type': 'application/pdf' };
        const { token } = by;
        uploads.push(() => node.request('POST', path, { token, headers, body: pdf(size) }));
      }
      const before = (await usage()).fileBytes.used;
      const most = before + fitting * size + size / 2;
      await limitBytes(most);
      const answers = await Promise.all(uploads.map((upload) => upload()));
      const taken = answers.filter(({ status }) => status === 201);
      assert.equal(taken.length, fitting, answers.map(({ status }) => status).join());
      for (const answer of answers) if (answer.status !== 201) isFull(answer, 'files-full');
      const { used } = (await usage()).fileBytes;
      assert.equal(used, before + fitting * size);
      assert.ok(used <= most);
      await isRight();
      await limit('--files-mib', 'default');
    });

    test('with forty forms at once gets in those that fit, and not one more', async () => {
      const { used } = (await usage()).forms;
      await limit('--forms', String(used + 7));
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, i) => createBy(designerOf(i))),
      );
      assert.equal(answers.filter(({ status }) => status === 201).length, 7);
      for (const answer of answers) if (answer.status !== 201) isFull(answer, 'forms-full');
      assert.equal((await usage()).forms.used, used + 7);
      await isRight();
      await limit('--forms', 'default');
    });

    test('counts pictures with what is made of them, and gives back what is deleted', async () => {
      const form = await newForm();
      const before = (await usage()).fileBytes.used;
      const made = await attach(form, JPEG, 'image/jpeg');
      assert.equal(made.status, 201, made.text);
      const [row] = await node.services.db.reader
        .selectFrom('attachments')
        .select(['size', 'picture_size'])
        .where('form_id', '=', form)
        .execute();
      const bytes = Number(row?.size) + Number(row?.picture_size);
      assert.ok(bytes > JPEG.length);
      assert.equal((await usage()).fileBytes.used, before + bytes);
      const path = `/app/v1/forms/${form}/attachments/${made.at('id')}`;
      const gone = await Promise.all([admin.send('DELETE', path), admin.send('DELETE', path)]);
      assert.ok(gone.some(({ status }) => status === 204));
      assert.equal((await usage()).fileBytes.used, before, 'given back once');
      await isRight();
    });

    test('is refused a file that does not fit before it is taken', async () => {
      const form = await newForm();
      await limitBytes((await usage()).fileBytes.used + MIB);
      // Each stored file is registered before its first byte.
      const noted = () => node.services.db.reader.selectFrom('loose_files').selectAll().execute();
      const before = await noted();
      isFull(await attach(form, pdf(5 * MIB)), 'files-full');
      assert.deepEqual(await noted(), before);
      assert.equal((await attach(form, pdf(MIB / 2))).status, 201);
      const other = await node.addAccount(`Other ${engine.name}`);
      const neighbour = openBrowser(node);
      await neighbour.signIn(`${other.accountCode}/admin`, ADMIN_PASSWORD);
      const theirs = await neighbour.send('GET', '/app/v1/account');
      assert.deepEqual(theirs.at('usage', 'forms', 'used'), 0, 'nobody else is full');
      await limit('--files-mib', 'default');
    });

    test('loses nothing when the limit is lowered: what exists is read, saved, completed and deleted', async () => {
      const [form, other] = [await newForm(), await newForm()];
      const { used } = (await usage()).forms;
      await limit('--forms', '1', '--files-mib', '1');
      await limitBytes(1);
      const path = `/app/v1/forms/${form}`;
      const read = await admin.send('GET', path);
      assert.equal(read.status, 200, read.text);
      const revision = Number(read.at('revision'));
      const saved = await admin.send('PATCH', path, {
        body: { revision, answers: { site: 'Harbour' } },
      });
      assert.equal(saved.status, 200, saved.text);
      const completed = await admin.send('POST', `${path}/complete`, {
        body: { revision: Number(saved.at('revision')) },
      });
      assert.equal(completed.status, 200, completed.text);
      isFull(await create(), 'forms-full');
      isFull(await node.request('POST', '/v2/formz', { body: { templateId } }), 'forms-full');
      isFull(await attach(other, PNG, 'image/png'), 'files-full');
      const body = { kind: 'csv', templateId };
      isFull(await admin.send('POST', '/app/v1/exports', { body }), 'files-full');
      assert.equal((await admin.send('DELETE', `/app/v1/forms/${other}`)).status, 204);
      isFull(await admin.send('POST', `/app/v1/forms/${other}/restore`), 'forms-full');
      assert.equal((await usage()).forms.used, used - 1);
      await limit('--forms', 'default', '--files-mib', 'default');
      const restored = await admin.send('POST', `/app/v1/forms/${other}/restore`);
      assert.equal(restored.status, 200, restored.text);
      await isRight();
    });

    test('has room for what was filled in offline, and no endless room', async () => {
      const { used } = (await usage()).forms;
      await limit('--forms', String(used));
      isFull(await create(), 'forms-full');
      const held = () =>
        create({ id: randomUUID(), answers: { site: 'Quay' }, begunOffline: true });
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, held));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
      for (let i = AT_ONCE; i < 100; i += 1) assert.equal((await held()).status, 201);
      isFull(await held(), 'forms-full');
      await limit('--forms', 'default');
      await isRight();
    });

    test('counts what exports made for as long as they are kept', async () => {
      const before = (await usage()).fileBytes.used;
      const ask = async (): Promise<string> => {
        const asked = await admin.send('POST', '/app/v1/exports', {
          body: { kind: 'json', templateId },
        });
        assert.equal(asked.status, 202, asked.text);
        return String(asked.at('id'));
      };
      const end = async (id: string): Promise<Answer> => {
        let read = await admin.send('GET', `/app/v1/exports/${id}`);
        await waitUntil(async () => {
          read = await admin.send('GET', `/app/v1/exports/${id}`);
          return read.at('state') === 'done' || read.at('state') === 'failed';
        });
        return read;
      };
      const id = await ask();
      assert.equal((await end(id)).at('state'), 'done');
      const { used } = (await usage()).fileBytes;
      assert.ok(used > before);
      await isRight();
      await limitBytes(used + 10);
      const failed = await end(await ask());
      assert.equal(failed.at('state'), 'failed');
      assert.match(failed.text, /The files of the account take/);
      await limit('--files-mib', 'default');
      assert.equal((await admin.send('DELETE', `/app/v1/exports/${id}`)).status, 204);
      assert.equal((await usage()).fileBytes.used, before);
      await isRight();
    });

    test('is not given a higher limit by its admin, and its admins hear in time', async () => {
      const higher = { usage: { forms: { limit: 9e9 } } };
      const refused = await admin.send('PATCH', '/app/v1/account', { body: higher });
      assert.equal(refused.status, 400, refused.text);
      const alerts = async () => {
        const { body } = await admin.send('GET', '/app/v1/alerts');
        return JSON.stringify(body);
      };
      assert.doesNotMatch(await alerts(), /fill-up/);
      const { fileBytes, forms } = await usage();
      await limit('--forms', String(Math.floor(forms.used / 0.85)));
      await limitBytes(fileBytes.used);
      assert.match(await alerts(), /"kind":"forms-fill-up","reason":"8\d %"/);
      assert.match(await alerts(), /"kind":"files-fill-up","reason":"100 %"/);
      const settings = await admin.send('GET', '/app/v1/account');
      assert.deepEqual(settings.at('usage', 'fileBytes'), {
        used: fileBytes.used,
        limit: fileBytes.used,
      });
      await limit('--files-mib', 'default', '--forms', 'default');
      const audit = await admin.send('GET', '/app/v1/audit-events?action=account.set-quotas');
      assert.match(audit.text, /command-line/);
    });

    test('whose totals went wrong is named by the doctor, and counted anew', async () => {
      const { db } = node.services;
      await db.reader
        .updateTable('counters')
        .set({ value: 4_000_000 })
        .where('account_id', '=', node.account.accountId)
        .where('name', '=', 'fileBytes')
        .execute();
      const found = await examine(formstead);
      assert.match(
        found.of('stored files'),
        /^warning: .*acme.* -> formstead account quota --recount --account acme$/m,
      );
      await limit('--recount');
      await isRight();
      assert.doesNotMatch((await examine(formstead)).of('stored files'), /recount/);
    });

    test('does not fill at the hands of one person', async () => {
      const half = pdf(9 * MIB);
      const form = await newForm();
      let last: Answer | undefined;
      for (let i = 0; i < 8; i += 1) last = await attach(form, half);
      assert.ok(last);
      isFull(last, 'uploads-full', 429);
      assert.ok(Number(last.headers['retry-after']) > 0);
      const { token } = await node.addUser('other designer', 'designer');
      const another = await node.request('POST', '/v2/formz', { token, body: { templateId } });
      const upload = await node.request(
        'POST',
        `/v2/formz/${another.at('id')}/attachments?field=photo&fileName=a`,
        { token, body: half, headers: { 'content-type': 'application/pdf' } },
      );
      assert.equal(upload.status, 201, upload.text);
      node.clock.advance(86_400_000);
      admin = await adminBrowser(node);
      assert.equal((await attach(form, half)).status, 201, 'the next day is another one');
    });
  });
});
