import { ACCOUNT_OPTION } from '#commands/choose-account.ts';
import { USER_OPERAND } from '#commands/choose-user.ts';
import { command } from '#commands/shell/command.ts';
import { keepWayIn } from '#directory/index.ts';
import { removeSecondFactor, takePasskeys } from '#sign-in/index.ts';
import { changeOneUser } from './change-one-user.ts';
import { userData } from './user-data.ts';

export const userResetSecondFactor = command({
  name: 'user reset-second-factor',
  summary: 'let a user in who lost the authenticator app and passkeys',
  details:
    'Removes the authenticator app, its recovery codes and the passkeys of the user, and ends their\n' +
    'sessions. They then sign in with the password alone; where the organisation asks for a second\n' +
    'factor, they set one up before anything else. The way out for a break-glass admin.\n' +
    'It is refused where a passkey is the last way in: set a password first (formstead user set-password).',
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
