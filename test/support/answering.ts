import { once } from 'node:events';
import { createServer } from 'node:https';
import type { TestContext } from 'node:test';

/** Starts a server that gives every request the same status and body. @returns its port */
export async function answering(
  t: TestContext,
  pair: { readonly cert: string; readonly key: string },
  [status, body]: readonly [number, string],
): Promise<number> {
  const server = createServer(pair, (_request, response) => response.writeHead(status).end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
