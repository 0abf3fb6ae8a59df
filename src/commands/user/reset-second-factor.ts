import { ACCOUNT_OPTION } from '#commands/choose-account.ts';
import { command } from '#commands/shell/command.ts';
import { keepWayIn } from '#directory/index.ts';
import { removeSecondFactor, takePasskeys } from '#sign-in/index.ts';
import { changeOneUser } from './change-one-user.ts';
import { USER_OPERAND } from './choose-user.ts';
import { userData } from './user-data.ts';

export const userResetSecondFactor = command({
  name: 'user reset-second-factor',
  summary: 'remove the authenticator app and passkeys of a user who lost them',
  details:
    'Removes the authenticator app, its recovery codes and the passkeys of the user,\n' +
    'and ends their sessions. The user then signs in with the password alone. If the\n' +
    'organisation requires a second factor, the user must set up a new one first. Use\n' +
    'it also for a break-glass admin. The command refuses to remove the last way to\n' +
    'sign in: set a password first (formstead user set-password).',
  operands: [USER_OPERAND],
  options: { account: ACCOUNT_OPTION },
  json: true,
  examples: ['formstead user reset-second-factor ada@example.org'],
  async run(world, args) {
    const { user, wasReset } = await changeOneUser(
      world,
      args,
      async (services, tx, actor, before) => {
        const of = { accountId: actor.accountId, userId: before.id };
        const hadPasskeys = await keepWayIn(tx, of.accountId, of.userId, () =>
          takePasskeys(services, tx, actor, of),
        );
        const hadApp = await removeSecondFactor(services, tx, actor, of);
        return { user: before, wasReset: hadApp || hadPasskeys };
      },
    );
    const outcome = wasReset ? 'signs in with the password alone now.' : 'had no second factor.';
    return { data: { ...userData(user), reset: wasReset }, text: `${user.userName} ${outcome}` };
  },
});
