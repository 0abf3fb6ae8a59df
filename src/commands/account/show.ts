import { ACCOUNT_OPTION, chooseAccount } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { isoTime, record } from '#commands/shell/text.ts';
import { readCounter } from '#db/counters.ts';
import { accountData } from './account-data.ts';

export const accountShow = command({
  name: 'account show',
  summary: 'show one account and its numbers of users, groups and forms',
  details: 'The number of users is that of SCIM, without break-glass users.',
  options: { account: ACCOUNT_OPTION },
  json: true,
  examples: ['formstead account show --account exampleltd --json'],
  run: (world, args) =>
    withExisting(world, async (services) => {
      const account = await chooseAccount(services, args.text('account'));
      const { reader } = services.db;
      const users = await readCounter(reader, account.id, 'users');
      const groups = await readCounter(reader, account.id, 'groups');
      const forms = await readCounter(reader, account.id, 'forms');
      return {
        data: { ...accountData(account), users, groups, forms },
        text: record({
          account: account.name,
          code: account.code,
          id: account.id,
          state: account.active ? 'active' : 'inactive',
          basic: account.basicAllowed ? 'on' : 'off',
          'single sign-on only': account.ssoOnly ? 'yes, but for break-glass users' : 'no',
          'password length': `${account.passwordMinLength.web}, over SCIM ${account.passwordMinLength.scim}`,
          'time zone': account.timeZone,
          created: isoTime(account.createdAt),
          users: String(users),
          groups: String(groups),
          forms: String(forms),
        }),
      };
    }),
});
