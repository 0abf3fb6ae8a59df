import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { PASSWORD_OPTION, readPassword } from '#commands/read-password.ts';
import { command } from '#commands/shell/command.ts';
import { chooseUser, USER_OPERAND } from './choose-user.ts';
import { hashNewPassword } from './hash-new-password.ts';
import { userData } from './user-data.ts';

/** Printed because such a password lets in a user whose identity provider does not work. */
const OPENS =
  'The account takes single sign-on only. This password counts all the same, until the user gets\nanother one or single sign-on only is turned on anew.';

export const userSetPassword = command({
  name: 'user set-password',
  summary: 'give a user a new password',
  details:
    'At least 15 characters, unless the account has another minimum. Sessions and\n' +
    'tokens of the user end with the next request. The password works even if the\n' +
    'account allows single sign-on only.',
  operands: [USER_OPERAND],
  options: {
    'password-file': { ...PASSWORD_OPTION, required: true },
    account: ACCOUNT_OPTION,
  },
  json: true,
  examples: ['formstead user set-password ada@example.org --password-file -'],
  async run(world, args) {
    const password = await readPassword(world, args.required('password-file'));
    const { user, opens } = await withExisting(world, async (services) => {
      const account = await chooseAccount(services, args.text('account'));
      const { id, userName } = await chooseUser(services, account, args.operand('USER'));
      const hash = await hashNewPassword(services, {
        password,
        names: [userName],
        account,
      });
      const actor = commandLineActor(account);
      const changed = await services.db.transaction((tx) =>
        services.directory.setPasswordHash(tx, actor, id, hash),
      );
      return { user: changed, opens: account.ssoOnly && !changed.protected };
    });
    const text = `The password of ${user.userName} is set.`;
    return { data: userData(user), text: opens ? `${text}\n${OPENS}` : text };
  },
});
