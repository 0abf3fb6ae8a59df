import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { type Arguments, type Command, command, type World } from '#commands/shell/command.ts';
import type { Tx } from '#db/database.ts';
import type { User } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Services } from '#services.ts';
import { chooseUser, USER_OPERAND } from './choose-user.ts';
import { userData } from './user-data.ts';

interface UserChange {
  readonly name: string;
  readonly summary: string;
  readonly details: string;
  readonly change: (
    tx: Tx,
    directory: Services['directory'],
    actor: Actor,
    user: User,
  ) => Promise<User>;
  readonly messageOf: (user: User) => string;
}

/** Returns a command that changes one thing of one user and takes no other operand. */
export function userChange({ name, summary, details, change, messageOf }: UserChange): Command {
  return command({
    name,
    summary,
    details,
    operands: [USER_OPERAND],
    options: { account: ACCOUNT_OPTION },
    json: true,
    examples: [`formstead ${name} ada@example.org`],
    async run(world, args) {
      const user = await changeOneUser(world, args, (services, tx, actor, before) =>
        change(tx, services.directory, actor, before),
      );
      return { data: userData(user), text: messageOf(user) };
    },
  });
}

/** Finds the user that a command names and changes it in one transaction. */
export function changeOneUser<T>(
  world: World,
  args: Arguments<'account'>,
  change: (services: Services, tx: Tx, actor: Actor, user: User) => Promise<T>,
): Promise<T> {
  return withExisting(world, async (services) => {
    const account = await chooseAccount(services, args.text('account'));
    const user = await chooseUser(services, account, args.operand(USER_OPERAND.name));
    const actor = commandLineActor(account);
    return services.db.transaction((tx) => change(services, tx, actor, user));
  });
}
