import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { record } from '#commands/shell/text.ts';

export const auditReseal = command({
  name: 'audit reseal',
  summary: 'take the audit record as it stands, and seal its end with the master key of today',
  details:
    'For two cases: the master key was lost (restore --discard-keys), or somebody\n' +
    'tampered with the end of the record and you have looked into it. New lines are\n' +
    'linked again from here on, and the first of them says that this was done. Lines\n' +
    'that were changed before stay faults of audit verify; lines that were cut off\n' +
    'the end can no longer be missed, so verify first and keep what it prints.',
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
