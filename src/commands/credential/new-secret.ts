import type { Answer } from '#commands/shell/command.ts';
import { isoTime, record } from '#commands/shell/text.ts';
import type { NewProvisioningToken, NewSecret } from '#credentials/index.ts';

const SHOWN_ONCE = 'is shown only now: keep it like a password.';

/** Prints a new secret. It is never shown again. */
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

/** Prints a new provisioning token. It is never shown again. */
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
