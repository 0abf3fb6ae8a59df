// Calls without TLS, as a client with an http:// URL makes them.
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { type Instance, toAnswer } from './instance.ts';

export interface PlainCall {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export async function sendPlain(port: number, call: PlainCall = {}): Promise<PlainAnswer> {
  const { method = 'GET', path = '/v2/formz', headers, body } = call;
  const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

/** Settings of an instance that believes 127.0.0.1 when it says for which address a request is. */
export const BEHIND_PROXY = {
  FORMSTEAD_TRUSTED_PROXIES: '127.0.0.1',
  FORMSTEAD_PUBLIC_URL: 'https://forms.example.com',
} as const;

/** Returns `node` as somebody with this address reaches it through a proxy. */
export const from = (node: Instance, ip: string): Instance => ({
  ...node,
  async request(method, path, { token = null, body, headers } = {}) {
    const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const payload = isRaw ? body : JSON.stringify(body);
    const request = httpRequest({
      host: '127.0.0.1',
      port: node.server.port,
      method,
      path,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(payload)),
        }),
        ...headers,
        'x-forwarded-for': ip,
        'x-forwarded-proto': 'https',
      },
    });
    request.end(payload);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return toAnswer(answer.statusCode ?? 0, answer.headers, await buffer(answer));
  },
});
