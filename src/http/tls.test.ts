import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { systemRandom } from '#kernel/ids.ts';
import { type GivenPair, givenFiles, makeKey, makePair } from '../../test/support/certificates.ts';
import { CertificateError } from './key-pair.ts';
import { loadTls, type Tls } from './tls.ts';

const NOW = Date.now();
const DAY = 86_400_000;

/** Loads TLS from an operator's files; `said` returns the new lines of the log as `level text`. */
async function given(t: TestContext, pair: { cert: string; key: string }, publicUrl?: string) {
  const lines: string[] = [];
  const time = { ms: NOW };
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const { files, put } = await givenFiles(t, pair);
  const tls = await loadTls(
    { dataDir: '/nowhere', host: '127.0.0.1', publicUrl, files },
    { clock: { now: () => time.ms }, random: systemRandom, log },
  );
  t.after(() => tls.close());
  const said = (): string[] =>
    lines.splice(0).map((line) => {
      const { level, msg, err } = JSON.parse(line);
      return `${pino.levels.labels[level]} ${msg}${err ? `: ${err.message}` : ''}`;
    });
  return { tls, put, time, said };
}

const serves = (tls: Tls, pair: GivenPair): boolean => tls.options.cert === pair.cert;

test('check 26: files of the operator are served, and a new pair is taken up', async (t) => {
  const [one, two] = await Promise.all([makePair(NOW, ['a.test']), makePair(NOW, ['a.test'])]);
  const { tls, put, said } = await given(t, one);
  assert.equal(tls.source, 'files');
  assert.equal(tls.caPath, undefined);
  assert.equal(await tls.reload(), false);
  assert.ok(serves(tls, one));
  const fingerprint = tls.fingerprint;
  await put(two);
  assert.equal(await tls.reload(), true);
  assert.ok(serves(tls, two));
  assert.notEqual(tls.fingerprint, fingerprint);
  assert.deepEqual(said(), ['info certificate replaced']);
  assert.deepEqual(tls.counts, { swapped: 1, rejected: 0, plainHttp: 0, failedHandshakes: 0 });
});

test('a change of the files is noticed without being told', async (t) => {
  const [one, two] = await Promise.all([makePair(NOW, ['a.test']), makePair(NOW, ['a.test'])]);
  const { tls, put, said } = await given(t, one);
  await put({ cert: two.cert });
  await setTimeout(50);
  await put({ key: two.key });
  for (let waited = 0; !serves(tls, two) && waited < 10_000; waited += 50) await setTimeout(50);
  assert.ok(serves(tls, two));
  assert.deepEqual(said(), ['info certificate replaced']);
});

test('a change that the file system does not report is noticed within a minute', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const [one, two] = await Promise.all([makePair(NOW, ['a.test']), makePair(NOW, ['a.test'])]);
  const { tls, put } = await given(t, one);
  // The file system reports the change, but the timer that waits for it to settle never fires.
  t.mock.method(globalThis, 'setTimeout', () => ({ unref: () => undefined }));
  await put(two);
  t.mock.timers.tick(60_000);
  const deadline = performance.now() + 10_000;
  while (!serves(tls, two) && performance.now() < deadline) await setImmediate();
  assert.ok(serves(tls, two));
});

test('check 26: a broken pair keeps the old one serving and is reported once', async (t) => {
  const [one, two] = await Promise.all([makePair(NOW, ['a.test']), makePair(NOW, ['a.test'])]);
  const old = await makePair(NOW - 200 * DAY, ['a.test']);
  const future = await makePair(NOW + 2 * DAY, ['a.test']);
  const { tls, put, said } = await given(t, one);
  const refused: [{ cert?: string; key?: string }, RegExp][] = [
    [{ cert: two.cert }, /The key does not belong to the certificate/],
    [{ cert: '' }, /holds no PEM certificate/],
    [{ cert: one.cert.slice(0, 200) }, /holds no PEM certificate/],
    [{ cert: one.cert.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA') }, /damaged certificate/],
    [{ cert: `${one.ca}${one.cert}` }, /put the server's own first/],
    [{ cert: one.cert, key: 'rubbish' }, /holds no readable PEM private key/],
    [{ key: makeKey('secret') }, /needs a passphrase/],
    [old, /expired at/],
    [future, /valid only from .*check the clock/],
  ];
  for (const [broken, pattern] of refused) {
    await put(broken);
    assert.equal(await tls.reload(), false, String(pattern));
    assert.equal(await tls.reload(), false);
    const lines = said();
    assert.equal(lines.length, 1, lines.join());
    assert.match(lines[0] ?? '', /^error certificate not replaced: the one before keeps serving: /);
    assert.match(lines[0] ?? '', pattern);
    assert.doesNotMatch(lines.join(), /BEGIN/);
    assert.ok(serves(tls, one));
    await put(one);
    await tls.reload();
  }
  assert.equal(tls.counts.rejected, refused.length);
  await put(two);
  assert.equal(await tls.reload(), true);
  assert.ok(serves(tls, two));
});

test('the nearing end of a certificate is said at 30, 7 and 1 days, once each', async (t) => {
  const { tls, put, time, said } = await given(t, await makePair(NOW, ['a.test']));
  const heard: string[] = [];
  for (let day = 0; day <= 92; day += 0.5) {
    time.ms = NOW + day * DAY;
    await tls.reload();
    heard.push(...said().map((line) => `${day}: ${line}`));
  }
  assert.deepEqual(heard, [
    '60: warn certificate expires soon',
    '83: warn certificate expires soon',
    '89: error certificate expires soon',
    '90: error certificate has expired',
  ]);
  await put(await makePair(time.ms, ['a.test']));
  assert.equal(await tls.reload(), true);
  assert.deepEqual(said(), ['info certificate replaced']);
});

test('what can never be served stops the start and says why', async (t) => {
  const pair = await makePair(NOW, ['a.test']);
  const start = (cert: string, key: string) => given(t, { cert, key });
  await assert.rejects(start(pair.cert, makeKey()), CertificateError);
  await assert.rejects(start('', pair.key), /holds no PEM certificate/);
  const files = { certFile: '/nowhere/cert.pem', keyFile: '/nowhere/key.pem' };
  await assert.rejects(
    loadTls(
      { dataDir: '/nowhere', host: '::1', publicUrl: undefined, files },
      { clock: { now: () => NOW }, random: systemRandom, log: pino({ level: 'silent' }) },
    ),
    /\/nowhere\/cert\.pem cannot be read \(ENOENT\)/,
  );
});

test('an expired certificate, or one for another host, is served at start but not silently', async (t) => {
  const old = await given(t, await makePair(NOW - 100 * DAY, ['a.test']), 'https://a.test');
  assert.match(old.said().join(), /error The certificate expired at/);
  const other = await given(t, await makePair(NOW, ['a.test', '::1']), 'https://b.test:8443');
  assert.deepEqual(other.said(), ['warn certificate is not for the host of the public URL']);
  const right = await given(t, await makePair(NOW, ['a.test', '::1']), 'https://[::1]:8443');
  assert.deepEqual(right.said(), []);
});

test('without files the local certificate is served and renews itself while running', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'formstead-local-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const time = { ms: NOW };
  const tls = await loadTls(
    { dataDir, host: '0.0.0.0', publicUrl: 'https://forms.test:8443', files: undefined },
    { clock: { now: () => time.ms }, random: systemRandom, log: pino({ level: 'silent' }) },
  );
  t.after(() => tls.close());
  assert.equal(tls.source, 'local');
  assert.equal(tls.caPath, join(dataDir, 'tls', 'cert.pem'));
  const { cert } = tls.options;
  const { fingerprint } = tls;
  assert.equal(await tls.reload(), false);
  time.ms += 61 * DAY;
  assert.equal(await tls.reload(), true);
  assert.notEqual(tls.options.cert, cert);
  assert.equal(tls.fingerprint, fingerprint);
  // A data directory that is gone for a moment cuts off no client.
  await rm(join(dataDir, 'tls'), { recursive: true });
  assert.equal(await tls.reload(), false);
  assert.equal(tls.fingerprint, fingerprint);
  assert.equal(tls.counts.rejected, 1);
});
