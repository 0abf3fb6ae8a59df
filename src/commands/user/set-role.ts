import { ACCOUNT_OPTION } from '#commands/choose-account.ts';
import { command } from '#commands/shell/command.ts';
import { changeOneUser } from './change-one-user.ts';
import { USER_OPERAND } from './choose-user.ts';
import { parseRole } from './role.ts';
import { userData } from './user-data.ts';

export const userSetRole = command({
  name: 'user set-role',
  summary: 'make a user an admin, a designer or a member',
  details:
    'It takes effect with the next request. The last active admin cannot lose the\n' + 'role.',
  operands: [USER_OPERAND, { name: 'ROLE', description: 'admin, designer or member.' }],
  options: { account: ACCOUNT_OPTION },
  json: true,
  examples: ['formstead user set-role ada@example.org admin'],
  async run(world, args) {
    const role = parseRole(args.operand('ROLE'));
    const user = await changeOneUser(world, args, ({ directory }, tx, actor, { id }) =>
      directory.setRole(tx, actor, id, role),
    );
    return { data: userData(user), text: `The role of ${user.userName} is ${role}.` };
  },
});
