import { fail } from '#kernel/errors.ts';
import type { Outbound } from '#outbound/outbound.ts';
import {
  fetchProvider,
  readProvider,
  type SamlProvider,
  UnusableMetadata,
} from './saml-provider.ts';
import type { SsoConnectionChange } from './sso.shapes.ts';

type Kind = 'oidc' | 'saml';

/** The fields that only connections of one kind have. */
const FIELDS = {
  oidc: ['issuer', 'clientId', 'clientSecret'],
  saml: ['metadata', 'metadataUrl', 'signOnUrl'],
} as const;

/** @throws AppError `invalid-value` at a field that connections of this kind don't have. */
export function refuseOtherKind(kind: Kind, input: SsoConnectionChange): void {
  const other = kind === 'saml' ? 'oidc' : 'saml';
  const odd = FIELDS[other].find((name) => input[name] !== undefined);
  if (odd === undefined) return;
  throw fail('invalid-value', `Connections of this kind have no ${odd}.`, {
    at: odd,
    because: { reason: 'unknown-member' },
  });
}

/** Returns what a new connection by OpenID Connect needs. @throws AppError `invalid-value` at a missing field. */
export function requireRegistration({ issuer, clientId, clientSecret }: SsoConnectionChange) {
  // Copied values often have a space at an end.
  return {
    issuer: given('issuer', issuer),
    clientId: given('clientId', clientId).trim(),
    clientSecret: given('clientSecret', clientSecret).trim(),
  };
}

function given(name: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw fail('invalid-value', `${name} is missing.`, { at: name, because: { reason: 'missing' } });
}

/** The metadata that an admin sent, and the address where they are read again. */
export interface SentMetadata {
  readonly provider: SamlProvider;
  readonly url: string | null;
}

/**
 * Reads the metadata that an admin sent, or whose address they sent; undefined when they sent neither. Call it outside
 * of transactions.
 * @throws AppError `invalid-value` at the field that can't be used
 */
export async function readSentMetadata(
  outbound: Outbound,
  { metadata, metadataUrl }: Pick<SsoConnectionChange, 'metadata' | 'metadataUrl'>,
): Promise<SentMetadata | undefined> {
  if (metadata !== undefined && metadataUrl !== undefined) {
    throw fail('invalid-value', 'Send the metadata or their address, not both.', {
      at: 'metadataUrl',
      because: { reason: 'conflict' },
    });
  }
  if (metadata !== undefined) {
    return { provider: await readable('metadata', () => readProvider(metadata)), url: null };
  }
  if (metadataUrl === undefined) return undefined;
  const url = metadataUrl.trim();
  return { provider: await readable('metadataUrl', () => fetchProvider(outbound, url)), url };
}

async function readable(at: string, read: () => Promise<SamlProvider>): Promise<SamlProvider> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnusableMetadata) {
      const because = { reason: 'saml-metadata', said: error.message } as const;
      throw fail('invalid-value', error.message, { at, because });
    }
    throw fail('invalid-value', messageOf(error), {
      at,
      because: { reason: 'saml-unreachable' },
    });
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 300) : 'The address does not answer.';
