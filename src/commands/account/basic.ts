import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { UsageError } from '#commands/shell/failures.ts';
import { accountData } from './account-data.ts';

export const accountBasic = command({
  name: 'account basic',
  summary: 'turn Basic authentication (deprecated) on or off for one account',
  details: 'It takes effect with the next request. FORMSTEAD_BASIC=off turns it off for all.',
  operands: [{ name: 'on|off', description: 'Whether Basic is accepted.' }],
  options: { account: ACCOUNT_OPTION },
  json: true,
  examples: ['formstead account basic off'],
  async run(world, args) {
    const word = args.operand('on|off');
    if (word !== 'on' && word !== 'off') throw new UsageError(`Say on or off, not ${word}.`);
    const account = await withExisting(world, async (services) => {
      const { db, directory } = services;
      const actor = commandLineActor(await chooseAccount(services, args.text('account')));
      return db.transaction((tx) => directory.setBasicAllowed(tx, actor, word === 'on'));
    });
    return {
      data: accountData(account),
      text: `Basic authentication is ${word} in the account ${account.code}.`,
    };
  },
});
