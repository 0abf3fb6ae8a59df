// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { answering } from '../../../test/support/answering.ts';
import { givenFiles, makePair } from '../../../test/support/certificates.ts';
import { commandLine, type Env, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';

async function look(t: TestContext, env: Env): Promise<string> {
  const found = await examine(commandLine({ FORMSTEAD_DATA_DIR: await folder(t), ...env }));
  return found.of('public URL');
}

test('a host without an address is a fault', async (t) => {
  const text = await look(t, { FORMSTEAD_PUBLIC_URL: 'https://forms.invalid' });
  assert.match(text, /^fault: forms\.invalid has no address \(\w+\) -> add it to the DNS/);
});

test('while nothing runs the URL is not called, and that is said', async (t) => {
  assert.match(
    await look(t, { FORMSTEAD_PORT: '1' }),
    /^skipped: https:\/\/localhost:1 was not called: the service does not run on 127\.0\.0\.1:1$/,
  );
  assert.match(
    await look(t, { FORMSTEAD_PORT: '0' }),
    /^skipped: with FORMSTEAD_PORT=0 nobody knows/,
  );
});

test('serving others under the name localhost is a warning', async (t) => {
  const text = await look(t, { FORMSTEAD_PORT: '1', FORMSTEAD_HOST: '0.0.0.0' });
  assert.match(
    text,
    /^warning: others reach 0\.0\.0\.0, but links and tokens name https:\/\/localhost:1 -> set/,
  );
});

test('a URL that leads elsewhere, nowhere, or to what nobody trusts is told apart', async (t) => {
  const pair = await makePair(Date.now(), ['localhost']);
  const { files } = await givenFiles(t, { ...pair, cert: `${pair.cert}${pair.ca}` });
  const here = await answering(t, pair, [200, '{"status":"ok"}']);
  const elsewhere = await answering(t, pair, [404, 'not found']);
  const stranger = await answering(t, await makePair(Date.now(), ['localhost']), [
    200,
    '{"status":"ok"}',
  ]);
  const env = {
    FORMSTEAD_PORT: String(here),
    FORMSTEAD_TLS_CERT_FILE: files.certFile,
    FORMSTEAD_TLS_KEY_FILE: files.keyFile,
  };
  const at = (port: number) =>
    look(t, { ...env, FORMSTEAD_PUBLIC_URL: `https://localhost:${port}` });
  assert.equal(await at(here), `ok: https://localhost:${here} answers`);
  assert.match(
    await at(elsewhere),
    /^fault: something else answers at .* \(status 404\) -> correct FORMSTEAD_PUBLIC_URL/,
  );
  assert.match(
    await at(1),
    /^fault: https:\/\/localhost:1 does not answer \(ECONNREFUSED\) -> see that it leads here/,
  );
  assert.match(
    await at(stranger),
    /^warning: this machine does not trust the certificate .* -> serve the intermediates/,
  );
});
