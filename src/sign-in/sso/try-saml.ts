import { callFailureOf } from '#outbound/call-failure.ts';
import type { Outbound } from '#outbound/outbound.ts';
import { printableText } from './provider.ts';
import {
  certificatesOf,
  fetchProvider,
  type SamlProvider,
  UnusableMetadata,
} from './saml-provider.ts';
import type { SsoTest } from './sso.shapes.ts';
import type { SsoRow } from './sso.store.ts';

/** Tests a SAML connection as far as possible without a person: whether its metadata still say the same. */
export async function trySaml(outbound: Outbound, row: SsoRow): Promise<SsoTest> {
  if (row.saml_sign_on === null) return { outcome: 'metadata-missing' };
  if (row.saml_metadata_url === null) return { outcome: 'metadata-file' };
  let now: SamlProvider;
  try {
    now = await fetchProvider(outbound, row.saml_metadata_url);
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 300) : '';
    if (error instanceof UnusableMetadata) return { outcome: 'metadata-unusable', detail };
    if (detail.includes('FORMSTEAD_OUTBOUND_NETWORKS')) {
      return { outcome: 'address-blocked', reason: callFailureOf(error), detail };
    }
    return { outcome: 'unreachable', reason: callFailureOf(error), detail };
  }
  if (now.entityId !== row.issuer) {
    const receivedIssuer = printableText(now.entityId);
    return { outcome: 'other-issuer', expectedIssuer: row.issuer, receivedIssuer };
  }
  const isSame =
    now.signOn === row.saml_sign_on && namesOf(now.certificates) === namesOf(certificatesOf(row));
  return { outcome: isSame ? 'metadata-current' : 'metadata-changed' };
}

const namesOf = (certificates: SamlProvider['certificates']): string =>
  certificates
    .map(({ sha256 }) => sha256)
    .toSorted()
    .join(' ');
