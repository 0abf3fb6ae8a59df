// The requests of real identity providers and the answers that they expect: the recorded sequences in shared/cases, run
// by their own runner against a whole service.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { forEngineOrBoth } from './support/engines.ts';
import { countCases, runCases } from './support/idp-cases.ts';
import { ADMIN_PASSWORD } from './support/instance.ts';
import { type Scim, startScim } from './support/scim.ts';

forEngineOrBoth('sqlite', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  test('every case of the identity providers passes, none is left out', async () => {
    const { code, text } = await runAll(scim);
    assert.equal(code, 0, text);
    assert.match(text, new RegExp(`pass: ${countCases()}, fail: 0, skip: 0`), text);
  });
});

async function runAll(scim: Scim): ReturnType<typeof runCases> {
  const { instance } = scim;
  const { clientId, clientSecret } = instance.account;
  const reset = await startReset(scim);
  try {
    return await runCases(instance, {
      token: await instance.adminToken(),
      basic: Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64'),
      ccToken: await instance.token(clientId, clientSecret),
      reset: reset.url,
    });
  } finally {
    reset.close();
  }
}

/**
 * Starts a server that deletes all resources, because some cases need an empty store and the product has no such
 * function.
 */
async function startReset(scim: Scim): Promise<{ readonly url: string; close(): void }> {
  const empty = async () => {
    for (const path of ['/Groups', '/Users']) {
      const list = await scim.get(`${path}?attributes=id&count=1000`);
      const found = list.at('Resources');
      for (const { id } of Array.isArray(found) ? found : []) {
        const answer = await scim.call('DELETE', `${path}/${id}`);
        assert.equal(answer.status, 204, answer.text);
      }
    }
  };
  const server = createServer((_request, response) => {
    empty().then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}
