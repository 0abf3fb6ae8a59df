// What Prometheus reads of a node that does its work, and who may read it.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { recordBackup } from '#db/last-backup.ts';
import type { FormActor } from '#form-basics/form.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { DEFINITION } from '../../test/support/forms.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { queueMail } from '../../test/support/waiting-mail.ts';
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../test/support/webhook-receiver.ts';

const TOKEN = 'a-metrics-token-of-forty-characters-1234';
const FRESH_MS = 6000;

/** Returns the samples of a scrape: its value by name and labels. */
function parse(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

interface Scrape {
  readonly status: number;
  readonly text: string;
}

async function scrape(
  node: Instance,
  headers: Readonly<Record<string, string>>,
  path = '/metrics',
): Promise<Scrape> {
  const { promise, resolve, reject } = Promise.withResolvers<Scrape>();
  const port = node.server.metricsPort;
  httpRequest({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
    text(response).then(
      (body) => resolve({ status: response.statusCode ?? 0, text: body }),
      reject,
    );
  })
    .on('error', reject)
    .end();
  return promise;
}

forEachEngine((engine) => {
  let node: Instance;
  let mail: MailServer;
  let receiver: Receiver;
  let browser: Browser;
  let by: FormActor;
  before(async () => {
    mail = await startMailServer();
    receiver = await startReceiver();
    const metrics = { FORMSTEAD_METRICS_PORT: '0', FORMSTEAD_METRICS_TOKEN: TOKEN };
    node = await startInstance(engine, { env: { ...metrics, ...mail.env, ...RECEIVER_ENV } });
    browser = await adminBrowser(node);
    by = { ...node.account, role: 'admin', via: 'api' };
  });
  after(async () => {
    await node.close();
    await mail.close();
    await receiver.close();
  });

  const read = async (): Promise<ReadonlyMap<string, number>> => {
    node.clock.advance(FRESH_MS);
    const answer = await node.request('GET', '/metrics', { token: TOKEN });
    assert.equal(answer.status, 200, answer.text);
    return parse(answer.text);
  };
  /** Waits until a sample has this value. */
  const until = (name: string, value: number) =>
    waitUntil(async () => (await read()).get(name) === value);

  test('without settings nothing is measured, and the path does not exist', async () => {
    const plain = await startInstance(engine);
    assert.equal((await plain.request('GET', '/metrics')).status, 404);
    assert.equal(plain.server.metricsPort, undefined);
    assert.equal(plain.services.meter, undefined);
    await plain.close();
  });

  test('the port of the service wants the token, and so does the other port', async () => {
    for (const token of [null, 'wrong', `${TOKEN}1`, await node.adminToken()]) {
      const answer = await node.request('GET', '/metrics', { token });
      assert.equal(answer.status, 401);
      assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer /);
      assert.doesNotMatch(answer.text, /formstead_/);
    }
    const right = { authorization: `Bearer ${TOKEN}` };
    assert.equal((await scrape(node, {})).status, 401);
    assert.equal((await scrape(node, { authorization: 'Bearer wrong' })).status, 401);
    assert.equal((await scrape(node, { ...right, host: 'evil.example' })).status, 403);
    assert.equal((await scrape(node, right, '/')).status, 404);
    const { status, text: body } = await scrape(node, right);
    assert.equal(status, 200);
    assert.match(body, /^formstead_build_info\{version="[^"]+",engine="\w+"\} 1$/m);
  });

  test('requests, tokens and SCIM are counted by their outcome', async () => {
    const before = await read();
    const rose = (after: ReadonlyMap<string, number>, name: string): number =>
      (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
    const userName = `counted-${engine.name}`;
    await node.request('POST', '/scim/v2/Users', { body: { schemas, userName } });
    await node.request('POST', '/scim/v2/Users', { body: { schemas, userName } });
    await node.request('GET', '/scim/v2/Users', { token: null });
    await node.request('GET', '/scim/v2/Nothing/1');
    await node.token(node.account.clientId, node.account.clientSecret);
    await assert.rejects(node.token(node.account.clientId, 'wrong'));
    const after = await read();
    const route = (status: number) =>
      `http_server_request_duration_seconds_count{http_request_method="POST",http_route="/scim/v2/Users",http_response_status_code="${status}"}`;
    assert.equal(rose(after, route(201)), 1);
    assert.equal(rose(after, route(409)), 1);
    const tokens = (outcome: string) => `formstead_token_requests_total{outcome="${outcome}"}`;
    assert.equal(rose(after, tokens('issued')), 1);
    assert.equal(rose(after, tokens('credentials-invalid')), 1);
    const scim = (connection: string, outcome: string) =>
      `formstead_scim_connection_requests_total{connection="${connection}",outcome="${outcome}"}`;
    const { accountCode } = node.account;
    assert.equal(rose(after, scim(accountCode, 'done')), 1);
    assert.equal(rose(after, scim(accountCode, 'conflict')), 1);
    assert.equal(rose(after, scim(accountCode, 'not_found')), 1);
    assert.equal(rose(after, scim('_NONE', 'unauthorised')), 1);
    const created =
      'formstead_scim_requests_total{resource="Users",operation="create",outcome="done"}';
    assert.equal(rose(after, created), 1);
    const transactions = 'formstead_database_transaction_duration_seconds_count{outcome="done"}';
    assert.ok(rose(after, transactions) >= 1);
    const all = [...after.keys()].join('\n');
    assert.doesNotMatch(all, /counted-|127\.0\.0\.1|::1/);
    assert.ok(!all.includes(node.account.clientId) && !all.includes(node.account.userId));
  });

  test('webhooks, mails and exports are counted by how they ended', async () => {
    const { db, forms } = node.services;
    receiver.answer('/refuses', { status: 500 });
    for (const path of ['/takes', '/refuses']) {
      const body = { targetUrl: `${receiver.url}${path}`, eventTypes: ['form.created'] };
      assert.equal((await browser.send('POST', '/app/v1/webhooks', { body })).status, 201);
    }
    const emails = [{ value: `ada@${engine.name}.example`, primary: true }];
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
    const user = { schemas, userName: `ada-${engine.name}`, emails };
    const id = String((await node.request('POST', '/scim/v2/Users', { body: user })).at('id'));
    const templateId = await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
      return (await forms.publishTemplate(tx, by, made.id)).template.id;
    });
    await db.transaction((tx) =>
      forms.createForm(tx, by, { templateId, assignment: { type: 'User', id } }),
    );
    await until('formstead_webhook_attempts_total{outcome="delivered"}', 1);
    await until('formstead_mails_total{outcome="sent"}', 1);
    await waitUntil(async () => {
      const refused = (await read()).get('formstead_webhook_attempts_total{outcome="refused"}');
      return (refused ?? 0) >= 1;
    });
    assert.equal((await read()).get('formstead_queue_waiting{queue="webhooks"}'), 1);
    const asked = await browser.send('POST', '/app/v1/exports', {
      body: { kind: 'csv', templateId },
    });
    assert.equal(asked.status, 202, asked.text);
    await until('formstead_exports_total{kind="csv",outcome="done"}', 1);
  });

  test('the state is told as it is also after the clock went back', async () => {
    const { db, clock } = node.services;
    await read();
    node.clock.advance(-3_600_000);
    const at = Math.floor(clock.now() / 1000) - 3600;
    await recordBackup(db.reader, at * 1000);
    const answer = await node.request('GET', '/metrics', { token: TOKEN });
    node.clock.advance(3_600_000);
    const told = parse(answer.text).get('formstead_backup_last_success_timestamp_seconds');
    assert.equal(told, at);
  });

  test('a queue that nothing takes from is overdue, and the state of the node is told', async () => {
    const { db, clock } = node.services;
    const now = clock.now();
    // As if the node that claimed it hung: it is due, and no other node takes it.
    await queueMail(node, { overdueMs: 600_000, isClaimed: true });
    await recordBackup(db.reader, now - 86_400_000);
    const samples = await read();
    const age = samples.get('formstead_queue_oldest_age_seconds{queue="mail"}') ?? 0;
    assert.ok(age >= FRESH_MS / 1000 - 1 && age < 120, String(age));
    const overdue = samples.get('formstead_queue_overdue_seconds{queue="mail"}') ?? 0;
    assert.ok(overdue >= 600 && overdue < 720, String(overdue));
    assert.equal(samples.get('formstead_queue_waiting{queue="mail"}'), 1);
    const backup = samples.get('formstead_backup_last_success_timestamp_seconds') ?? 0;
    assert.ok(Math.abs(backup - (now / 1000 - 86_400)) < 1);
    assert.ok((samples.get('formstead_key_age_seconds{use="sig"}') ?? -1) >= 0);
    const end = samples.get('formstead_certificate_not_after_timestamp_seconds') ?? 0;
    assert.ok(end > now / 1000);
    const free = samples.get('formstead_disk_free_bytes') ?? 0;
    assert.ok(free > 0 && free <= (samples.get('formstead_disk_size_bytes') ?? 0));
    assert.ok((samples.get('formstead_database_connections{state="idle"}') ?? -1) >= 0);
    assert.ok(
      (samples.get('formstead_job_last_success_timestamp_seconds{task="maintain-keys"}') ?? 0) > 0,
    );
    const unread = [...samples].filter(
      ([name, value]) => name.startsWith('formstead_collected') && value !== 1,
    );
    assert.deepEqual(unread, []);
    assert.ok(samples.has('nodejs_eventloop_lag_p99_seconds'));
    assert.ok(samples.has('process_resident_memory_bytes'));
  });
});

test('the client library is loaded by openMeter alone, when it is called', () => {
  const files = globSync('src/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const naming = files.filter((path) =>
    readFileSync(path, 'utf8').includes("'@prometheus-io/client'"),
  );
  assert.deepEqual(naming, ['src/metrics/meter.ts']);
  const meter = readFileSync('src/metrics/meter.ts', 'utf8');
  assert.doesNotMatch(meter, /from '@prometheus-io/);
});
