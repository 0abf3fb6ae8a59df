import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { redirectUriOf } from './connection-item.ts';
import type { OpenConnection, SamlConnection } from './open-connection.ts';
import { type Asking, beginSignIn, type ExpectedToken } from './provider.ts';
import { ownAddresses, samlLibrary } from './saml-provider.ts';
import { isToBeAsked, ssoCookies } from './sso-cookie.ts';

/** What a browser wants that begins to sign in. */
interface Wish {
  readonly to: string;
  readonly isFresh: boolean;
  /** The cookies that it has. */
  readonly cookies: string | undefined;
}

/**
 * Returns the URL at which the browser signs in, and the cookies that remember what it wants.
 * @throws Error when the identity provider does not answer as it should.
 */
export async function beginAtProvider(
  deps: SignInDeps,
  connection: OpenConnection,
  { to, isFresh, cookies }: Wish,
): Promise<{ readonly url: string; readonly cookies: readonly string[] }> {
  const asking = isFresh ? 'fresh' : isToBeAsked(cookies) ? 'anew' : 'silently';
  const { url, ...expected } =
    connection.kind === 'saml'
      ? await beginSaml(deps, connection, asking)
      : await beginSignIn(deps.outbound, connection, redirectUriOf(deps), asking);
  const isSilent = asking === 'silently';
  const at = deps.clock.now();
  const memory = { connectionId: connection.id, to, isFresh, isSilent, ...expected, at };
  return { url, cookies: ssoCookies(deps.seal, memory, cookies) };
}

const STATE_BYTES = 32;
const STATE = /^[\w-]{43}$/;

/** The request by HTTP Redirect binding. Its RelayState names the cookie, and is never an address. */
async function beginSaml(
  deps: SignInDeps,
  connection: SamlConnection,
  asking: Asking,
): Promise<ExpectedToken & { readonly url: string }> {
  const state = Buffer.from(deps.random.bytes(STATE_BYTES)).toString('base64url');
  const { entityId, acs } = ownAddresses(deps, connection.id);
  const { samlRequest } = await samlLibrary();
  const url = samlRequest({
    id: requestIdOf(state),
    issueInstant: new Date(deps.clock.now()),
    destination: connection.signOn,
    acs,
    entityId,
    forceAuthn: asking !== 'silently',
    relayState: state,
  });
  return { state, nonce: '', verifier: '', url: url.href };
}

/** Returns the id of the request with this state, which begins with no digit (xs:ID). */
export const requestIdOf = (state: string): string => `_${state}`;

/** Returns whether a RelayState may be a state of ours. */
export const isState = (relayState: string): boolean => STATE.test(relayState);
