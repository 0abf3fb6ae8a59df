import type { AuthenticatedClient, RefusedClient } from '#credentials/index.ts';
import type { ClientRequest } from '#oauth/client-request.ts';

/** A method of client authentication (RFC 6749 §2.3). */
export interface ClientAuthenticationMethod {
  /** Tells whether the request uses it, correctly or not. */
  isUsedBy(request: ClientRequest): boolean;
  /** Returns advice that a refused client gets beside the one answer, the same for all that use this method. */
  readonly advice?: () => string;
  /**
   * Authenticates the client. A refused client gets the same answer for every reason; only a request that is malformed
   * whichever clients exist may be told why.
   * @throws AppError `invalid-token-request`.
   */
  authenticate(request: ClientRequest): Promise<AuthenticatedClient | RefusedClient>;
}

/** Returns a refusal of a client that could not be identified. */
export const refusedAsNobody = (refused: string): RefusedClient => ({
  refused,
  accountId: undefined,
  credentialId: undefined,
});
