/** Who a request to the API acts as, established by the authentication hook. */
export type Principal = UserPrincipal | ProvisioningPrincipal;

interface Caller {
  readonly accountId: string;
  readonly accountCode: string;
  /** Whether an admin stopped provisioning; left out: it is on. */
  readonly provisioning?: 'paused' | 'disconnected';
  readonly scheme: 'Bearer' | 'Basic';
}

/** A person of the directory, in person or through an API credential. */
export interface UserPrincipal extends Caller {
  readonly kind: 'user';
  readonly userId: string;
  readonly role: Role;
  /** The API credential the token was issued for. */
  readonly credentialId?: string;
  /** jti of the access token. */
  readonly tokenId?: string;
  /** What the credential was narrowed to; undefined: everything its user may do. */
  readonly rights?: readonly string[];
}

/**
 * The built-in identity that a provisioning token acts as: no user, so that nobody's deactivation
 * stops a sync. It may do what an admin may do over SCIM, and nothing elsewhere.
 */
export interface ProvisioningPrincipal extends Caller {
  readonly kind: 'provisioning';
  readonly userId?: undefined;
  readonly role?: undefined;
  /** The credential of the token. */
  readonly credentialId: string;
  readonly tokenId?: undefined;
  /** `scim`, and no other. */
  readonly rights: readonly string[];
}

/** Whoever a request acts as, in whatever way they came. */
export type AnyPrincipal = Principal | SessionPrincipal;

/** A person in a browser, by a session cookie. It counts under /app only, where nothing else does. */
export interface SessionPrincipal {
  readonly kind: 'session';
  readonly accountId: string;
  readonly accountCode: string;
  readonly userId: string;
  readonly role: Role;
  readonly scheme: 'Session';
  /** Names the session; the cookie can't be made from it. */
  readonly sessionId: string;
  /** Until when the person counts as just checked, in milliseconds since the epoch. */
  readonly confirmedUntil: number;
  /** The account asks for a second factor that the person does not have: nothing but setting one up is answered. */
  readonly lacksSecondFactor: boolean;
  readonly credentialId?: undefined;
}

export type Role = 'admin' | 'designer' | 'member';

/** Whether somebody of the role may do what needs the other one: an admin may do what a designer may. */
export const reaches = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);
const ROLES: readonly Role[] = ['member', 'designer', 'admin'];

/** What a route needs of a narrowed credential. */
export type Right =
  | 'audit.read'
  | 'scim'
  | 'forms.read'
  | 'forms.write'
  | 'directory.read'
  | 'webhooks';

/** Where a request comes from. */
export interface Origin {
  /** The client's address; behind a trusted proxy the one it reported. */
  readonly ip: string;
  /** User-Agent, as sent. */
  readonly agent: string | undefined;
}

/** How credentials become a principal. Each throws an AppError of status 401, or 403 `address-not-allowed`. */
export interface Authenticators {
  /** The text after `Bearer`. */
  bearer(token: string, from: Origin): Promise<Principal>;
  /** The text after `Basic`; left out when Basic is turned off. */
  readonly basic?: ((credentials: string, from: Origin) => Promise<Principal>) | undefined;
  /** The value of the session cookie; left out where there is no web app. */
  readonly session?: (cookie: string | undefined) => Promise<SessionPrincipal>;
}
