import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { openFiles } from '#files/files.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { currentSpan, onOwnBehalf } from '#kernel/on-behalf.ts';
import { inChild, within } from '#kernel/traced-work.ts';
import { createMailer } from '#mail/mailer.ts';
import { startMailServer } from '../../test/support/mail-server.ts';
import { type Collector, startCollector } from '../../test/support/otlp-receiver.ts';
import { startBucket } from '../../test/support/s3.ts';
import { openTracer } from './tracer.ts';

const ROOT = { name: 'root', kind: 'internal' } as const;
const INNER = { name: 'inner', kind: 'internal' } as const;

async function open(t: TestContext, share = 1) {
  const collector = await startCollector();
  t.after(() => collector.close());
  const tracer = openTracer({
    ...{ url: `${collector.url}/v1/traces`, headers: {}, share, version: '1' },
    ...{ clock: systemClock, random: systemRandom },
    onSpans: () => undefined,
    onTrouble: (reason) => assert.fail(reason),
    onRecovery: () => undefined,
  });
  return { collector, tracer };
}

const spanNamed = ({ spans }: Collector, name: string) => {
  const [span, ...more] = spans.filter((each) => each.name === name);
  assert.ok(span && more.length === 0, `${more.length + 1} spans are called ${name}`);
  return span;
};

test('calls of the bucket and of the mail server are spans, without keys, addresses or texts', async (t) => {
  const { collector, tracer } = await open(t);
  const bucket = await startBucket();
  const mail = await startMailServer();
  const folder = await mkdtemp(join(tmpdir(), 'formstead-traces-'));
  t.after(async () => {
    await bucket.close();
    await mail.close();
    await rm(folder, { recursive: true });
  });
  const files = openFiles({ s3: bucket.settings }, folder);
  const mailer = createMailer({ url: mail.env.FORMSTEAD_SMTP_URL, from: 'f@example.org' });
  const key = 'acme/7f/01a219b8-8fdf-7612-b7eb-21d3dbd7a17f';
  await within(tracer.begin(ROOT), async () => {
    await files.put(key, Readable.from([Buffer.from('marked')]), { maxBytes: 100 });
    await mailer.send({ to: 'marked@example.org', subject: 'marked', text: 'marked' }, 'id');
    mail.answer(550);
    const letter = { to: 'marked@example.org', subject: 'again', text: 'marked' };
    await assert.rejects(mailer.send(letter, 'id2'));
  });
  await tracer.close();
  const root = spanNamed(collector, 'root');
  const put = spanNamed(collector, 'S3 PUT');
  assert.equal(put.parentSpanId, root.spanId);
  assert.equal(put.attributes['server.address'], '127.0.0.1');
  const mails = collector.spans.filter(({ name }) => name === 'send mail');
  assert.deepEqual(
    mails.map((span) => [span.parentSpanId, span.isFailed, span.attributes['error.type']]),
    [
      [root.spanId, false, undefined],
      [root.spanId, true, 'MailError'],
    ],
  );
  const sent = collector.requests.map(({ body }) => body).join();
  for (const text of ['marked', key, 'S3RVER', 'a mail password']) assert.ok(!sent.includes(text));
});

test('a large request keeps 200 spans and tells how many it left out', async (t) => {
  const { collector, tracer } = await open(t);
  await within(tracer.begin(ROOT), async () => {
    for (let i = 0; i < 500; i += 1) await inChild(INNER, async () => undefined);
  });
  await tracer.close();
  assert.equal(collector.spans.length, 200);
  assert.equal(spanNamed(collector, 'root').attributes['formstead.omitted_spans'], 301);
});

test('work that the service does for itself leaves the trace of the request', async (t) => {
  const { collector, tracer } = await open(t);
  await within(tracer.begin(ROOT), async (root) => {
    assert.equal(currentSpan(), root);
    await onOwnBehalf(() => inChild(INNER, async () => assert.equal(currentSpan(), undefined)));
    assert.equal(currentSpan(), root);
  });
  await tracer.close();
  assert.equal(collector.spans.length, 1);
});

test('about the given share of the traces is kept, and a parent that is sampled always', async (t) => {
  const { tracer } = await open(t, 0.25);
  let kept = 0;
  for (let i = 0; i < 2000; i += 1) if (tracer.begin(ROOT)) kept += 1;
  assert.ok(kept > 380 && kept < 620, `${kept} of 2000`);
  const parent = (flags: string) => `00-${'f'.repeat(32)}-${'b'.repeat(16)}-${flags}`;
  assert.ok(tracer.begin(ROOT, parent('01')));
  assert.equal(tracer.begin(ROOT, parent('00')), undefined);
  await tracer.close();
});
