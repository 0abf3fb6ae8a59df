import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { credentialsOf } from './people.ts';
import { certificatesOf } from './saml-provider.ts';
import type { SsoRow } from './sso.store.ts';

/** Returns the settings of a connection for the audit log, without the secret. */
export const recordOf = (row: SsoRow): Readonly<Record<string, JsonValue>> => ({
  name: row.name,
  issuer: row.issuer,
  ...(row.kind === 'saml' ? samlRecordOf(row) : { clientId: row.client_id }),
  claim: row.claim,
  attribute: row.attribute,
  credentialIds: credentialsOf(row),
  enabled: row.enabled === 1,
});

const samlRecordOf = (row: SsoRow): Readonly<Record<string, JsonValue>> => ({
  kind: 'saml',
  signOnUrl: row.saml_sign_on,
  metadataUrl: row.saml_metadata_url,
  certificates: certificatesOf(row).map(({ sha256 }) => sha256),
});

/** Returns the old and new values of changed settings for the audit log; of a secret, only that it changed. */
export function differenceOf(before: SsoRow, after: SsoRow): JsonObject {
  const [old, now] = [recordOf(before), recordOf(after)];
  const names = Object.keys(now).filter((name) => !isDeepStrictEqual(old[name], now[name]));
  const pick = (values: typeof now) =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  const isNewSecret = before.client_secret !== after.client_secret;
  return {
    changed: [...names, ...(isNewSecret ? ['clientSecret'] : [])],
    ...(names.length > 0 && { from: pick(old), to: pick(now) }),
  };
}
