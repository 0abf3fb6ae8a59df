/** Who a request acts as, established by the authentication hook. */
export interface Principal {
  readonly accountId: string;
  readonly accountCode: string;
  readonly userId: string;
  readonly role: Role;
  readonly scheme: 'Bearer' | 'Basic';
  /** The API credential the token was issued for. */
  readonly credentialId?: string;
  /** jti of the access token. */
  readonly tokenId?: string;
  /** What the credential was narrowed to; undefined: everything its user may do. */
  readonly rights?: readonly string[];
}

export type Role = 'admin' | 'designer' | 'member';

/** What a route needs of a narrowed credential. */
export type Right = 'scim' | 'forms.read' | 'forms.write' | 'directory.read';

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
  readonly basic?: (credentials: string, from: Origin) => Promise<Principal>;
}
