import { ACCOUNT_OPTION, chooseAccount } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { chooseUser, USER_OPERAND } from './choose-user.ts';
import { userData, userText } from './user-data.ts';

export const userShow = command({
  name: 'user show',
  summary: 'show one user, with groups',
  operands: [USER_OPERAND],
  options: { account: ACCOUNT_OPTION },
  json: true,
  examples: ['formstead user show ada@example.org'],
  run: (world, args) =>
    withExisting(world, async (services) => {
      const { db, directory, signInThrottle } = services;
      const account = await chooseAccount(services, args.text('account'));
      const user = await chooseUser(services, account, args.operand('USER'));
      const links = await directory.readGroupLinks(db.reader, account.id, [user.id]);
      const hash = await directory.readPasswordHash(db.reader, account.id, user.id);
      const groups = links.get(user.id) ?? [];
      const hasPassword = hash !== undefined;
      const passwordSuspended = await signInThrottle.isSuspended(db.reader, {
        accountId: account.id,
        userId: user.id,
        passwordHash: hash,
      });
      return {
        data: {
          ...userData(user),
          hasPassword,
          passwordSuspended,
          groups,
          attributes: user.attributes,
        },
        text: userText(user, {
          password: passwordState(hasPassword, passwordSuspended),
          groups: groups.map(({ displayName }) => displayName).join(', ') || 'none',
        }),
      };
    }),
});

const passwordState = (isSet: boolean, isSuspended: boolean): string => {
  if (!isSet) return 'none';
  return isSuspended ? 'suspended after too many failures: formstead user unlock' : 'set';
};
