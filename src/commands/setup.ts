import type { Services } from '#services.ts';
import { setUpAccount } from '#sign-in/index.ts';
import { withNewOrExisting } from './open-services.ts';
import { PASSWORD_OPTION, readPassword } from './read-password.ts';
import { requireNewAccountName } from './require-new-account-name.ts';
import { secondAccountHint } from './second-account.ts';
import { command } from './shell/command.ts';
import { record } from './shell/text.ts';
import { TIME_ZONE_OPTION } from './time-zone-option.ts';

/** `formstead setup`: the first step of a deployment, or another account in it. */
export const setup = command({
  name: 'setup',
  summary: 'create an account, its first admin, and an API credential that acts as this admin',
  details:
    'Works on an empty deployment and on one that already has accounts. The admin is\n' +
    'the break-glass user of the account: identity providers neither see nor change\n' +
    'this user. The client secret is printed once and stored only as a hash. Without\n' +
    'a password, the admin can only use the credential. You can set a password later.',
  options: {
    account: { value: 'NAME', description: 'The name of the organisation.', required: true },
    'user-name': { value: 'NAME', description: 'The userName of the admin.', required: true },
    'time-zone': TIME_ZONE_OPTION,
    'password-file': {
      ...PASSWORD_OPTION,
      description: `${PASSWORD_OPTION.description} At least 15 characters.`,
    },
  },
  json: true,
  examples: [
    'formstead setup --account "Example Ltd" --user-name admin --json',
    'formstead setup --account "Example Ltd" --user-name admin --password-file ./password.txt',
  ],
  async run(world, args) {
    const file = args.text('password-file');
    const input = {
      accountName: args.required('account').trim(),
      userName: args.required('user-name').trim(),
      timeZone: args.text('time-zone'),
      password: file === undefined ? undefined : await readPassword(world, file),
    };
    const { made, hint } = await withNewOrExisting(world, async (services: Services) => {
      const { db, directory } = services;
      const account = await setUpAccount(services, input, (tx) =>
        requireNewAccountName(tx, directory, input.accountName),
      );
      return { made: account, hint: await secondAccountHint(db.reader, directory) };
    });
    const { accountId, userId, clientId, clientSecret } = made;
    return {
      data: { accountId, userId, clientId, clientSecret },
      text: [
        record({
          account: `${input.accountName} (code ${made.accountCode}, id ${accountId})`,
          admin: `${input.userName} (id ${userId})`,
          'client id': clientId,
          'client secret': clientSecret,
        }),
        'The client secret is shown only now: keep it like a password.',
        ...(hint ? [hint] : []),
      ].join('\n\n'),
    };
  },
});
