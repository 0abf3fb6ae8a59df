import { commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { CREDENTIAL_ACCOUNT, CREDENTIAL_OPERAND, chooseCredential } from './choose-credential.ts';
import { parseDuration } from './duration.ts';
import { newSecretAnswer } from './new-secret.ts';

export const credentialRegenerate = command({
  name: 'credential regenerate',
  summary: 'make a new client secret',
  details:
    'Without an overlap the old secrets, and every token they got, end at once. With\n' +
    'one they work for so long more, so that programs can be changed over in peace.',
  operands: [CREDENTIAL_OPERAND],
  options: {
    overlap: { value: 'TIME', description: 'How long old secrets work on: 90s, 30m, 24h, 7d.' },
    account: CREDENTIAL_ACCOUNT,
  },
  json: true,
  examples: [
    'formstead credential regenerate exampleltd-019aa001-7a10-7c11-8d22-5e6f70819203 --overlap 24h',
  ],
  async run(world, args) {
    const overlap = args.text('overlap');
    const overlapSeconds = overlap === undefined ? 0 : parseDuration(overlap);
    const made = await withExisting(world, async (services) => {
      const { account, credential } = await chooseCredential(services, args);
      return services.db.transaction((tx) =>
        services.credentials.regenerate(tx, commandLineActor(account), credential.id, {
          overlapSeconds,
        }),
      );
    });
    return newSecretAnswer(made);
  },
});
