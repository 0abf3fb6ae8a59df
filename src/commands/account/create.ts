import { commandLineActor } from '#commands/choose-account.ts';
import { withNewOrExisting } from '#commands/open-services.ts';
import { requireNewAccountName } from '#commands/require-new-account-name.ts';
import { secondAccountHint } from '#commands/second-account.ts';
import { command } from '#commands/shell/command.ts';
import { record } from '#commands/shell/text.ts';
import { TIME_ZONE_OPTION } from '#commands/time-zone-option.ts';

export const accountCreate = command({
  name: 'account create',
  summary: 'create an account without users',
  details:
    'Nobody can sign in until you create a user (formstead user create). To create an\n' +
    'account with its first admin in one step, use formstead setup.',
  options: {
    name: { value: 'NAME', description: 'The name of the organisation.', required: true },
    'time-zone': TIME_ZONE_OPTION,
  },
  json: true,
  examples: ['formstead account create --name "Example Ltd"'],
  async run(world, args) {
    const name = args.required('name').trim();
    const timeZone = args.text('time-zone');
    const { id, code, hint } = await withNewOrExisting(world, ({ db, directory, audit }) =>
      db.transaction(async (tx) => {
        await requireNewAccountName(tx, directory, name);
        const account = await directory.createAccount(tx, { name, timeZone });
        await audit.append(tx, commandLineActor(account), {
          action: 'account.create',
          targetType: 'Account',
          targetId: account.id,
          detail: { name },
        });
        return { ...account, hint: await secondAccountHint(tx, directory) };
      }),
    );
    return {
      data: { id, code, name },
      text: [record({ account: name, code, id }), ...(hint ? [hint] : [])].join('\n\n'),
    };
  },
});
