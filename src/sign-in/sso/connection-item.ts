import { type AppError, fail } from '#kernel/errors.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { credentialsOf } from './people.ts';
import type { SsoConnection } from './sso.shapes.ts';
import type { SsoRow } from './sso.store.ts';

const CALLBACK_PATH = '/app/v1/sso/callback';

export const redirectUriOf = ({ publicUrl }: Pick<SignInDeps, 'publicUrl'>): string =>
  `${publicUrl()}${CALLBACK_PATH}`;

/** Where the provider sends the browser after a sign-out; it has to know the address. */
export const signedOutUriOf = ({ publicUrl }: Pick<SignInDeps, 'publicUrl'>): string =>
  `${publicUrl()}/sign-in`;

/** A connection as its page shows it, without the secret. */
export function toConnectionItem(deps: Pick<SignInDeps, 'publicUrl'>, row: SsoRow): SsoConnection {
  return {
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    claim: row.claim,
    attribute: row.attribute,
    credentialIds: credentialsOf(row),
    enabled: row.enabled === 1,
    redirectUri: redirectUriOf(deps),
    signedOutUri: signedOutUriOf(deps),
    createdAt: new Date(row.created_at).toISOString(),
    ...(row.last_sign_in_at !== null && {
      lastSignInAt: new Date(row.last_sign_in_at).toISOString(),
    }),
  };
}

interface Rule {
  readonly issuer?: string | undefined;
  readonly claim?: string | undefined;
}

/** With the issuer as the provider calls itself, also where its discovery address was entered. @throws AppError `invalid-value`. */
export function safeRuleOf<T extends Rule>(rule: T): T {
  const issuer = rule.issuer === undefined ? undefined : issuerOf(rule.issuer);
  if (issuer !== undefined) requireIssuer(issuer);
  requireClaim(rule.claim);
  return issuer === undefined ? rule : { ...rule, issuer };
}

/** OpenID Connect Discovery 4.1: what a provider calls itself, and where its metadata is. */
export const issuerOf = (address: string): string =>
  address.trim().replace(/\/\.well-known\/openid-configuration\/?$/, '');

function requireIssuer(issuer: string): void {
  const url = URL.parse(issuer);
  const isOdd = url?.search !== '' || url.hash !== '' || url.pathname.includes('/.well-known/');
  if (url?.protocol !== 'https:' || isOdd) {
    throw fail('invalid-value', 'The issuer is an https address without query or fragment.', {
      at: 'issuer',
    });
  }
}

/** People may choose these at their provider, or another person has them some day (OpenID Connect Core §5.7). */
const NEVER_PROOF =
  /mail|^(?:upn|unique_name|name|nickname|given_name|family_name|middle_name|phone_number)$/i;

function requireClaim(claim: string | undefined): void {
  if (claim !== undefined && NEVER_PROOF.test(claim)) throw noProof('an e-mail address or a name');
}

/** Its guide asks for the user name, which admins alone choose there, and it has no other claim that SCIM sends as well. */
const NAMES_BY_ADMINS = /^https:\/\/[a-z0-9-]+\.onelogin\.com(?:\/|$)/i;

/** @throws AppError `invalid-value` at `claim` for a name that the provider may give to somebody else. */
export function requireLastingClaim({ claim, issuer }: Required<Rule>): void {
  if (!/^preferred_username$/i.test(claim ?? '') || NAMES_BY_ADMINS.test(issuer ?? '')) return;
  throw noProof('the user name at the identity provider');
}

const noProof = (what: string): AppError =>
  fail(
    'invalid-value',
    `People are never recognised by ${what}, which a provider may let them choose or give to somebody else. Take sub (Okta) or oid (Entra).`,
    { at: 'claim' },
  );

export const noConnection = (): AppError =>
  fail('not-found', 'There is no connection with this id.');

/** Keeps a client secret so that only this deployment can read it, and only for this connection. */
export const secretContext = (accountId: string, id: string): string => `sso ${accountId} ${id}`;
