import { commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { CREDENTIAL_ACCOUNT, CREDENTIAL_OPERAND, chooseCredential } from './choose-credential.ts';
import { newSecretAnswer } from './new-secret.ts';
import { EXPIRES_OPTION, LABEL_OPTION, OVERLAP_OPTION, secondsOf } from './options.ts';

export const credentialRegenerate = command({
  name: 'credential regenerate',
  summary: 'create a new client secret',
  details:
    'Without an overlap, the old secrets and their tokens are revoked immediately.\n' +
    'With an overlap, the old secrets stay valid for that time, so that you can\n' +
    'change the programs one by one.',
  operands: [CREDENTIAL_OPERAND],
  options: {
    overlap: OVERLAP_OPTION,
    label: LABEL_OPTION,
    expires: EXPIRES_OPTION,
    account: CREDENTIAL_ACCOUNT,
  },
  json: true,
  examples: [
    'formstead credential regenerate exampleltd-019aa001-7a10-7c11-8d22-5e6f70819203 --overlap 24h',
  ],
  async run(world, args) {
    const options = {
      overlapSeconds: secondsOf(args.text('overlap')),
      label: args.text('label'),
      expiresInSeconds: secondsOf(args.text('expires')),
    };
    const made = await withExisting(world, async (services) => {
      const { account, credential } = await chooseCredential(services, args);
      const actor = commandLineActor(account);
      return services.db.transaction((tx) =>
        services.credentials.regenerate(tx, actor, credential.id, options),
      );
    });
    return newSecretAnswer(made);
  },
});
