import { isObject, type JsonValue } from '#kernel/json.ts';
import { DAY_MS } from '#kernel/time-zone.ts';
import type { Outbound } from '#outbound/outbound.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import type { SsoRow } from './sso.store.ts';

/** Imported on first use: the reader of XML takes memory, and most installations need none. */
export const samlLibrary = () => import('#saml/index.ts');

/** An identity provider as its metadata describe it. */
export interface SamlProvider {
  readonly entityId: string;
  readonly signOn: string;
  readonly certificates: readonly ShownCertificate[];
}

/** A certificate of an identity provider, with which it signs its answers. */
export interface ShownCertificate {
  readonly pem: string;
  readonly sha256: string;
  /** In milliseconds since the epoch. */
  readonly endsAt: number;
}

/** Metadata that can't be used, with the reason for admins, in English. */
export class UnusableMetadata extends Error {}

const LIMITS = { maxBytes: 1_048_576, timeoutMs: 10_000 };
const ACCEPT = 'application/samlmetadata+xml, application/xml, text/xml, */*;q=0.1';

/** @throws UnusableMetadata */
export async function readProvider(xml: string): Promise<SamlProvider> {
  const read = (await samlLibrary()).readSamlMetadata(xml);
  if (!read.ok) throw new UnusableMetadata(read.said);
  return {
    entityId: read.entityId,
    signOn: read.signOnAddress.href,
    certificates: read.certificates.map(({ pem, sha256, notAfter }) => ({
      pem,
      sha256,
      endsAt: notAfter.getTime(),
    })),
  };
}

/** Reads the metadata at an address. @throws UnusableMetadata; Error when the address does not answer. */
export async function fetchProvider(outbound: Outbound, url: string): Promise<SamlProvider> {
  const { username = '', password = '' } = URL.parse(url) ?? {};
  // All admins see the address, and the audit log keeps it.
  if (username !== '' || password !== '') {
    throw new Error('The address must have no user name and no password in it.');
  }
  const request = { method: 'GET', headers: { accept: ACCEPT } };
  const { status, text } = await outbound.call(url, request, LIMITS);
  if (status !== 200) throw new UnusableMetadata(`The address answers with status ${status}.`);
  return await readProvider(text);
}

/** The columns of a connection that come from the metadata of its identity provider. */
export const providerColumns = (
  { entityId, signOn, certificates }: SamlProvider,
  metadataUrl: string | null,
  now: number,
) => ({
  issuer: entityId,
  saml_sign_on: signOn,
  saml_certificates: JSON.stringify(certificates),
  saml_metadata_url: metadataUrl,
  saml_waiting_sign_on: null,
  saml_refreshed_at: now,
  saml_refresh_due_at: metadataUrl === null ? null : now + DAY_MS,
  saml_refresh_problem: null,
});

export const isHttps = (address: string): boolean => URL.parse(address)?.protocol === 'https:';

/** Returns the certificates of a connection; none as long as its metadata are missing. */
export function certificatesOf({
  saml_certificates: stored,
}: Pick<SsoRow, 'saml_certificates'>): readonly ShownCertificate[] {
  const parsed: JsonValue = JSON.parse(stored ?? '[]');
  return Array.isArray(parsed) ? parsed.flatMap(certificateIn) : [];
}

function certificateIn(stored: JsonValue): readonly ShownCertificate[] {
  if (!isObject(stored)) return [];
  const { pem, sha256, endsAt } = stored;
  const isWhole =
    typeof pem === 'string' && typeof sha256 === 'string' && typeof endsAt === 'number';
  return isWhole ? [{ pem, sha256, endsAt }] : [];
}

interface OwnAddresses {
  /** The entity id by which the identity provider knows Formstead: one for each connection. */
  readonly entityId: string;
  /** Where the identity provider sends its answers (assertion consumer service). */
  readonly acs: string;
  readonly metadata: string;
}

export function ownAddresses(
  { publicUrl }: Pick<SignInDeps, 'publicUrl'>,
  id: string,
): OwnAddresses {
  const entityId = `${publicUrl()}/saml/${id}`;
  return { entityId, acs: `${entityId}/acs`, metadata: `${entityId}/metadata` };
}
