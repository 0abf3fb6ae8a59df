// A stranger's traceparent ends at the proxy: Formstead believes that of its proxy, and would trace whatever a stranger marks.
// Nightly: it needs programs that are installed for it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startCaddy } from '../support/compose.ts';
import { freePort } from '../support/free-port.ts';
import { ask, type RunningProxy, startProxy } from './run-proxy.ts';

const TRACE = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'vendor=1',
};

/** Starts what stands behind the proxy, and returns the headers of the requests that reach it. */
async function startNode(t: TestContext) {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/v2/formz') received.push(request.headers);
    response.end();
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, received };
}

async function sendTrace(
  proxy: Pick<RunningProxy, 'port' | 'ca'>,
  received: readonly IncomingHttpHeaders[],
): Promise<void> {
  const { status } = await ask(proxy, { path: '/v2/formz', headers: { ...TRACE, other: '1' } });
  assert.equal(status, 200);
  const [headers = {}] = received;
  const { traceparent, tracestate, other } = headers;
  assert.deepEqual([traceparent, tracestate, other], [undefined, undefined, '1']);
}

for (const program of ['nginx', 'haproxy', 'caddy'] as const) {
  test(`behind ${program}, strangers do not choose what is traced`, async (t) => {
    const { port, received } = await startNode(t);
    const proxy = await startProxy(program, [port, port]);
    t.after(() => proxy.stop());
    await sendTrace(proxy, received);
  });
}

test('behind the proxy of the compose file, strangers do not choose what is traced', async (t) => {
  const { port, received } = await startNode(t);
  const folder = await mkdtemp(join(tmpdir(), 'formstead-proxy-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const own = await freePort();
  const { ca, stop } = await startCaddy(folder, `localhost:${own}`, port);
  t.after(stop);
  await sendTrace({ port: own, ca }, received);
});
