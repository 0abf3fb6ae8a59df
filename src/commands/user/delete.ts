import { ACCOUNT_OPTION } from '#commands/choose-account.ts';
import { command } from '#commands/shell/command.ts';
import { changeOneUser } from './change-one-user.ts';
import { USER_OPERAND } from './choose-user.ts';

export const userDelete = command({
  name: 'user delete',
  summary: 'delete a user permanently, and keep their forms',
  details:
    'Credentials that act as the user are revoked, and the userName becomes free. To\n' +
    'block a user for a while, use formstead user deactivate. The last active admin\n' +
    'cannot be deleted.',
  operands: [USER_OPERAND],
  options: { account: ACCOUNT_OPTION },
  json: true,
  examples: ['formstead user delete ada@example.org'],
  async run(world, args) {
    const { id, userName } = await changeOneUser(
      world,
      args,
      async ({ directory }, tx, actor, user) => {
        await directory.removeUser(tx, actor, user.id, { visibility: 'all' });
        return user;
      },
    );
    return { data: { id, userName, deleted: true }, text: `${userName} is deleted.` };
  },
});
