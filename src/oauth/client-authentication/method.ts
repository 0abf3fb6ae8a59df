import type { AuthenticatedClient, RefusedClient } from '#credentials/index.ts';
import type { ClientRequest } from '#oauth/client-request.ts';

/** One way for a client to prove who it is (RFC 6749 §2.3). */
export interface ClientAuthenticationMethod {
  /** Whether the request uses it, rightly or wrongly. */
  isUsedBy(request: ClientRequest): boolean;
  /** What a refused client is told beside the one answer: the same for all who use this method. */
  readonly advice?: () => string;
  /**
   * Whoever is refused gets the same answer whatever was wrong; only a request that is malformed for
   * anybody, whichever clients exist, may be told why.
   * @throws AppError `invalid-token-request`.
   */
  authenticate(request: ClientRequest): Promise<AuthenticatedClient | RefusedClient>;
}

/** Refused before it is known who it could be. */
export const refusedAsNobody = (refused: string): RefusedClient => ({
  refused,
  accountId: undefined,
  credentialId: undefined,
});
