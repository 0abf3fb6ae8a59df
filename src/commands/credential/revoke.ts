import { commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { CREDENTIAL_ACCOUNT, CREDENTIAL_OPERAND, chooseCredential } from './choose-credential.ts';
import { credentialData } from './credential-data.ts';

export const credentialRevoke = command({
  name: 'credential revoke',
  summary: 'revoke an API credential or one of its secrets permanently',
  details: 'Its tokens end with the next request, on every node.',
  operands: [CREDENTIAL_OPERAND],
  options: {
    secret: { value: 'ID', description: 'Only this secret: its id, from credential show.' },
    account: CREDENTIAL_ACCOUNT,
  },
  json: true,
  examples: ['formstead credential revoke exampleltd-019aa001-7a10-7c11-8d22-5e6f70819203'],
  async run(world, args) {
    const clientId = args.operand(CREDENTIAL_OPERAND.name);
    const secretId = args.text('secret');
    const after = await withExisting(world, async (services) => {
      const { db, credentials } = services;
      const { account } = await chooseCredential(services, args);
      const actor = commandLineActor(account);
      await db.transaction((tx) =>
        secretId === undefined
          ? credentials.revoke(tx, actor, clientId)
          : credentials.revokeSecret(tx, actor, clientId, secretId),
      );
      return chooseCredential(services, args);
    });
    const what = secretId === undefined ? clientId : `The secret ${secretId} of ${clientId}`;
    return { data: credentialData(after.credential), text: `${what} is revoked.` };
  },
});
