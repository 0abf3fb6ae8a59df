import type { Answer } from '#commands/shell/command.ts';
import { record } from '#commands/shell/text.ts';
import type { NewSecret } from '#credentials/index.ts';

/** A secret is printed here and never again. */
export function newSecretAnswer({ credentialId, secretId, clientSecret }: NewSecret): Answer {
  return {
    data: { clientId: credentialId, clientSecret, secretId },
    text: [
      record({ 'client id': credentialId, 'client secret': clientSecret }),
      'The client secret is shown only now: keep it like a password.',
    ].join('\n\n'),
  };
}
