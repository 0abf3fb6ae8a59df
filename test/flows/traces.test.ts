// What a collector gets of a running service: whole traces, on both engines, and nothing that is secret or personal.
// Nightly: it waits for what is exported in the background.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { adminBrowser } from '../support/browser.ts';
import { folder } from '../support/command-line.ts';
import { forEachEngine, forOneEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Collector, type ReceivedSpan, startCollector } from '../support/otlp-receiver.ts';
import { sendPlain } from '../support/plain-http.ts';
import { PATCH_OP } from '../support/scim.ts';
import { waitUntil } from '../support/wait-until.ts';
import { RECEIVER_ENV, type Receiver, startReceiver } from '../support/webhook-receiver.ts';

const SERVER = 2;
/** Stands in texts that people and programs enter, and must be in no span. */
const MARK = 'mark7f3a';

const childrenOf = ({ spans }: Collector, { spanId }: ReceivedSpan): readonly ReceivedSpan[] =>
  spans.filter((span) => span.parentSpanId === spanId);
const namesOf = (spans: readonly ReceivedSpan[]): readonly string[] =>
  spans.map(({ name }) => name);

/** Returns the line of a request in the log, once it is written. */
async function lineOf({ logs }: Instance, requestId: string | undefined) {
  const find = () => logs.find((line) => line.includes(`"requestId":"${requestId}"`));
  await waitUntil(() => find() !== undefined);
  return JSON.parse(find() ?? '') as Record<string, unknown>;
}

forEachEngine((engine) => {
  let collector: Collector;
  let receiver: Receiver;
  let mail: MailServer;
  let node: Instance;
  before(async () => {
    collector = await startCollector({ isSecure: true });
    receiver = await startReceiver();
    mail = await startMailServer();
    const env = {
      ...RECEIVER_ENV,
      ...mail.env,
      FORMSTEAD_OTLP_ENDPOINT: collector.url,
      FORMSTEAD_OTLP_HEADERS: `authorization=Bearer%20${MARK}`,
    };
    node = await startInstance(engine, { env });
  });
  after(async () => {
    await node.close();
    await mail.close();
    await receiver.close();
    await collector.close();
  });

  const spanOf = (requestId: string | undefined): Promise<ReceivedSpan> =>
    collector.waitFor(({ attributes }) => attributes['formstead.request_id'] === requestId);

  test('a token and a SCIM PATCH are traces: who it is, the transaction, its queries', async () => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'public_api',
      client_id: node.account.clientId,
      client_secret: node.account.clientSecret,
    });
    const issued = await node.request('POST', '/connect/token', {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    const ofToken = await spanOf(issued.headers['x-request-id']);
    assert.equal(ofToken.name, 'POST /connect/token');
    assert.equal(ofToken.kind, SERVER);
    assert.equal(ofToken.parentSpanId, undefined);
    assert.equal(ofToken.attributes['http.response.status_code'], 200);
    const steps = namesOf(childrenOf(collector, ofToken).toSorted((a, b) => a.startMs - b.startMs));
    assert.deepEqual(
      steps.filter((name) => / (?:client|token)$/.test(name)),
      ['authenticate client', 'sign token', 'record token'],
    );

    const user = await node.addUser(`${MARK}@example.org`);
    const headers = { 'content-type': 'application/scim+json' };
    const body = {
      schemas: [PATCH_OP],
      Operations: [{ op: 'replace', path: 'displayName', value: MARK }],
    };
    const patched = await node.request('PATCH', `/scim/v2/Users/${user.id}?attributes=${MARK}`, {
      headers,
      body,
    });
    const ofPatch = await spanOf(patched.headers['x-request-id']);
    assert.equal(patched.status, 200, patched.text);
    assert.equal(ofPatch.name, 'PATCH /scim/v2/Users/:id');
    assert.equal(ofPatch.attributes['http.route'], '/scim/v2/Users/:id');
    assert.notEqual(ofPatch.traceId, ofToken.traceId);
    const inside = childrenOf(collector, ofPatch);
    assert.ok(namesOf(inside).includes('authenticate Bearer'), String(namesOf(inside)));
    const transaction = inside.find(({ name }) => name === 'transaction');
    assert.ok(transaction);
    const queries = childrenOf(collector, transaction);
    assert.ok(namesOf(queries).includes('update users'), String(namesOf(queries)));
    const system = engine.name === 'sqlite' ? 'sqlite' : 'postgresql';
    for (const each of [transaction, ...queries]) {
      assert.equal(each.attributes['db.system.name'], system);
      assert.equal(each.traceId, ofPatch.traceId);
      assert.ok(each.startMs >= ofPatch.startMs - 1 && each.endMs <= ofPatch.endMs + 1);
    }
    assert.equal((await lineOf(node, patched.headers['x-request-id']))['traceId'], ofPatch.traceId);
  });

  test('completing a form, its webhook and the receiver are one trace', async () => {
    const browser = await adminBrowser(node);
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    const formId = await node.services.db.transaction(async (tx) => {
      const { forms } = node.services;
      const made = await forms.createTemplate(tx, by, { name: MARK, definition: DEFINITION });
      const templateId = (await forms.publishTemplate(tx, by, made.id)).template.id;
      return (await forms.createForm(tx, by, { templateId })).form.id;
    });
    const hook = await browser.send('POST', '/app/v1/webhooks', {
      body: {
        targetUrl: `${receiver.url}/hook-${MARK}?key=${MARK}`,
        eventTypes: ['form.completed'],
      },
    });
    assert.equal(hook.status, 201, hook.text);
    const completed = await browser.send('POST', `/app/v1/forms/${formId}/complete`, {
      body: { answers: { site: MARK }, revision: 1 },
      headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    });
    assert.equal(completed.status, 200, completed.text);
    const [told] = await receiver.waitFor(`/hook-${MARK}?key=${MARK}`);
    const request = await spanOf(completed.headers['x-request-id']);
    assert.equal(request.name, 'POST /app/v1/forms/:id/complete');
    assert.equal(request.parentSpanId, undefined, 'a stranger does not choose the trace');
    const isHere = ({ traceId }: ReceivedSpan) => traceId === request.traceId;
    const delivery = await collector.waitFor((span) => isHere(span) && /^deliver/.test(span.name));
    const queued = collector.spans.find(({ spanId }) => spanId === delivery.parentSpanId);
    assert.equal(queued?.name, 'transaction');
    assert.equal(queued.parentSpanId, request.spanId);
    const call = childrenOf(collector, delivery).find(({ name }) => name === 'POST');
    assert.equal(call?.attributes['http.response.status_code'], 204);
    assert.equal(call.attributes['server.address'], 'localhost');
    assert.equal(told?.headers['traceparent'], `00-${request.traceId}-${call.spanId}-01`);
  });

  test('jobs are traces of their own', async () => {
    const job = await collector.waitFor(({ name }) => name === 'job maintain-keys');
    assert.equal(job.parentSpanId, undefined);
    assert.ok(namesOf(childrenOf(collector, job)).length > 0);
  });

  test('a mail is a trace of its own, from the queue to the mail server', async () => {
    const { db, clock, mailQueue } = node.services;
    const letter = { to: `${MARK}@example.org`, subject: MARK, text: MARK };
    const expiresAt = clock.now() + 60_000;
    await db.transaction((tx) =>
      mailQueue.append(tx, node.account.accountId, [
        { kind: 'alert', expiresAt, content: { letter } },
      ]),
    );
    await mail.waitFor(letter.to);
    const delivery = await collector.waitFor(({ name }) => name === 'deliver mail');
    assert.equal(delivery.parentSpanId, undefined);
    const inside = childrenOf(collector, delivery);
    const sent = inside.find(({ name }) => name === 'send mail');
    assert.equal(sent?.attributes['server.address'], 'localhost');
    assert.ok(namesOf(inside).includes('delete notices'), String(namesOf(inside)));
  });

  test('no span has a secret, what somebody entered, a path or a query', async () => {
    const wrong = await node.request('GET', `/v2/formz/${MARK}?q=${MARK}`, {
      token: `${MARK}.${MARK}`,
    });
    const { attributes, isFailed } = await spanOf(wrong.headers['x-request-id']);
    assert.deepEqual(
      [wrong.status, attributes['error.type'], isFailed],
      [401, 'token-invalid', false],
    );
    const sent = collector.requests.map(({ body }) => body).join('\n');
    assert.ok(collector.spans.length > 20);
    const { clientId, clientSecret, userId, accountId } = node.account;
    const token = await node.adminToken();
    for (const secret of [MARK, 'whsec_', clientId, clientSecret, token, userId, accountId]) {
      assert.ok(!sent.includes(secret), `${secret} is in no span`);
    }
    assert.equal(collector.requests[0]?.headers['authorization'], `Bearer ${MARK}`);
  });
});

forOneEngine((engine) => {
  test('of a share only some requests are traced, a trusted proxy may decide, others may not', async (t) => {
    const collector = await startCollector();
    const env = {
      FORMSTEAD_OTLP_ENDPOINT: collector.url,
      FORMSTEAD_TRACE_SAMPLE: '0',
      FORMSTEAD_TRUSTED_PROXIES: '127.0.0.1',
      FORMSTEAD_PUBLIC_URL: 'https://forms.example.org',
    };
    const node = await startInstance(engine, { env });
    t.after(async () => {
      await node.close();
      await collector.close();
    });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const parentId = 'b7ad6b7169203331';
    const send = async (flags: string) => {
      const traceparent = `00-${traceId}-${parentId}-${flags}`;
      const headers = { 'x-forwarded-proto': 'https', traceparent, tracestate: 'vendor=1' };
      const { headers: answered } = await sendPlain(node.server.port, { headers });
      return lineOf(node, String(answered['x-request-id']));
    };
    assert.equal((await send('00'))['traceId'], undefined);
    assert.equal((await send('01'))['traceId'], traceId);
    await waitUntil(() => collector.spans.length > 0);
    const [span] = collector.spans.filter(({ kind }) => kind === SERVER);
    assert.equal(span?.parentSpanId, parentId);
    assert.equal(span.traceState, 'vendor=1');
    assert.equal(collector.spans.filter(({ kind }) => kind === SERVER).length, 1);
  });

  test('a collector that never answers delays no request and no stop', async (t) => {
    const collector = await startCollector();
    t.after(() => collector.close());
    collector.answer(undefined);
    const env = { FORMSTEAD_OTLP_ENDPOINT: collector.url };
    const node = await startInstance(engine, { env });
    const from = performance.now();
    for (let i = 0; i < 100; i += 1) {
      assert.equal((await node.request('GET', '/v2/formz')).status, 200);
    }
    assert.ok(performance.now() - from < 20_000);
    await waitUntil(() => collector.requests.length > 0);
    const closing = performance.now();
    await node.close();
    assert.ok(performance.now() - closing < 10_000);
    assert.ok(node.logs.some((line) => line.includes('traces are dropped')));
  });
});

/** Serves until it listens, and returns the modules of ours that were loaded. */
async function modulesOf(t: TestContext, env: Readonly<Record<string, string>>) {
  const dataDir = await folder(t);
  const list = join(dataDir, 'modules');
  const hook = `
    import { registerHooks } from 'node:module';
    import { appendFileSync } from 'node:fs';
    registerHooks({ load(url, context, next) {
      appendFileSync(${JSON.stringify(list)}, url + '\\n');
      return next(url, context);
    } });`;
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, 'src/cli.ts', 'serve'],
    {
      env: { FORMSTEAD_PORT: '0', FORMSTEAD_DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  await once(child, 'exit');
  return readFileSync(list, 'utf8');
}

test('nothing of traces is loaded unless a collector is set', async (t) => {
  const [off, on] = await Promise.all([
    modulesOf(t, {}),
    modulesOf(t, { FORMSTEAD_OTLP_ENDPOINT: 'http://localhost:9' }),
  ]);
  assert.match(off, /src\/services\.ts/);
  assert.doesNotMatch(off, /src\/tracing\//);
  assert.match(on, /src\/tracing\/exporter\.ts/);
});
