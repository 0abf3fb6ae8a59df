import { commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { CREDENTIAL_ACCOUNT, CREDENTIAL_OPERAND, chooseCredential } from './choose-credential.ts';
import { parseDuration } from './duration.ts';
import { newProvisioningAnswer } from './new-secret.ts';
import { EXPIRES_OPTION, LABEL_OPTION, OVERLAP_OPTION, secondsOf } from './options.ts';

export const credentialRotate = command({
  name: 'credential rotate',
  summary: 'create a new provisioning token',
  details:
    'Without an overlap, the old token is revoked immediately. With an overlap, it\n' +
    'stays valid for that time, so that you can enter the new one in the identity\n' +
    'provider. At most two tokens are valid at the same time. For client secrets,\n' +
    'see: formstead credential regenerate --help',
  operands: [CREDENTIAL_OPERAND],
  options: {
    expires: {
      ...EXPIRES_OPTION,
      description: 'The lifetime of the new token: 90d, 365d.',
      required: true,
    },
    overlap: { ...OVERLAP_OPTION, description: 'How long the old token stays valid: 24h, 7d.' },
    label: LABEL_OPTION,
    account: CREDENTIAL_ACCOUNT,
  },
  json: true,
  examples: [
    'formstead credential rotate exampleltd-019aa001-7a10-7c11-8d22-5e6f70819203 --expires 365d --overlap 7d',
  ],
  async run(world, args) {
    const options = {
      expiresInSeconds: parseDuration(args.required('expires')),
      overlapSeconds: secondsOf(args.text('overlap')),
      label: args.text('label'),
    };
    const made = await withExisting(world, async (services) => {
      const { account, credential } = await chooseCredential(services, args);
      const actor = commandLineActor(account);
      return services.db.transaction((tx) =>
        services.credentials.rotateProvisioning(tx, actor, credential.id, options),
      );
    });
    return newProvisioningAnswer(made);
  },
});
