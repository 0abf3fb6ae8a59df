import { type AppError, fail } from '#kernel/errors.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { credentialsOf } from './people.ts';
import { certificatesOf, ownAddresses } from './saml-provider.ts';
import type { SsoConnection } from './sso.shapes.ts';
import type { SsoRow } from './sso.store.ts';

const CALLBACK_PATH = '/app/v1/sso/callback';

export const redirectUriOf = ({ publicUrl }: Pick<SignInDeps, 'publicUrl'>): string =>
  `${publicUrl()}${CALLBACK_PATH}`;

/** Returns the URL to which the provider sends the browser after a sign-out. It must be registered there. */
export const signedOutUriOf = ({ publicUrl }: Pick<SignInDeps, 'publicUrl'>): string =>
  `${publicUrl()}/sign-in`;

/** Returns a connection as its screen shows it, without the secret. */
export function toConnectionItem(deps: Pick<SignInDeps, 'publicUrl'>, row: SsoRow): SsoConnection {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    issuer: row.issuer,
    ...(row.kind === 'saml' ? { saml: samlItem(deps, row) } : oidcItem(deps, row)),
    claim: row.claim,
    attribute: row.attribute,
    credentialIds: credentialsOf(row),
    enabled: row.enabled === 1,
    createdAt: new Date(row.created_at).toISOString(),
    ...(row.last_sign_in_at !== null && {
      lastSignInAt: new Date(row.last_sign_in_at).toISOString(),
    }),
  };
}

const oidcItem = (deps: Pick<SignInDeps, 'publicUrl'>, row: SsoRow) => ({
  clientId: row.client_id,
  redirectUri: redirectUriOf(deps),
  signedOutUri: signedOutUriOf(deps),
});

function samlItem(
  deps: Pick<SignInDeps, 'publicUrl'>,
  row: SsoRow,
): NonNullable<SsoConnection['saml']> {
  const { entityId, acs, metadata } = ownAddresses(deps, row.id);
  const time = (at: number) => new Date(at).toISOString();
  return {
    entityId,
    acsUrl: acs,
    metadataUrl: metadata,
    ...(row.saml_sign_on !== null && { signOnUrl: row.saml_sign_on }),
    ...(row.saml_waiting_sign_on !== null && { waitingSignOnUrl: row.saml_waiting_sign_on }),
    ...(row.saml_metadata_url !== null && { providerMetadataUrl: row.saml_metadata_url }),
    ...(row.saml_refreshed_at !== null && { refreshedAt: time(row.saml_refreshed_at) }),
    ...(row.saml_refresh_problem !== null && { refreshProblem: row.saml_refresh_problem }),
    certificates: certificatesOf(row).map(({ sha256, endsAt }) => ({
      sha256,
      endsAt: time(endsAt),
    })),
  };
}

interface Rule {
  readonly kind?: 'oidc' | 'saml' | undefined;
  readonly issuer?: string | undefined;
  readonly claim?: string | undefined;
}

/** Checks a rule, and replaces a discovery address by its issuer. @throws AppError `invalid-value`. */
export function safeRuleOf<T extends Rule>(rule: T): T {
  const issuer = rule.issuer === undefined ? undefined : issuerOf(rule.issuer);
  if (issuer !== undefined) requireIssuer(issuer);
  requireClaim(rule);
  return issuer === undefined ? rule : { ...rule, issuer };
}

/** Returns the issuer of a discovery address; any other address as it is (OpenID Connect Discovery §4.1). */
export const issuerOf = (address: string): string =>
  address.trim().replace(/\/\.well-known\/openid-configuration\/?$/, '');

function requireIssuer(issuer: string): void {
  const url = URL.parse(issuer);
  const isOdd = url?.search !== '' || url.hash !== '' || url.pathname.includes('/.well-known/');
  if (url?.protocol !== 'https:' || isOdd) {
    throw fail(
      'invalid-value',
      'The issuer must be an https address without a query or fragment.',
      {
        because: { reason: 'issuer-address' },
        at: 'issuer',
      },
    );
  }
}

/**
 * Claims that people may choose at their provider, or that may pass to somebody else (OpenID Connect Core §5.7). With
 * SAML some have a number: mail, displayName, cn, sn and givenName of X.500 (saml-profiles 8.2).
 */
const NEVER_PROOF =
  /mail|(?:^|[/:])(?:upn|unique_name|name|nickname|given_?name|family_name|surname|middle_name|phone_number|display_?name|cn|sn|0\.9\.2342\.19200300\.100\.1\.3|2\.16\.840\.1\.113730\.3\.1\.241|2\.5\.4\.(?:3|4|42))$/i;
const OIDC_CLAIM = /^[A-Za-z][\w.:/-]{0,99}$/;

function requireClaim({ claim, kind }: Rule): void {
  if (claim === undefined) return;
  if (NEVER_PROOF.test(claim)) throw noProof('an email address or a name');
  if (kind !== 'saml' && !OIDC_CLAIM.test(claim)) {
    throw fail('invalid-value', 'This is no name of a claim, such as sub or oid.', {
      at: 'claim',
      because: { reason: 'wrong-format' },
    });
  }
}

/** OneLogin. Only its admins choose user names, and no other claim has a value that SCIM sends too (see its guide). */
const NAMES_BY_ADMINS = /^https:\/\/[a-z0-9-]+\.onelogin\.com(?:\/|$)/i;

/** @throws AppError `invalid-value` at `claim` for a user name that the provider may give to somebody else. */
export function requireLastingClaim({ claim, issuer }: Rule): void {
  if (!/^preferred_username$/i.test(claim ?? '') || NAMES_BY_ADMINS.test(issuer ?? '')) return;
  throw noProof('the user name at the identity provider');
}

const noProof = (what: string): AppError =>
  fail(
    'invalid-value',
    `Formstead does not recognise people by ${what}, because it can change or pass to another person. Use sub (Okta) or oid (Entra).`,
    { at: 'claim', because: { reason: 'claim-not-lasting' } },
  );

export const noConnection = (): AppError =>
  fail('not-found', 'There is no connection with this id.');

/** Returns the seal context of a client secret, which binds it to its connection. */
export const connectionContext = (accountId: string, id: string): string =>
  `sso ${accountId} ${id}`;
