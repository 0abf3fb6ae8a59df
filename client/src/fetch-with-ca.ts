// A fetch that trusts one certificate authority. Node's own takes no authority for a single call.
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { Readable } from 'node:stream';
import type { Fetch, FetchInit } from './options.ts';

const NO_BODY = new Set([204, 205, 304]);

/** @param ca PEM of the authority to trust, instead of the public ones */
export function fetchWithCa(ca: string | Uint8Array): Fetch {
  const trusted = typeof ca === 'string' ? ca : Buffer.from(ca);
  const agent = new Agent({ ca: trusted, keepAlive: true });
  return async (url, { method, headers, body, signal }) => {
    const bytes = await bytesOf(body);
    const outgoing = request(url, { agent, method, headers: { ...headers }, signal });
    outgoing.end(bytes);
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    if (incoming === undefined) throw new Error('no answer');
    return responseOf(incoming);
  };
}

const bytesOf = async (body: FetchInit['body']) =>
  body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body;

/** @throws Error for an answer that no Response can be; it is not read, and its connection not used again */
function responseOf(incoming: IncomingMessage): Response {
  try {
    const status = incoming.statusCode ?? 0;
    const headers = headersOf(incoming.headers);
    if (status >= 300 && status < 400 && status !== 304) {
      throw new Error(`redirected to ${headers.get('location') ?? 'nowhere'}`);
    }
    if (!NO_BODY.has(status)) return new Response(Readable.toWeb(incoming), { status, headers });
    incoming.resume();
    return new Response(null, { status, headers });
  } catch (error) {
    incoming.destroy();
    throw error;
  }
}

function headersOf(raw: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return headers;
}
