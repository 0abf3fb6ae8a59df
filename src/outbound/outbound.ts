// All calls to URLs that users registered go through this folder. They reach only the public internet and no internal
// network (OWASP SSRF), end in time and have bounded answers. This folder knows no domain and does not interpret
// answers.

import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Address, type Network, parseAddress } from '#kernel/addresses.ts';
import { answerOf } from '#kernel/answer-of.ts';
import { counted } from '#kernel/counted.ts';
import type { Span, SpanSpec } from '#kernel/span.ts';
import { inChild } from '#kernel/traced-work.ts';
import { OutboundError } from './call-failure.ts';
import { createAddressPolicy } from './public-addresses.ts';
import { createResolve, type Resolve } from './resolve-host.ts';

export interface OutboundDeps {
  /** Networks that may be called in addition to the public internet. */
  readonly allowedNetworks: readonly Network[];
  /** If omitted, as `createResolve` does. */
  readonly resolve?: Resolve;
}

export interface FetchLimits {
  readonly maxBytes: number;
  /** Timeout for the whole call. */
  readonly timeoutMs: number;
  /**
   * Returns the first `maxBytes` of an answer of any length, as far as they arrive; if omitted, a longer answer is an
   * error.
   */
  readonly cut?: true;
  /** Ends the call early. */
  readonly signal?: AbortSignal;
}

export interface Outbound {
  /**
   * Fetches a URL by GET over https and returns the text of a 200 answer. Does not follow redirects, which could lead
   * anywhere.
   * @throws Error that says what went wrong, without content of the answer
   */
  fetchText(url: string, limits: FetchLimits): Promise<string>;
  /**
   * Returns any answer, whatever its status.
   * @throws Error as `fetchText`
   */
  call(url: string, request: OutboundRequest, limits: FetchLimits): Promise<OutboundAnswer>;
  /**
   * Checks a URL as far as possible without calling it: it must be https, and a host given as an address must be
   * allowed.
   * @throws Error as `fetchText`
   */
  checkUrl(url: string): void;
}

export interface OutboundRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Tells the receiver the trace that the call belongs to, if there is one. */
  readonly isTraced?: true;
}

export interface OutboundAnswer {
  readonly status: number;
  /** As sent: names and values alternate. */
  readonly rawHeaders: readonly string[];
  readonly text: string;
}

const READ: OutboundRequest = { method: 'GET', headers: { accept: 'application/json' } };

export function createOutbound(deps: OutboundDeps): Outbound {
  const isAllowed = createAddressPolicy(deps.allowedNetworks);
  const resolve = deps.resolve ?? createResolve();
  const read = (text: string): URL => {
    const url = URL.parse(text);
    if (url?.protocol !== 'https:')
      throw new OutboundError('not-public', 'only https addresses are called');
    const literal = parseAddress(url.hostname.replaceAll(/[[\]]/g, ''));
    if (literal && !isAllowed(literal)) throw notAllowed(literal.text);
    return url;
  };
  const open = async (text: string, request: OutboundRequest, limits: FetchLimits) => {
    const url = read(text);
    const timeout = AbortSignal.timeout(limits.timeoutMs);
    const signal = limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout;
    const lookup = lookupAllowed(resolve, isAllowed);
    return { host: url.host, response: await send(url, request, { lookup, signal }) };
  };
  const fetchText: Outbound['fetchText'] = async (text, limits) => {
    const { host, response } = await open(text, READ, limits);
    try {
      if (response.statusCode !== 200)
        throw new OutboundError('unexpected-answer', `${host} answered ${response.statusCode}`);
      return await readText(response, limits, host);
    } finally {
      response.destroy();
    }
  };
  const call: Outbound['call'] = async (text, request, limits) => {
    const { host, response } = await open(text, request, limits);
    try {
      const { statusCode: status = 0, rawHeaders } = response;
      return { status, rawHeaders, text: await readText(response, limits, host) };
    } finally {
      response.destroy();
    }
  };
  return {
    checkUrl: (text) => void read(text),
    fetchText: (text, limits) => inChild(specOf(text, READ), () => fetchText(text, limits)),
    call: (text, request, limits) =>
      inChild(specOf(text, request), async (span) => {
        const answer = await call(text, withTrace(request, span), limits);
        span?.set({ 'http.response.status_code': answer.status });
        return answer;
      }),
  };
}

/** The path of a URL may hold a secret, so that only its host is told. */
const specOf = (url: string, { method }: OutboundRequest): SpanSpec => ({
  name: method,
  kind: 'client',
  attributes: {
    'http.request.method': method,
    'server.address': URL.parse(url)?.hostname ?? 'unknown',
  },
});

const withTrace = (request: OutboundRequest, span: Span | undefined): OutboundRequest =>
  span && request.isTraced
    ? { ...request, headers: { ...request.headers, traceparent: span.traceparent } }
    : request;

// The connection uses exactly the addresses that were checked, so a name that resolves differently a moment later (DNS
// rebinding) changes nothing. One forbidden address among the results is enough to refuse.
function lookupAllowed(resolve: Resolve, isAllowed: (address: Address) => boolean): LookupFunction {
  const checkHost = async (host: string): Promise<readonly LookupAddress[]> => {
    const found = await resolve(host);
    if (found.length === 0) throw new OutboundError('no-address', `${host} has no address`);
    for (const { address } of found) {
      const parsed = parseAddress(address);
      if (!parsed || !isAllowed(parsed)) throw notAllowed(parsed?.text ?? address);
    }
    return found;
  };
  return (host, options, done) => {
    checkHost(host).then(
      (found) => {
        const [first] = found;
        if (options.all || !first) done(null, [...found]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
}

function send(
  url: URL,
  { method, headers: given, body }: OutboundRequest,
  options: { readonly lookup: LookupFunction; readonly signal: AbortSignal },
): Promise<IncomingMessage> {
  const { signal } = options;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const headers = { ...given, 'accept-encoding': 'identity' };
  // No agent: a kept-alive connection was checked for an earlier call, possibly of another caller.
  const request = httpsRequest(url, { agent: false, method, headers, ...options });
  const answer = answerOf(request);
  // Whatever becomes of the connection, nobody waits longer than they said.
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  request.end(body);
  return Promise.race([answer, late]);
}

async function readText(
  response: IncomingMessage,
  { maxBytes, cut }: FetchLimits,
  host: string,
): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk);
      length += bytes.length;
      chunks.push(bytes);
      if (length > maxBytes) break;
    }
  } catch (error) {
    // With `cut`, the status is what matters, and it has arrived.
    if (!cut) throw error;
  }
  if (length > maxBytes && !cut)
    throw new OutboundError(
      'unexpected-answer',
      `${host} answered more than ${counted(maxBytes, 'byte')}`,
    );
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}

const notAllowed = (address: string): Error =>
  new OutboundError(
    'not-public',
    `${address} is not a public address; FORMSTEAD_OUTBOUND_NETWORKS names private networks that may be called`,
  );
