import type { Tx } from '#db/database.ts';
import { isBySsoOnly } from '#directory/index.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import type { PasskeyAssertion } from './assertion.shapes.ts';
import { openChallenge, SIGN_IN_PURPOSE, useChallenge } from './challenge.store.ts';
import { findPasskey, usePasskey } from './passkey.store.ts';
import { challengeIn, loadWebauthn, parseUserHandle, relyingPartyOf } from './relying-party.ts';

/** A user who proved to hold a passkey. */
export interface PasskeyHolder {
  readonly accountId: string;
  readonly accountCode: string;
  readonly userId: string;
  readonly stamp: number;
  readonly passkeyId: string;
  /** Whether the passkey does not count, because the account allows single sign-on only. */
  readonly bySsoOnly: boolean;
  /**
   * Marks the challenge as used and stores the passkey's new counter.
   * @returns false when the challenge was used before, or the passkey was removed or used by somebody else meanwhile.
   */
  use(tx: Tx): Promise<boolean>;
}

type Deps = Pick<SignInDeps, 'db' | 'clock' | 'seal' | 'publicUrl'>;

/**
 * Checks the assertion of an authenticator (WebAuthn 3 §7.2). An invalid assertion writes nothing. Returns undefined
 * for every fault, including an inactive user, so that the client learns no more.
 */
export async function checkAssertion(
  deps: Deps,
  assertion: PasskeyAssertion,
): Promise<PasskeyHolder | undefined> {
  const { db, clock, publicUrl } = deps;
  const challenge = challengeIn(assertion.clientDataJSON);
  const open =
    challenge === undefined ? undefined : openChallenge(deps, challenge, SIGN_IN_PURPOSE);
  if (!open) return undefined;
  const of = parseUserHandle(assertion.userHandle);
  const row = of && (await findPasskey(db.reader, of, assertion.id));
  if (!of || !row) return undefined;
  const counter = await verify(assertion, open.text, publicUrl(), row);
  if (counter === undefined) return undefined;
  return {
    ...of,
    accountCode: row.code,
    stamp: row.stamp,
    passkeyId: row.id,
    bySsoOnly: isBySsoOnly(row),
    use: async (tx) =>
      (await useChallenge(tx, open)) &&
      (await usePasskey(tx, of, { id: row.id, before: row.counter, counter, at: clock.now() })),
  };
}

/** Returns the new counter; undefined when the assertion is refused. */
async function verify(
  { id, clientDataJSON, authenticatorData, signature, userHandle }: PasskeyAssertion,
  challenge: string,
  publicUrl: string,
  known: { readonly credential_id: string; readonly public_key: string; readonly counter: number },
): Promise<number | undefined> {
  const party = relyingPartyOf(publicUrl);
  const { verifyAuthenticationResponse } = await loadWebauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature, userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
        counter: known.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined; // The library throws for every fault in the client's data.
  }
}
