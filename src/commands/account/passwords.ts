import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { type Arguments, command } from '#commands/shell/command.ts';
import { UsageError } from '#commands/shell/failures.ts';
import { counted } from '#kernel/counted.ts';
import { accountData } from './account-data.ts';

export const accountPasswords = command({
  name: 'account passwords',
  summary: 'set the minimum length of new passwords in one account',
  details:
    'The length applies to passwords that are set from then on. It is never below 8\n' +
    'characters. The default is 15, and 8 for passwords from an identity provider.',
  options: {
    'min-length': {
      value: 'N',
      description: 'For passwords that are set in the web app or by command.',
    },
    'min-length-scim': { value: 'N', description: 'For passwords that are set over SCIM.' },
    account: ACCOUNT_OPTION,
  },
  json: true,
  examples: ['formstead account passwords --min-length-scim 12'],
  async run(world, args) {
    const web = lengthIn(args, 'min-length');
    const scim = lengthIn(args, 'min-length-scim');
    if (web === undefined && scim === undefined) {
      throw new UsageError('Say what to change: --min-length N, --min-length-scim N, or both.');
    }
    const change = { ...(web !== undefined && { web }), ...(scim !== undefined && { scim }) };
    const account = await withExisting(world, async (services) => {
      const { db, directory } = services;
      const actor = commandLineActor(await chooseAccount(services, args.text('account')));
      return db.transaction((tx) => directory.setPasswordMinLength(tx, actor, change));
    });
    const { code, passwordMinLength } = account;
    return {
      data: accountData(account),
      text:
        `New passwords in the account ${code} need at least ${counted(passwordMinLength.web, 'character')}, ` +
        `over SCIM ${passwordMinLength.scim}.`,
    };
  },
});

function lengthIn(args: Arguments, name: 'min-length' | 'min-length-scim'): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,4}$/.test(text)) throw new UsageError(`--${name} takes a whole number, not ${text}.`);
  return Number(text);
}
