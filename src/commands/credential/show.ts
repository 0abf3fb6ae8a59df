import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { CREDENTIAL_ACCOUNT, CREDENTIAL_OPERAND, chooseCredential } from './choose-credential.ts';
import { credentialData, credentialText } from './credential-data.ts';

export const credentialShow = command({
  name: 'credential show',
  summary: 'show one API credential and its secrets (never their text)',
  operands: [CREDENTIAL_OPERAND],
  options: { account: CREDENTIAL_ACCOUNT },
  json: true,
  examples: ['formstead credential show exampleltd-019aa001-7a10-7c11-8d22-5e6f70819203'],
  async run(world, args) {
    const { credential } = await withExisting(world, (services) =>
      chooseCredential(services, args),
    );
    return { data: credentialData(credential), text: credentialText(credential) };
  },
});
