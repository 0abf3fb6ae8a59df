import { type RawBuilder, sql } from 'kysely';
import { collapsed, isSpaced, NAMED } from '#db/collapsed.ts';
import type { Tx } from '#db/database.ts';
import { throughIndex } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { collapse } from '#kernel/text.ts';

export function nameTaken({
  cause,
  holder,
}: {
  readonly cause?: unknown;
  readonly holder?: string;
}): AppError {
  return fail(
    'user-name-taken',
    'Another user of this account has this userName. Use another one.',
    { at: 'userName', cause, holder },
  );
}

interface Namesake {
  readonly id: string;
  readonly protected: 0 | 1;
  readonly is_exact: 0 | 1;
}

interface Search {
  readonly accountId: string;
  readonly exceptId: string;
  readonly key: string;
  readonly name: string;
}

const findNamesakes = precompile<Namesake, Search>((db, { accountId, exceptId, key, name }) => {
  const own = sql.ref('user_name_key');
  const select = (from: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
    select id, protected, case when user_name_key = ${key} then 1 else 0 end as is_exact from ${from}
    where account_id = ${accountId} and id <> ${exceptId} and ${where}`;
  const spaced = throughIndex(db, 'users', 'u', NAMED.users.index);
  return {
    compile: () =>
      sql<Namesake>`
        ${select(sql`users`, sql`user_name_key = ${key}`)}
        union all ${select(sql`users`, sql`user_name_key = ${name}`)}
        union all ${select(spaced, sql`${isSpaced(db, own)} and ${collapsed(db, own)} = ${name}`)}
      `.compile(db),
  };
});

/**
 * Requires that no other user has the name, whatever its white space (decision 88). Call it once the row of the user
 * has the collapsed key: the unique index then makes everybody wait who writes the same name.
 * @throws AppError `user-name-taken`, `break-glass-user` when another user has the name
 */
export async function requireFreeName(
  tx: Tx,
  accountId: string,
  userNameKey: string,
  exceptId = '',
): Promise<void> {
  const name = collapse(userNameKey);
  const found = await findNamesakes(tx, { accountId, exceptId, key: userNameKey, name });
  const holder = found.find((each) => each.is_exact === 1) ?? found[0];
  if (!holder) return;
  if (holder.protected === 0) {
    throw holder.is_exact === 1 ? nameTaken({ holder: holder.id }) : almostTaken(holder.id);
  }
  throw fail(
    'break-glass-user',
    'This userName belongs to the break-glass administrator, which provisioning neither sees nor ' +
      'changes. Leave the person out of provisioning, give them another userName, or let an ' +
      'administrator open the break-glass user to provisioning in Formstead.',
    { at: 'userName', holder: holder.id },
  );
}

const almostTaken = (holder: string): AppError =>
  fail(
    'user-name-taken',
    'Another user of this account has a userName that differs only in white space. Use another one.',
    { at: 'userName', holder },
  );
