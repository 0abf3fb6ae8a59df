// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { givenFiles, makeKey, makePair } from '../../../test/support/certificates.ts';
import { commandLine, type Env, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';

const DAY_MS = 86_400_000;
const HOST = 'localhost';

test('a certificate that does not serve is a fault, one that nears its end a warning', async (t) => {
  const dataDir = await folder(t);
  const good = await makePair(Date.now(), [HOST]);
  const { files, put } = await givenFiles(t, good);
  await chmod(files.keyFile, 0o600);
  const env = {
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_TLS_CERT_FILE: files.certFile,
    FORMSTEAD_TLS_KEY_FILE: files.keyFile,
    FORMSTEAD_PUBLIC_URL: `https://${HOST}:1`,
    FORMSTEAD_PORT: '1',
  };
  const look = async (more: Env = {}) => {
    const found = await examine(commandLine({ ...env, ...more }));
    return { code: found.code, text: found.of('certificate') };
  };
  assert.match((await look()).text, /^ok: it is valid until .*\nok: it is for localhost/);

  const cases: readonly [{ cert?: string; key?: string }, RegExp][] = [
    [
      await makePair(Date.now() - 100 * DAY_MS, [HOST]),
      /^fault: The certificate expired at .* -> put a valid/,
    ],
    [
      await makePair(Date.now() + 10 * DAY_MS, [HOST]),
      /^fault: The certificate is valid only from/,
    ],
    [
      await makePair(Date.now() - 80 * DAY_MS, [HOST]),
      /^warning: it is valid until .*, \d days more -> renew it/,
    ],
    [
      await makePair(Date.now(), ['other.example.org']),
      /fault: it is not for localhost.* but for other\.example\.org/,
    ],
    [{ ...good, key: makeKey() }, /^fault: The key does not belong to the certificate/],
    [{ ...good, key: makeKey('secret') }, /^fault: The key file needs a passphrase/],
    [{ ...good, cert: 'no certificate' }, /^fault: The certificate file holds no PEM certificate/],
  ];
  for (const [pair, expected] of cases) {
    await put(pair);
    const { code, text } = await look();
    assert.match(text, expected);
    assert.equal(code, text.includes('fault') ? 1 : 0);
  }
  await put(good);
  const missing = await look({ FORMSTEAD_TLS_KEY_FILE: join(dataDir, 'missing.pem') });
  assert.match(missing.text, /^fault: .*missing\.pem can't be read \(ENOENT\)/);
  await appendFile(files.certFile, (await makePair(Date.now(), ['x.example.org'])).ca);
  assert.match(
    (await look()).text,
    /warning: the second certificate of the file did not issue the first/,
  );
});

test('a damaged local authority is a fault; one that may not vouch for the URL a warning', async (t) => {
  const dataDir = await folder(t);
  const tls = join(dataDir, 'tls');
  await mkdir(tls, { mode: 0o700 });
  const file = join(tls, 'ca.pem');
  const pair = await makePair(Date.now(), ['localhost', '127.0.0.1']);
  const env = { FORMSTEAD_DATA_DIR: dataDir };
  await writeFile(file, 'torn', { mode: 0o600 });
  const torn = await examine(commandLine(env));
  assert.match(
    torn.of('certificate'),
    /^fault: The key file holds no readable|^fault: The certificate file/,
  );
  assert.equal(torn.code, 1);
  await writeFile(file, pair.key + pair.cert);
  const foreign = await examine(
    commandLine({ ...env, FORMSTEAD_PUBLIC_URL: 'https://forms.example.org' }),
  );
  assert.match(
    foreign.of('certificate'),
    /warning: the local authority may not vouch for forms\.example\.org/,
  );
  assert.match(await readFile(file, 'utf8'), /BEGIN CERTIFICATE/);
});

test('behind a proxy the certificate is not ours to judge', async (t) => {
  const found = await examine(
    commandLine({
      FORMSTEAD_DATA_DIR: await folder(t),
      FORMSTEAD_TRUSTED_PROXIES: '10.0.0.1',
      FORMSTEAD_PUBLIC_URL: 'https://localhost',
    }),
  );
  assert.equal(found.of('certificate'), 'skipped: the proxy has the certificate');
});
