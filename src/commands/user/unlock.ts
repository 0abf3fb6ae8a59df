import { ACCOUNT_OPTION } from '#commands/choose-account.ts';
import { command } from '#commands/shell/command.ts';
import { changeOneUser } from './change-one-user.ts';
import { USER_OPERAND } from './choose-user.ts';
import { userData } from './user-data.ts';

export const userUnlock = command({
  name: 'user unlock',
  summary: 'let a user sign in by password again after too many failures',
  details:
    'Ends a suspension after 100 failures in a row, and the waiting times after fewer\n' +
    'failures. Setting a new password does the same. The audit log shows the failures\n' +
    'and their addresses.',
  operands: [USER_OPERAND],
  options: { account: ACCOUNT_OPTION },
  json: true,
  examples: ['formstead user unlock ada@example.org'],
  async run(world, args) {
    const { user, unlocked } = await changeOneUser(
      world,
      args,
      async ({ signInThrottle }, tx, actor, before) => {
        const { accountId } = actor;
        const lifted = await signInThrottle.lift(tx, actor, { accountId, userId: before.id });
        return { user: before, unlocked: lifted };
      },
    );
    const outcome = unlocked ? 'may sign in by password again.' : 'was not suspended.';
    return { data: { ...userData(user), unlocked }, text: `${user.userName} ${outcome}` };
  },
});
