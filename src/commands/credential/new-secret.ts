import type { Answer } from '#commands/shell/command.ts';
import { isoTime, record } from '#commands/shell/text.ts';
import type { NewProvisioningToken, NewSecret } from '#credentials/index.ts';

const SHOWN_ONCE = 'is shown only now: keep it like a password.';

/** A secret is printed here and never again. */
export function newSecretAnswer(made: NewSecret): Answer {
  const { credentialId, secretId, clientSecret, expiresAt } = made;
  const expires = isoTime(expiresAt);
  return {
    data: { clientId: credentialId, clientSecret, secretId, expiresAt: expires },
    text: [
      record({ 'client id': credentialId, 'client secret': clientSecret, expires }),
      `The client secret ${SHOWN_ONCE}`,
    ].join('\n\n'),
  };
}

/** So is a provisioning token. */
export function newProvisioningAnswer(made: NewProvisioningToken): Answer {
  const { credentialId, secretId, provisioningToken, expiresAt } = made;
  const expires = isoTime(expiresAt);
  return {
    data: { clientId: credentialId, provisioningToken, secretId, expiresAt: expires },
    text: [
      record({ 'client id': credentialId, 'provisioning token': provisioningToken, expires }),
      `The token ${SHOWN_ONCE} The client id is its name here.`,
    ].join('\n\n'),
  };
}
