import type { Refusals } from '#audit/index.ts';
import type {
  AuthenticatedClient,
  CredentialUseRecorder,
  RefusedClient,
} from '#credentials/index.ts';
import type { FailureLimit } from '#http/failure-limit.ts';
import { fail } from '#kernel/errors.ts';
import { inChild } from '#kernel/traced-work.ts';
import { type ClientRequest, malformed } from '#oauth/client-request.ts';
import type { ClientAuthenticationMethod } from './method.ts';

/** The request that the client makes, for the audit log. */
export type Wanted = 'token.issue' | 'token.revoke' | 'token.introspect';

/** @throws AppError `invalid-token-request`, `credentials-invalid`, `key-set-unavailable`. */
export type ClientAuthenticator = (
  request: ClientRequest,
  wanted: Wanted,
) => Promise<AuthenticatedClient>;

const AUTHENTICATE = { name: 'authenticate client', kind: 'internal' } as const;

interface Attempt {
  readonly request: ClientRequest;
  readonly wanted: Wanted;
  readonly method: ClientAuthenticationMethod;
}

/**
 * Creates the steps of client authentication, the same for every method, so that none can skip one: exactly one method
 * (RFC 6749 §2.3), the identity, the address, and one answer for every refused client.
 */
export function createClientAuthenticator(deps: {
  readonly methods: readonly ClientAuthenticationMethod[];
  readonly refusals: Pick<Refusals, 'record'>;
  readonly useRecorder: Pick<CredentialUseRecorder, 'refused'>;
  readonly clientFailures: FailureLimit;
}): ClientAuthenticator {
  const { methods, refusals, useRecorder, clientFailures } = deps;
  const known = createKnownClients();

  const refuse = (
    { request, wanted, method }: Attempt,
    { refused: reason, accountId, credentialId }: RefusedClient,
  ): Error => {
    request.addLogFields({ refused: reason });
    const about = { action: wanted, via: 'api', accountId, credentialId, ip: request.ip } as const;
    refusals.record({ ...about, detail: { reason } });
    if (accountId !== undefined && credentialId !== undefined) {
      useRecorder.refused({ accountId, credentialId, ip: request.ip, reason });
    }
    // One answer for every reason, so that nobody learns which clients exist.
    const advice = method.advice?.();
    return unauthorized(
      `The client is unknown or did not prove who it is. ${advice === undefined ? '' : `${advice} `}An admin finds the reason in the audit log and in the list of API credentials.`,
    );
  };

  return async (request, wanted) => {
    const [method, ...others] = methods.filter((each) => each.isUsedBy(request));
    if (others.length > 0) throw malformed('Use one way of client authentication only.');
    if (!method) {
      throw unauthorized('client_secret is missing, and any other proof of who the client is.');
    }
    const client = await inChild(AUTHENTICATE, () => method.authenticate(request));
    if (client.refused !== undefined) {
      await clientFailures.failed(request.ip);
      throw refuse({ request, wanted, method }, client);
    }
    const { accountId, credentialId, userId, allowsAddress } = client;
    const refuseFor = (refused: string) =>
      refuse({ request, wanted, method }, { refused, accountId, credentialId });
    if (!allowsAddress(request.ip)) throw refuseFor('address');
    // A secret cannot be guessed, so only the address is slowed down, and not for clients that it is known for.
    const isKnown = known.has(credentialId, request.ip);
    if (!isKnown && clientFailures.isOver(request.ip)) throw refuseFor('address-failures');
    known.add(credentialId, request.ip);
    request.addLogFields({ account: accountId, user: userId, credential: credentialId });
    return client;
  };
}

/** Every 401 has a challenge (RFC 9110 §15.5.2), whichever method the client used. */
const unauthorized = (detail: string): Error =>
  fail('credentials-invalid', detail, {
    headers: { 'www-authenticate': 'Basic realm="formstead", charset="UTF-8"' },
  });

const MAX_KNOWN = 10_000;

/** Remembers which clients authenticated from which addresses, as long as this process runs. */
function createKnownClients() {
  const known = new Set<string>();
  let youngest = '';
  const keyOf = (credentialId: string, ip: string): string => `${credentialId} ${ip}`;
  return {
    has: (credentialId: string, ip: string): boolean => known.has(keyOf(credentialId, ip)),
    add(credentialId: string, ip: string): void {
      const key = keyOf(credentialId, ip);
      // Moving an entry to the end at every request would make the set rebuild itself every few requests.
      if (key === youngest) return;
      youngest = key;
      // Added again, it is the newest: the first entry is always the one unused for longest.
      known.delete(key);
      known.add(key);
      if (known.size <= MAX_KNOWN) return;
      for (const oldest of known) {
        known.delete(oldest);
        return;
      }
    },
  };
}
