import { ACCOUNT_OPTION, chooseAccount } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { AFTER_OPTION, LIMIT_OPTION, nextPage, readLimit } from '#commands/paging.ts';
import { command } from '#commands/shell/command.ts';
import { table } from '#commands/shell/text.ts';
import { parseRole } from './role.ts';
import { displayNameOf, userData, userState } from './user-data.ts';
import { selectUserPage } from './user-list.store.ts';

export const userList = command({
  name: 'user list',
  summary: 'list users, oldest first',
  options: {
    role: { value: 'ROLE', description: 'Only admins, designers or members: admin, …' },
    limit: LIMIT_OPTION,
    after: AFTER_OPTION,
    account: ACCOUNT_OPTION,
  },
  json: true,
  examples: ['formstead user list --role admin', 'formstead user list --limit 1000 --json'],
  async run(world, args) {
    const limit = readLimit(args.text('limit'));
    const word = args.text('role');
    const role = word === undefined ? undefined : parseRole(word);
    const users = await withExisting(world, async (services) => {
      const { id } = await chooseAccount(services, args.text('account'));
      const page = { after: args.text('after') ?? '', limit: limit + 1, role };
      return (await selectUserPage(services.db.reader, id, page)).map(services.directory.toUser);
    });
    const { shown, next, hint } = nextPage(users, limit);
    const rows = shown.map((user) => [
      user.id,
      user.userName,
      displayNameOf(user.attributes) ?? '',
      user.role,
      userState(user),
      user.protected ? 'break-glass' : user.origin,
    ]);
    const heading = ['ID', 'USERNAME', 'DISPLAY NAME', 'ROLE', 'STATE', 'ORIGIN'];
    return { data: { users: shown.map(userData), next }, text: table(heading, rows) + hint };
  },
});
