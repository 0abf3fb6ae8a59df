// Decides whether a request came over TLS, and from which address. Direct mode trusts the socket and nothing else;
// proxy mode trusts the headers of a peer that the operator named, and of nobody else (CVE-2026-3635 was a framework
// that trusted strangers).
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { type Address, createNetworkSet, type Network, parseAddress } from '#kernel/addresses.ts';
import { fail } from '#kernel/errors.ts';
import { requireOneHost } from './raw-headers.ts';

/** A connection, before any header is trusted. */
interface Peer {
  /** Undefined once the peer is gone. */
  readonly address: string | undefined;
  readonly encrypted: boolean;
}

type Assessment =
  | { readonly secure: true; readonly ip: string }
  /** The reason goes to the log. */
  | { readonly secure: false; readonly reason: string };

/** Judges a request by its peer and its headers. */
type Assess = (peer: Peer, headers: IncomingHttpHeaders) => Assessment;

/** Judges a request in direct mode: the TLS socket is the proof, and its peer is the client. */
export const assessDirect: Assess = ({ address, encrypted }) =>
  encrypted
    ? { secure: true, ip: parseAddress(address ?? '')?.text ?? '' }
    : { secure: false, reason: 'the connection is not encrypted' };

/** Judges requests in proxy mode: a trusted peer says how the request reached it, and for which client. */
export function createProxyAssess(trustedProxies: readonly Network[]): Assess {
  const isTrusted = createNetworkSet(trustedProxies);
  return ({ address }, headers) => {
    const peer = parseAddress(address ?? '');
    if (!peer || !isTrusted(peer)) {
      return { secure: false, reason: `${peer?.text ?? 'the peer'} is not a trusted proxy` };
    }
    // Each proxy appends: only the last entry was written by the trusted one.
    const scheme = listOf(headers['x-forwarded-proto']).at(-1)?.toLowerCase();
    if (scheme !== 'https') {
      return { secure: false, reason: 'the last X-Forwarded-Proto is not https' };
    }
    return { secure: true, ip: clientOf(peer, headers, isTrusted) };
  };
}

/** The transport and the origin of a request. */
export interface Arrival {
  /** The client's address, in the spelling of {@link parseAddress}. */
  readonly ip: string;
  /** False only for a health check over plain HTTP. */
  readonly secure: boolean;
}

/**
 * Judges how a request came.
 * @param isHealthCheck whether the request asks for a path that also answers over plain HTTP, to the machine itself
 * and to trusted proxies (decision 41)
 * @throws AppError `plain-http` when the request did not come over TLS and is not such a health check,
 * `malformed-request` when it has two Host headers
 */
export type Transport = (raw: IncomingMessage, isHealthCheck: boolean) => Arrival;

const LOOPBACK: readonly Network[] = [
  { text: '127.0.0.0', family: 'ipv4', prefix: 8 },
  { text: '::1', family: 'ipv6', prefix: 128 },
];

/**
 * @param trustedProxies undefined in direct mode, where plain HTTP is never answered
 * @param onPlain called with each request that did not come over TLS, health checks included
 */
export function createTransport(
  trustedProxies?: readonly Network[],
  onPlain?: (raw: IncomingMessage) => void,
): Transport {
  const assess = trustedProxies ? createProxyAssess(trustedProxies) : assessDirect;
  const mayCheckHealth = trustedProxies && createNetworkSet([...trustedProxies, ...LOOPBACK]);
  return (raw, isHealthCheck) => {
    const { socket, headers } = raw;
    const peer = { address: socket.remoteAddress, encrypted: socket instanceof TLSSocket };
    const assessment = assess(peer, headers);
    if (assessment.secure) {
      requireOneHost(raw.rawHeaders);
      return assessment;
    }
    onPlain?.(raw);
    const address = parseAddress(peer.address ?? '');
    if (isHealthCheck && address && mayCheckHealth?.(address)) {
      return { ip: address.text, secure: false };
    }
    throw fail(
      'plain-http',
      'This request did not use HTTPS. Call the https:// address, and replace the credential that you sent, because others may have read it.',
      { cause: assessment.reason },
    );
  };
}

/** Returns the nearest hop that is not a trusted proxy; a client can forge the entries beyond it. */
function clientOf(
  peer: Address,
  headers: IncomingHttpHeaders,
  isTrusted: (address: Address) => boolean,
): string {
  let nearest = peer;
  for (const entry of listOf(headers['x-forwarded-for']).reverse()) {
    const hop = parseAddress(withoutPort(entry));
    if (!hop) break;
    nearest = hop;
    if (!isTrusted(hop)) break;
  }
  return nearest.text;
}

const listOf = (header: string | readonly string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim());

// Some gateways write `1.2.3.4:5678` and `[2001:db8::1]:5678`.
const withoutPort = (entry: string): string =>
  /^\[(.*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
