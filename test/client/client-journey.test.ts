// The package @formstead/client, packed and installed, does what its README shows, against a real server.
// Nightly: a whole journey; shorter tests send its requests.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { allOf, type InstalledClient, installClient } from '../support/client-package.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { startInstance } from '../support/instance.ts';
import { RECEIVER_ENV, startReceiver } from '../support/webhook-receiver.ts';

const run = promisify(execFile);
const BLOCK = /<!-- run:begin -->(.*)<!-- run:end -->/s;
const FENCE = /```ts\n(.*?)```/gs;

const DEFINITION = {
  pages: [
    {
      name: 'page1',
      elements: [
        { type: 'text', name: 'site', title: 'Site', isRequired: true },
        { type: 'file', name: 'papers', title: 'Papers' },
      ],
    },
  ],
};

const LIST = {
  columns: [
    { key: 'key', label: 'Key', type: 'text' },
    { key: 'label', label: 'Label', type: 'text' },
  ],
  keyColumn: 'key',
  labelColumn: 'label',
} as const;

const TRUST = `import { createClient } from '@formstead/client';
const client = createClient({ ...JSON.parse(process.env.OPTIONS), retries: 0 });
try {
  const { name } = await client.post('/v2/templates', { body: { name: 'Dams', definition: {} } });
  console.log(name);
  for await (const { items } of client.pages('/v2/templates')) console.log(items.map((each) => each.name));
} catch (error) {
  console.log(error.code, error.message);
}
`;

/** Each line below a comment is a fault, and the file has no other. */
const FAULTS = `import { createClient, type FormDetail } from '@formstead/client';
const client = createClient({ baseUrl: 'https://a.example', clientId: 'a', clientSecret: 'b' });
// @ts-expect-error no such path
await client.get('/v2/forms');
// @ts-expect-error no such method
await client.put('/v2/formz', { body: {} });
// @ts-expect-error the path needs an id
await client.get('/v2/formz/{id}');
// @ts-expect-error templateId is missing
await client.post('/v2/formz', { body: { fields: {} } });
// @ts-expect-error no such member
await client.post('/v2/templates', { body: { name: 'a', definition: {}, colour: 'red' } });
// @ts-expect-error no such parameter
await client.get('/v2/formz', { query: { pagesize: 2 } });
// @ts-expect-error no such value
await client.post('/v2/formz/{id}/status', { path: { id: 'a' }, body: { status: 'done' } });
// @ts-expect-error the secret is missing
createClient({ baseUrl: 'https://a.example', clientId: 'a' });
// @ts-expect-error not a list
client.items('/v2/formz/{id}', { path: { id: 'a' } });
// @ts-expect-error revisions are numbers
const form: FormDetail['revision'] = (await client.get('/v2/formz/{id}', { path: { id: 'a' } })).name;
// @ts-expect-error templates are made without a condition
await client.post('/v2/templates', { body: { name: 'a', definition: {} }, ifMatch: 1 });
// @ts-expect-error a change takes no idempotency key
await client.patch('/v2/formz/{id}', { path: { id: 'a' }, body: {}, idempotencyKey: 'b' });
// @ts-expect-error an attachment needs a field
await client.uploadAttachment('a', { body: 'x', contentType: 'text/plain' });
`;

describe('the client', () => {
  let installed: InstalledClient;
  before(async () => {
    installed = await installClient();
  });
  after(() => installed.remove());

  test('makes a wrong path, a wrong member and a missing one a type error', async () => {
    await writeFile(join(installed.folder, 'faults.ts'), FAULTS);
    assert.equal(await installed.compile('faults.ts'), '');
    const bare = FAULTS.replaceAll(/^\/\/ @ts-expect-error.*\n/gm, '');
    await writeFile(join(installed.folder, 'bare.ts'), bare);
    const said = await installed.compile('bare.ts');
    assert.equal([...said.matchAll(/error TS/g)].length, 13, said);
  });

  forEngineOrBoth('sqlite', (engine) => {
    test('does what its README shows', async (t) => {
      const node = await startInstance(engine);
      t.after(() => node.close());
      const readme = await readFile('client/README.md', 'utf8');
      const [, shown = ''] = BLOCK.exec(readme) ?? [];
      const blocks = [...shown.matchAll(FENCE)].map(([, text = '']) => text);
      assert.equal(blocks.length, 9);
      await writeFile(join(installed.folder, 'readme.ts'), blocks.join('\n'));
      await writeFile(join(installed.folder, 'ca.pem'), node.ca);
      assert.equal(await installed.compile('readme.ts'), '');
      const { stdout } = await run(process.execPath, ['readme.ts'], {
        cwd: installed.folder,
        env: {
          FORMSTEAD_URL: node.baseUrl,
          FORMSTEAD_CLIENT_ID: node.account.clientId,
          FORMSTEAD_CLIENT_SECRET: node.account.clientSecret,
          FORMSTEAD_CA: join(installed.folder, 'ca.pem'),
        },
      });
      const lines = stdout.trim().split('\n');
      assert.match(lines.shift() ?? '', /^2$/, 'the revision after a change');
      assert.match(lines.shift() ?? '', /^404 not-found [0-9a-f-]{36}$/);
      assert.equal(lines.shift(), 'The plan of the dam.');
      assert.ok(Number(lines.shift()) > 1000, 'a PDF');
      assert.match(lines.shift() ?? '', /^[0-9a-f-]{36} \S/, 'found in the list');
      assert.equal(lines.shift(), 'Dam 8', 'found by its answers');
      assert.match(lines.shift() ?? '', /^[0-9a-f-]{36} \d{4}-/, 'found among the changes');
      assert.deepEqual(lines, []);
    });

    test('trusts the authorities that Node trusts, if it is given none', async (t) => {
      const node = await startInstance(engine);
      t.after(() => node.close());
      await writeFile(join(installed.folder, 'ca.pem'), node.ca);
      await writeFile(join(installed.folder, 'trust.mjs'), TRUST);
      const { clientId, clientSecret } = node.account;
      const options = JSON.stringify({ baseUrl: node.baseUrl, clientId, clientSecret });
      const start = (env: Readonly<Record<string, string>>) =>
        run(process.execPath, ['trust.mjs'], { cwd: installed.folder, env });
      const NODE_EXTRA_CA_CERTS = join(installed.folder, 'ca.pem');
      const trusting = await start({ OPTIONS: options, NODE_EXTRA_CA_CERTS });
      assert.equal(trusting.stdout, 'Dams\n[ "Dams" ]\n'.replaceAll('"', "'"));
      const other = await start({ OPTIONS: options });
      assert.match(other.stdout, /^network POST \/connect\/token: .*(?:certificate|issuer)/);
    });

    test('follows a form from its template to the webhook, the cursor and the export', async (t) => {
      const receiver = await startReceiver();
      t.after(() => receiver.close());
      const node = await startInstance(engine, { env: RECEIVER_ENV });
      t.after(() => node.close());
      const { createClient, verifyWebhook, FormsteadError } = installed.module;
      const client = createClient({ ...node, ...node.account });

      const template = await client.post('/v2/templates', {
        body: { name: 'Dam inspection', definition: DEFINITION },
      });
      await client.post('/v2/templates/{id}/publish', { path: { id: template.id } });
      const hook = await client.post('/v2/webhooks', {
        body: { eventTypes: ['form.completed'], targetUrl: `${receiver.url}/hook` },
      });
      assert.ok(hook.secret);

      const ids: string[] = [];
      for (const site of ['Dam 1', 'Dam 2', 'Dam 3', 'Dam 4', 'Dam 5']) {
        const fields = { site: { text: site } };
        const form = await client.post('/v2/formz', { body: { templateId: template.id, fields } });
        ids.push(form.id);
      }
      const [first = '', second = ''] = ids;
      const file = await client.uploadAttachment(first, {
        field: 'papers',
        contentType: 'text/plain',
        body: new Blob(['Plan']),
        fileName: 'plan.txt',
      });
      await client.patch('/v2/formz/{id}', {
        path: { id: first },
        body: { fields: { papers: { files: [{ id: file.id }] } } },
        ifMatch: 1,
      });
      await assert.rejects(
        client.patch('/v2/formz/{id}', { path: { id: first }, body: { fields: {} }, ifMatch: 1 }),
        (error) =>
          error instanceof FormsteadError &&
          error.code === 'precondition-failed' &&
          error.status === 412 &&
          error.problem?.['current'] !== undefined,
      );
      const downloaded = await client.downloadAttachment(first, file.id);
      assert.equal(await downloaded.text(), 'Plan');

      // Two forms on a page, and three pages.
      const listed = await allOf(client.pages('/v2/formz', { query: { pageSize: 2 } }));
      assert.deepEqual(
        listed.map(({ total, items }) => [total, items.length]),
        [
          [5, 2],
          [5, 2],
          [5, 1],
        ],
      );
      assert.deepEqual(
        listed.flatMap(({ items }) => items.map(({ formId }) => formId)).toSorted(),
        ids.toSorted(),
      );
      const pages = await allOf(client.changes({ pageSize: 3 }));
      assert.deepEqual(
        pages.map(({ changes }) => changes.length),
        [3, 2],
      );
      const cursor = pages.at(-1)?.cursor ?? '';
      await client.post('/v2/formz/{id}/status', {
        path: { id: first },
        body: { status: 'complete' },
      });
      await client.delete('/v2/formz/{id}', { path: { id: second } });
      const later = await allOf(client.changes({ since: cursor }));
      const news = later.flatMap(({ changes }) => changes);
      assert.deepEqual(
        news.map(({ formId, deleted }) => [formId, deleted]).toSorted(),
        [
          [first, false],
          [second, true],
        ].toSorted(),
      );

      const stream = await client.answers(template.id, { query: { sort: 'number' } });
      assert.ok(stream.cursor);
      const stored = await allOf(stream);
      const sites = stored.map(({ answers }) => answers['site']);
      assert.deepEqual(sites, ['Dam 1', 'Dam 3', 'Dam 4', 'Dam 5']);

      const pdf = Buffer.from(await (await client.exportPdf(first)).arrayBuffer());
      assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');

      const [message] = await receiver.waitFor('/hook');
      assert.ok(message);
      const verified = verifyWebhook({ ...message, secrets: hook.secret });
      assert.equal(verified.message.type, 'form.completed');
      assert.equal(verified.message.data['id'], first);
    });

    test('reads lists with numbered pages and those with a cursor to their end', async (t) => {
      const node = await startInstance(engine);
      t.after(() => node.close());
      const client = installed.module.createClient({ ...node, ...node.account });
      const lists = await Promise.all(
        ['Dams', 'Rivers', 'Lakes'].map((name) =>
          client.post('/v2/lists', { body: { name, ...LIST } }),
        ),
      );
      const found = await allOf(client.items('/v2/lists', { query: { pageSize: 2 } }));
      assert.deepEqual(found.map(({ id }) => id).toSorted(), lists.map(({ id }) => id).toSorted());
      const path = { id: lists[0]?.id ?? '' };
      const keys = Array.from({ length: 7 }, (_, index) => `dam-${index}`);
      await client.put('/v2/lists/{id}/rows', {
        path,
        contentType: 'text/csv',
        body: `Key,Label\n${keys.map((key) => `${key},${key}`).join('\n')}\n`,
      });
      const rows = await allOf(client.items('/v2/lists/{id}/rows', { path, query: { limit: 3 } }));
      assert.deepEqual(
        rows.map(({ key }) => key),
        keys,
      );
    });

    test('checks webhooks with both secrets while the secret changes, and refuses forged and old ones', async (t) => {
      const receiver = await startReceiver();
      t.after(() => receiver.close());
      const node = await startInstance(engine, { env: RECEIVER_ENV });
      t.after(() => node.close());
      const { createClient, verifyWebhook } = installed.module;
      const client = createClient({ ...node, ...node.account });
      const { id, secret: before = '' } = await client.post('/v2/webhooks', {
        body: { eventTypes: ['form.completed'], targetUrl: `${receiver.url}/hook` },
      });
      const path = { id };
      const { secret: since = '' } = await client.post('/v2/webhooks/{id}/rotate-secret', {
        path,
        body: { overlapSeconds: 3600 },
      });
      await client.post('/v2/webhooks/{id}/test', { path });
      const [message] = await receiver.waitFor('/hook');
      assert.ok(message);
      const { body, headers } = message;
      for (const secrets of [before, since, [before, since], [since]]) {
        assert.equal(verifyWebhook({ body, headers, secrets }).message.type, 'webhook.test');
      }
      const asSent = { body: Buffer.from(body), headers: new Headers(Object(headers)) };
      assert.equal(verifyWebhook({ ...asSent, secrets: since }).id, headers['webhook-id']);

      const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      const refused = (code: string, change: object) =>
        assert.throws(() => verifyWebhook({ body, headers, secrets: since, ...change }), {
          name: 'FormsteadError',
          code,
        });
      refused('webhook-signature', { secrets: other });
      refused('webhook-signature', { body: `${body} ` });
      refused('webhook-signature', { headers: { ...headers, 'webhook-id': 'another' } });
      refused('webhook-signature', {
        headers: { ...headers, 'webhook-signature': 'v1,AAAA v1a,x' },
      });
      const sentAt = Number(headers['webhook-timestamp']) * 1000;
      refused('webhook-time', { now: sentAt + 301_000 });
      refused('webhook-time', { now: sentAt - 301_000 });
      refused('webhook-time', { headers: { ...headers, 'webhook-timestamp': 'NaN' } });
      refused('webhook-unsigned', { headers: {} });
      for (const secrets of ['', 'whsec_', [], [since, '']]) {
        assert.throws(() => verifyWebhook({ body, headers, secrets }), TypeError);
      }
    });
  });
});
