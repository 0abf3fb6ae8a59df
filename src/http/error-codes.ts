import { CATALOGUE, type ErrorCode } from '#kernel/error-catalogue.ts';
import type { Endpoint, Protocol } from './endpoint.ts';
import { responseOf } from './responses.ts';
import { oauthCode } from './write-error.ts';

const isCode = (code: string): code is ErrorCode => Object.hasOwn(CATALOGUE, code);

/** What the pipeline and the parsers answer for endpoints of every kind. */
const ALWAYS: Readonly<Record<number, readonly ErrorCode[]>> = {
  400: ['malformed-request', 'malformed-text', 'invalid-parameter', 'invalid-value'],
  401: [
    'credentials-missing',
    'credentials-invalid',
    'token-invalid',
    'token-expired',
    'basic-off',
    'sign-in-by-sso',
  ],
  403: [
    'plain-http',
    'forbidden',
    'insufficient-scope',
    'address-not-allowed',
    'basic-second-factor',
  ],
  404: ['not-found'],
  406: ['not-acceptable'],
  412: ['precondition-failed'],
  413: ['body-too-large'],
  415: ['unsupported-media-type'],
  429: ['too-many-requests'],
  500: ['internal', 'storage-unavailable', 'read-only', 'busy', 'draining', 'request-timeout'],
  503: ['storage-unavailable', 'read-only', 'busy', 'draining'],
};

const IDEMPOTENCY_CODES: readonly ErrorCode[] = ['idempotency-key-reused', 'idempotency-key-busy'];

const LINK_CODES: readonly ErrorCode[] = [
  'public-links-off',
  'public-link-unknown',
  'public-link-early',
  'public-link-paused',
  'public-link-ended',
  'public-link-full',
];

/** Codes that every endpoint of a protocol may answer with, beside `ALWAYS`. */
const OF_PROTOCOL: Readonly<Record<Protocol, readonly ErrorCode[]>> = {
  problem: [],
  oauth: codesWith('oauth'),
  scim: [
    ...codesWith('scimType'),
    'local-user',
    'last-admin',
    'admin-password',
    'admin-sign-in',
    'provisioning-paused',
    'provisioning-disconnected',
  ],
};

function codesWith(member: 'oauth' | 'scimType'): readonly ErrorCode[] {
  const codes: ErrorCode[] = [];
  for (const [code, row] of Object.entries(CATALOGUE))
    if (member in row && isCode(code)) codes.push(code);
  return codes;
}

/**
 * Returns the codes of the errors that an endpoint answers with a status, those that it names itself first. The token
 * endpoint has those of RFC 6749.
 */
export function codesOf(endpoint: Endpoint, status: number): readonly string[] {
  const codes = ownCodesOf(endpoint, status);
  if (endpoint.protocol !== 'oauth') return codes;
  return [...new Set(codes.map((code) => oauthCode(CATALOGUE[code])))];
}

function ownCodesOf(endpoint: Endpoint, status: number): readonly ErrorCode[] {
  const { access, body, protocol, doc } = endpoint;
  const more = [
    ...(body === 'json' && status === 400 ? (['malformed-json'] as const) : []),
    ...(doc.idempotent ? IDEMPOTENCY_CODES : []),
    ...OF_PROTOCOL[protocol],
    ...(access !== 'public' && access.link ? LINK_CODES : []),
  ].filter((code) => CATALOGUE[code].status === status);
  // A public endpoint refuses nobody, except over plain HTTP.
  const isPossible = (code: ErrorCode) =>
    access !== 'public' || status !== 403 || code === 'plain-http';
  const shared = [...(ALWAYS[status] ?? []), ...more].filter(isPossible);
  const own = doc.responses[status];
  return [...new Set([...((own && responseOf(own).codes) ?? []), ...shared])];
}
