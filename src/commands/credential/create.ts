import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { chooseUser } from '#commands/choose-user.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { newSecretAnswer } from './new-secret.ts';

export const credentialCreate = command({
  name: 'credential create',
  summary: 'make an API credential that acts as one user',
  details:
    'Requests with its tokens may do what the user may do, and can be narrowed to\n' +
    'some rights. The client secret is printed once and stored only as a hash.',
  options: {
    user: { value: 'USER', description: 'Who it acts as: a userName or id.', required: true },
    name: { value: 'NAME', description: 'What it is for. Left out: the userName.' },
    rights: {
      value: 'LIST',
      description: 'Separated by commas: scim, forms.read, forms.write, directory.read.',
    },
    account: ACCOUNT_OPTION,
  },
  json: true,
  examples: ['formstead credential create --user ada@example.org --name "Nightly export" --json'],
  async run(world, args) {
    const rights = args
      .text('rights')
      ?.split(',')
      .map((right) => right.trim());
    const made = await withExisting(world, async (services) => {
      const { db, credentials } = services;
      const account = await chooseAccount(services, args.text('account'));
      const user = await chooseUser(services, account, args.required('user'));
      return db.transaction((tx) =>
        credentials.create(tx, commandLineActor(account), {
          name: args.text('name') ?? user.userName,
          actsAsUserId: user.id,
          ...(rights && { rights }),
        }),
      );
    });
    return newSecretAnswer(made);
  },
});
