import { erasePerson } from '#administration/index.ts';
import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { confirm } from '#commands/shell/confirm.ts';
import { printable } from '#commands/shell/text.ts';
import { type Account, findFormerUserByName, readFormerUser } from '#directory/index.ts';
import { createForgetPerson } from '#retention/index.ts';
import type { Services } from '#services.ts';
import { chooseUser, isUserId, USER_OPERAND } from './choose-user.ts';

export const userErase = command({
  name: 'user erase',
  summary: 'erase the personal data of an existing or deleted user',
  details:
    'Deletes the user, and removes the name of the person everywhere else: in names\n' +
    'of forms, in requests of the provisioning log, and as manager of others. Answers\n' +
    'in forms and the audit log are kept. If another user now has the userName of a\n' +
    'deleted user, erase the deleted user by id. You cannot undo this.',
  operands: [USER_OPERAND],
  options: {
    yes: { description: 'Do not ask.' },
    account: ACCOUNT_OPTION,
  },
  json: true,
  examples: ['formstead user erase ada@example.org --yes'],
  async run(world, args) {
    return await withExisting(world, async (services) => {
      const account = await chooseAccount(services, args.text('account'));
      const person = await choosePerson(services, account, args.operand(USER_OPERAND.name));
      if (!args.flag('yes')) {
        const state = person.isFormer ? 'was deleted' : 'is a user';
        await confirm(
          world,
          `${printable(person.userName)} (${person.id}) ${state} of the account ${account.code}. Erasing cannot be undone.`,
        );
      }
      const deps = { ...services, forgetInForms: createForgetPerson(services) };
      const { removed } = await erasePerson(deps, commandLineActor(account), person.id);
      return {
        data: { id: person.id, erased: true, removed },
        text: [
          'The data of the person is erased.',
          ...Object.entries(removed).map(([what, count]) => `  ${LABELS[what] ?? what}: ${count}`),
        ].join('\n'),
      };
    });
  },
});

const LABELS: Readonly<Record<string, string>> = {
  users: 'users deleted',
  sessions: 'sessions ended',
  passkeys: 'passkeys removed',
  credentials: 'credentials revoked',
  groups: 'groups left',
  managers: 'people who had the person as manager',
  waitingMembers: 'memberships that waited for the person',
  formNames: 'forms that lost the name',
  provisioningLogEntries: 'requests of the provisioning log emptied',
};

/** Finds an existing user, or else a deleted one. @throws CommandFailure if there is neither. */
async function choosePerson(
  services: Services,
  account: Account,
  nameOrId: string,
): Promise<{ readonly id: string; readonly userName: string; readonly isFormer: boolean }> {
  const { db, directory } = services;
  const named = await directory.findUserByName(db.reader, account.id, nameOrId);
  if (named) return { ...named.user, isFormer: false };
  const former = isUserId(nameOrId)
    ? await readFormerUser(db.reader, account.id, nameOrId.toLowerCase())
    : await findFormerUserByName(db.reader, account.id, nameOrId);
  if (former) return { ...former, isFormer: true };
  return { ...(await chooseUser(services, account, nameOrId)), isFormer: false };
}
