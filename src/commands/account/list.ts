import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { isoTime, table } from '#commands/shell/text.ts';
import { accountData } from './account-data.ts';

export const accountList = command({
  name: 'account list',
  summary: 'list the accounts, sorted by code',
  options: {},
  json: true,
  examples: ['formstead account list'],
  async run(world) {
    const accounts = await withExisting(world, ({ db, directory }) =>
      directory.listAccounts(db.reader),
    );
    const rows = accounts.map(({ code, name, active, basicAllowed, createdAt }) => [
      code,
      name,
      active ? 'active' : 'inactive',
      basicAllowed ? 'on' : 'off',
      isoTime(createdAt),
    ]);
    return {
      data: accounts.map(accountData),
      text: table(['CODE', 'NAME', 'STATE', 'BASIC', 'CREATED'], rows),
    };
  },
});
