import type { Owner } from '#kernel/fair-queue.ts';
import type { Role } from '#kernel/role.ts';

/** The identity that a request to the API acts as, established by the authentication hook. */
export type Principal = UserPrincipal | ProvisioningPrincipal;

interface Caller {
  readonly accountId: string;
  readonly accountCode: string;
  /** Set when an admin stopped provisioning; undefined while it is on. */
  readonly provisioning?: 'paused' | 'disconnected';
  readonly scheme: 'Bearer' | 'Basic';
}

/** A user of the directory, by password or through an API credential. */
export interface UserPrincipal extends Caller {
  readonly kind: 'user';
  readonly userId: string;
  readonly role: Role;
  /** The API credential the token was issued for. */
  readonly credentialId?: string;
  /** jti of the access token. */
  readonly tokenId?: string;
  /** The rights that the credential is restricted to; undefined: everything its user may do. */
  readonly rights?: readonly string[];
}

/**
 * The built-in identity that a provisioning token acts as. It is not a user, so that nobody's deactivation stops a
 * sync. It may do what an admin may do over SCIM, and nothing elsewhere.
 */
export interface ProvisioningPrincipal extends Caller {
  readonly kind: 'provisioning';
  readonly userId?: undefined;
  readonly role?: undefined;
  /** The credential of the token. */
  readonly credentialId: string;
  readonly tokenId?: undefined;
  /** Always `scim` alone. */
  readonly rights: readonly string[];
}

/** The identity that any request acts as, by whatever authentication. */
export type AnyPrincipal = Principal | SessionPrincipal | LinkPrincipal;

/** A person in a browser, by a session cookie. It is valid under /app only, and under /app nothing else is. */
export interface SessionPrincipal {
  readonly kind: 'session';
  readonly accountId: string;
  readonly accountCode: string;
  readonly userId: string;
  readonly role: Role;
  readonly scheme: 'Session';
  /** Identifies the session; the cookie cannot be derived from it. */
  readonly sessionId: string;
  /** The time until which the person counts as just confirmed, in milliseconds since the epoch. */
  readonly confirmedUntil: number;
  /** The account requires a second factor that the person does not have: they may do nothing but set one up. */
  readonly lacksSecondFactor: boolean;
  readonly credentialId?: undefined;
}

/**
 * Returns for whom a request is answered, in shares: a credential, a public link with all of its visitors, or a person
 * in all of their sessions.
 */
export const ownerOf = (principal: AnyPrincipal): Owner => ({
  account: principal.accountId,
  person:
    principal.kind === 'link' ? principal.linkId : (principal.credentialId ?? principal.userId),
});

/** Somebody without an account who has a public link, by the session that the link was exchanged for. */
export interface LinkPrincipal {
  readonly kind: 'link';
  readonly accountId: string;
  readonly accountCode: string;
  readonly scheme: 'Link';
  readonly linkId: string;
  /** SHA-256 of the session, base64url; the session cannot be derived from it. */
  readonly sessionHash: string;
  readonly userId?: undefined;
  readonly role?: undefined;
  readonly credentialId?: undefined;
}

/** Tells whether a role may do what needs the other one: an admin may do what a designer may. */
export const reaches = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);
const ROLES: readonly Role[] = ['member', 'designer', 'admin'];

/** Tells whether a caller may provision users and groups. Others may only read and change themselves over SCIM. */
export function mayProvision(principal: AnyPrincipal): boolean {
  if (principal.kind === 'provisioning') return true;
  if (principal.kind !== 'user' || principal.role !== 'admin') return false;
  return principal.rights === undefined || principal.rights.includes('scim');
}

/** The right that a route requires of a credential with restricted rights. */
export type Right =
  | 'audit.read'
  | 'scim'
  | 'forms.read'
  | 'forms.write'
  | 'directory.read'
  | 'lists'
  | 'templates'
  | 'webhooks';

/**
 * What a route requires of a credential with restricted rights. `all`: that it has none, because what the route makes goes
 * on with every right of its user (docs/decisions/0175-a-rule-needs-a-whole-credential.md).
 */
export type NeededRight = Right | 'all';

/** The origin of a request. */
export interface RequestOrigin {
  /** The client's address; behind a trusted proxy, the address that the proxy reported. */
  readonly ip: string;
  /** User-Agent, as sent. */
  readonly agent: string | undefined;
}

/** Turns credentials into a principal. Each throws an AppError of status 401, or 403 `address-not-allowed`. */
export interface Authenticators {
  /** Takes the text after `Bearer`. */
  bearer(token: string, from: RequestOrigin): Promise<Principal>;
  /** Takes the text after `Basic`; undefined when Basic is turned off. */
  readonly basic?: ((credentials: string, from: RequestOrigin) => Promise<Principal>) | undefined;
  /** Takes the value of the session cookie; undefined where there is no web app. */
  readonly session?: (cookie: string | undefined) => Promise<SessionPrincipal>;
  /** Takes the text after `Bearer` on the routes of public links, and nowhere else. */
  readonly link?: (session: string) => Promise<LinkPrincipal>;
}
