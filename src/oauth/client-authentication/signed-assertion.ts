import type {
  AuthenticatedClient,
  ClientKeys,
  Credentials,
  KeySource,
  RefusedClient,
} from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { malformed, readParameter } from '#oauth/client-request.ts';
import { TOKEN_PATH } from '#oauth/token-path.ts';
import {
  type AssertionRules,
  type ClientAssertion,
  candidatesFor,
  parseKeySet,
  readAssertion,
  type VerificationKey,
  verifyAssertion,
} from '#tokens/tokens.ts';
import type { ClientAuthenticationMethod } from './method.ts';
import type { RemoteKeySets } from './remote-key-sets.ts';

/** RFC 7523 §2.2. */
const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** The longest life of an assertion that a client signs itself, for one request. */
const OWN_LIFE_S = 60;
/** The longest life where the credential accepts the token endpoint as audience, as msal sends it. */
const LONG_OWN_LIFE_S = 600;
/** The longest life of an assertion of an issuer, which makes one for all requests of a workload. */
const FEDERATED_LIFE_S = 24 * 3600;
/** The type that rfc7523bis requires for an assertion, and the one that libraries write. */
const OWN_TYPES: ReadonlySet<string> = new Set(['jwt', 'client-authentication+jwt']);
/** Registered key sets that are kept parsed. */
const MAX_PARSED = 1000;

interface AssertionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly remoteKeySets: RemoteKeySets;
  /** Formstead's issuer: the only audience of a client's own assertion, unless its credential allows another. */
  readonly issuer: () => string;
}

/**
 * Authenticates by a JWT in the body, signed by the client itself (private_key_jwt, RFC 7523 as tightened by
 * rfc7523bis) or by an issuer that vouches for it. The credential decides which of the two.
 */
export function signedAssertion(deps: AssertionDeps): ClientAuthenticationMethod {
  const { db, clock, credentials, issuer } = deps;
  const keysFor = createKeyFinder(deps.remoteKeySets);

  /** @returns why the assertion is refused; undefined when it is accepted. */
  const reasonToRefuse = async (
    assertion: ClientAssertion,
    { client, proof }: { readonly client: AuthenticatedClient; readonly proof: ClientKeys },
  ): Promise<string | undefined> => {
    const isOwn = proof.kind === 'private-key-jwt';
    const typ = assertion.typ?.toLowerCase();
    if (isOwn && typ !== undefined && !OWN_TYPES.has(typ)) return 'assertion: type';
    const keys = await keysFor(proof.source, assertion);
    const rules = rulesOf(proof, client.credentialId, issuer());
    const verified = await verifyAssertion(assertion, keys, rules, clock.now());
    if ('refused' in verified) return verified.refused;
    if (!isOwn) return undefined;
    // Each assertion is accepted once, so that a copy comes too late.
    const { jti, expiresAt } = verified;
    if (jti === undefined) return 'assertion: no jti';
    const isNew = await credentials.useAssertion(db.reader, client, { jti, expiresAt });
    return isNew ? undefined : 'assertion: replayed';
  };

  return {
    isUsedBy: (request) =>
      ['client_assertion', 'client_assertion_type'].some(
        (name) => readParameter(request, name) !== undefined,
      ),
    advice: () =>
      `An assertion of its own has the issuer ${issuer()} as its one audience, a jti, and ends within ${OWN_LIFE_S} seconds, unless the credential allows more.`,
    async authenticate(request) {
      const text = readParameter(request, 'client_assertion');
      const type = readParameter(request, 'client_assertion_type');
      if (text === undefined) throw malformed('client_assertion is missing.');
      if (type === undefined) throw malformed(`client_assertion_type is missing: ${JWT_BEARER}.`);
      const assertion = readAssertion(text);
      // RFC 7521 §4.2: client_id is optional where the assertion names the client.
      const clientId = readParameter(request, 'client_id') ?? assertion?.subject ?? '';
      const claimed = await credentials.findClaimedClient(db.reader, clientId);
      if (claimed.refused !== undefined) return claimed;
      const { client } = claimed;
      const refuse = (refused: string): RefusedClient => ({ refused, ...about(client) });
      if (type !== JWT_BEARER) return refuse('assertion: type of assertion');
      if (!assertion) return refuse('assertion: malformed');
      const refused = await reasonToRefuse(assertion, claimed);
      return refused === undefined ? client : refuse(refused);
    },
  };
}

const about = ({ accountId, credentialId }: AuthenticatedClient) => ({ accountId, credentialId });

function rulesOf(proof: ClientKeys, clientId: string, issuer: string): AssertionRules {
  if (proof.kind === 'private-key-jwt') {
    const isLenient = proof.tokenEndpointAudience === true;
    return {
      issuer: clientId,
      subject: clientId,
      audience: issuer,
      endpoint: { url: `${issuer}${TOKEN_PATH}`, isTaken: isLenient },
      noOtherAudience: true,
      maxLifeS: isLenient ? LONG_OWN_LIFE_S : OWN_LIFE_S,
    };
  }
  const { issuer: theirs, subject, audience } = proof;
  return { issuer: theirs, subject, audience, noOtherAudience: false, maxLifeS: FEDERATED_LIFE_S };
}

/** Importing keys costs as much as checking a signature, so registered keys are parsed once. */
function createKeyFinder(remoteKeySets: RemoteKeySets) {
  const parsed = new Map<string, readonly VerificationKey[]>();
  const keysIn = (jwks: string): readonly VerificationKey[] => {
    const known = parsed.get(jwks);
    if (known) return known;
    const keys = parseKeySet(jwks);
    if (parsed.size >= MAX_PARSED) parsed.clear();
    parsed.set(jwks, keys);
    return keys;
  };
  return async (source: KeySource, assertion: ClientAssertion) =>
    'jwks' in source
      ? candidatesFor(assertion, keysIn(source.jwks))
      : remoteKeySets.find(source.jwksUrl, (keys) => candidatesFor(assertion, keys));
}
