import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { PASSWORD_OPTION, readPassword } from '#commands/read-password.ts';
import { command } from '#commands/shell/command.ts';
import { UsageError } from '#commands/shell/failures.ts';
import { isEmailAddress } from '#kernel/email-address.ts';
import { hashNewPassword } from './hash-new-password.ts';
import { parseRole } from './role.ts';
import { userData, userText } from './user-data.ts';

export const userCreate = command({
  name: 'user create',
  summary: 'create a user',
  details:
    'An identity provider sees the user and adopts it with its first update, unless\n' +
    'it is a break-glass user (--protected).',
  options: {
    'user-name': { value: 'NAME', description: 'Unique in the account.', required: true },
    'display-name': { value: 'NAME', description: 'If omitted, the userName.' },
    email: { value: 'ADDRESS', description: 'A work email address.' },
    role: { value: 'ROLE', description: 'admin, designer or member (which is the default).' },
    protected: { description: 'Make it a break-glass user, whom SCIM neither lists nor changes.' },
    'password-file': PASSWORD_OPTION,
    account: ACCOUNT_OPTION,
  },
  json: true,
  examples: [
    'formstead user create --user-name ada@example.org --display-name "Ada Lovelace"',
    'formstead user create --user-name rescue --role admin --protected --password-file ./password.txt',
  ],
  async run(world, args) {
    const userName = args.required('user-name').trim();
    const role = parseRole(args.text('role') ?? 'member');
    const file = args.text('password-file');
    const password = file === undefined ? undefined : await readPassword(world, file);
    const email = args.text('email')?.trim();
    if (email !== undefined && !isEmailAddress(email)) {
      throw new UsageError(`The email address is one like ada@example.org, not ${email}.`);
    }
    const names = [userName, email ?? '', args.text('display-name') ?? ''];
    const attributes = {
      userName,
      displayName: args.text('display-name') ?? userName,
      active: true,
      ...(email !== undefined && { emails: [{ value: email, type: 'work', primary: true }] }),
    };
    const user = await withExisting(world, async (services) => {
      const { db, directory } = services;
      const account = await chooseAccount(services, args.text('account'));
      const passwordHash =
        password === undefined
          ? undefined
          : await hashNewPassword(services, { password, names, account });
      const input = { attributes, origin: 'local', role, passwordHash } as const;
      return db.transaction((tx) =>
        directory.createUser(tx, commandLineActor(account), {
          ...input,
          protected: args.flag('protected'),
        }),
      );
    });
    return { data: userData(user), text: userText(user) };
  },
});
