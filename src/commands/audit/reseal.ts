import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { record } from '#commands/shell/text.ts';

export const auditReseal = command({
  name: 'audit reseal',
  summary: 'accept the current audit log, and seal its end with the current master key',
  details:
    'There are two reasons to use it: the master key was lost (restore\n' +
    '--discard-keys), or the end of the audit log was tampered with and you have\n' +
    'investigated it. From then on, new events are in the chain again, and the first\n' +
    'of them records this command. Events that were changed before remain faults of\n' +
    'audit verify. Events that were cut off can no longer be detected, so verify\n' +
    'first and keep the output.',
  options: { account: ACCOUNT_OPTION },
  json: true,
  examples: ['formstead audit reseal --account acme'],
  async run(world, args) {
    return withExisting(world, async (services) => {
      const account = await chooseAccount(services, args.text('account'));
      await services.chains.reseal(commandLineActor(account));
      const { head } = await services.chains.verify(account.id);
      return {
        data: { account: account.code, head },
        text: record({ account: account.code, end: `${head?.seq}:${head?.hash}` }),
      };
    });
  },
});
