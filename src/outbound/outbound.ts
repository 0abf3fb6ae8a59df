// Calls to addresses that somebody registered: the only place that calls out. It sees to it that they
// reach the public internet and nothing behind our own walls (OWASP SSRF), end in time, and stay
// small. It knows no domain, and not what the answers mean.
import { promises as dns, type LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Address, type Network, parseAddress } from '#kernel/addresses.ts';
import { createAddressPolicy } from './public-addresses.ts';

/** Every address of a host name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface OutboundDeps {
  /** Beside the public internet. */
  readonly allowedNetworks: readonly Network[];
  /** Left out: what the system says. */
  readonly resolve?: Resolve;
}

export interface FetchLimits {
  readonly maxBytes: number;
  /** For the whole call. */
  readonly timeoutMs: number;
  /** Take the first `maxBytes` of an answer of any length, as far as they come; left out: a longer one is an error. */
  readonly cut?: true;
  /** Ends the call early. */
  readonly signal?: AbortSignal;
}

export interface Outbound {
  /**
   * GET over https; the text of a 200. Redirects are not followed: they could lead anywhere.
   * @throws Error that says what went wrong, without any of the answer's content.
   */
  fetchText(url: string, limits: FetchLimits): Promise<string>;
  /** Any answer that comes, whatever its status. @throws Error as fetchText. */
  call(url: string, request: OutboundRequest, limits: FetchLimits): Promise<OutboundAnswer>;
  /**
   * Judges an address as far as that is possible before it is called: only https, and a host that is an
   * address must be one that may be called. @throws Error as fetchText.
   */
  judge(url: string): void;
}

export interface OutboundRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface OutboundAnswer {
  readonly status: number;
  /** As sent: names and values by turns. */
  readonly rawHeaders: readonly string[];
  readonly text: string;
}

const READ: OutboundRequest = { method: 'GET', headers: { accept: 'application/json' } };

export function createOutbound(deps: OutboundDeps): Outbound {
  const isAllowed = createAddressPolicy(deps.allowedNetworks);
  const resolve = deps.resolve ?? ((host) => dns.lookup(host, { all: true, verbatim: true }));
  const read = (text: string): URL => {
    const url = URL.parse(text);
    if (url?.protocol !== 'https:') throw new Error('only https is called');
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
  return {
    judge: (text) => void read(text),
    async fetchText(text, limits) {
      const { host, response } = await open(text, READ, limits);
      try {
        if (response.statusCode !== 200) throw new Error(`${host} answered ${response.statusCode}`);
        return await readText(response, limits, host);
      } finally {
        response.destroy();
      }
    },
    async call(text, request, limits) {
      const { host, response } = await open(text, request, limits);
      try {
        const { statusCode: status = 0, rawHeaders } = response;
        return { status, rawHeaders, text: await readText(response, limits, host) };
      } finally {
        response.destroy();
      }
    },
  };
}

// The connection goes to the very addresses that were judged: a name that points elsewhere a moment
// later (DNS rebinding) changes nothing. One bad address among good ones is enough to refuse.
function lookupAllowed(resolve: Resolve, isAllowed: (address: Address) => boolean): LookupFunction {
  const judge = async (host: string): Promise<readonly LookupAddress[]> => {
    const found = await resolve(host);
    if (found.length === 0) throw new Error(`${host} has no address`);
    for (const { address } of found) {
      const parsed = parseAddress(address);
      if (!parsed || !isAllowed(parsed)) throw notAllowed(parsed?.text ?? address);
    }
    return found;
  };
  return (host, options, done) => {
    judge(host).then(
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
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { ...given, 'accept-encoding': 'identity' };
  // No agent: a connection that is kept open was judged when somebody else asked.
  const request = httpsRequest(url, { agent: false, method, headers, ...options }, resolve);
  request.on('error', reject);
  request.end(body);
  return promise;
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
    // Whoever takes the beginning only has what counts by now: the status.
    if (!cut) throw error;
  }
  if (length > maxBytes && !cut) throw new Error(`${host} answered more than ${maxBytes} bytes`);
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}

const notAllowed = (address: string): Error =>
  new Error(
    `${address} is not a public address; FORMSTEAD_OUTBOUND_NETWORKS names private networks that may be called`,
  );
