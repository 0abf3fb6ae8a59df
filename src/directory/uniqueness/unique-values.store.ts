import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { textRows } from '#db/dialect.ts';
import {
  NO_UNIQUE_ATTRIBUTES,
  type UniqueAttributes,
  type UniqueValue,
  uniqueValuesOf,
} from '#directory/attributes/unique-values.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';

interface Owner {
  readonly accountId: string;
  readonly id: string;
}

/**
 * Claims the values of a new resource.
 * @throws AppError `value-taken` naming the attribute, `invalid-value` for one that is too long
 */
export async function claimValues(
  tx: Tx,
  owner: Owner,
  attributes: JsonObject,
  unique: UniqueAttributes = NO_UNIQUE_ATTRIBUTES,
): Promise<void> {
  await claim(tx, owner, uniqueValuesOf(attributes, unique));
}

/** Releases the values that the resource no longer has, then claims its new ones. @throws the errors of claimValues */
export async function changeValues(
  tx: Tx,
  owner: Owner,
  attributes: JsonObject,
  unique: UniqueAttributes = NO_UNIQUE_ATTRIBUTES,
): Promise<void> {
  if (unique.size === 0) return;
  const wanted = uniqueValuesOf(attributes, unique);
  const held = await tx
    .selectFrom('unique_values')
    .select(['attribute', 'value_key'])
    .where('account_id', '=', owner.accountId)
    .where('owner_id', '=', owner.id)
    .execute();
  for (const value of without(held, wanted)) {
    await tx
      .deleteFrom('unique_values')
      .where('account_id', '=', owner.accountId)
      .where('attribute', '=', value.attribute)
      .where('value_key', '=', value.value_key)
      .execute();
  }
  await claim(tx, owner, without(wanted, held));
}

/** Releases the values of a deleted resource. */
export async function releaseValues(tx: Tx, { accountId, id }: Owner): Promise<void> {
  await tx
    .deleteFrom('unique_values')
    .where('account_id', '=', accountId)
    .where('owner_id', '=', id)
    .execute();
}

async function claim(tx: Tx, owner: Owner, values: readonly UniqueValue[]): Promise<void> {
  const [taken] = await insertUnlessTaken(tx, owner, values);
  if (!taken) return;
  throw fail(
    'value-taken',
    `${taken.attribute} must be unique, but another resource of this account already has this value.`,
    { at: taken.attribute, holder: await ownerOfValue(tx, owner.accountId, taken) },
  );
}

/** Inserts the values that are free. @returns the values that belong to others */
export async function insertUnlessTaken(
  tx: Tx,
  { accountId, id }: Owner,
  values: readonly UniqueValue[],
): Promise<readonly UniqueValue[]> {
  const inserted: UniqueValue[] = [];
  const byAttribute = Map.groupBy(values, ({ attribute }) => attribute);
  for (const [attribute, ofIt] of byAttribute) {
    const keys = ofIt.map(({ value_key }) => value_key);
    // The insert waits for a transaction that writes the same value: of two, the second one finds the first one's
    // value.
    const { rows } = await sql<UniqueValue>`
      insert into unique_values (account_id, attribute, value_key, owner_id)
      select ${accountId}, ${attribute}, added.value, ${id} from ${textRows(tx, keys, 'added')}
      where true
      on conflict (account_id, attribute, value_key) do nothing
      returning attribute, value_key
    `.execute(tx);
    inserted.push(...rows);
  }
  return without(values, inserted);
}

export async function ownerOfValue(tx: Tx, accountId: string, value: UniqueValue): Promise<string> {
  const row = await tx
    .selectFrom('unique_values')
    .select('owner_id')
    .where('account_id', '=', accountId)
    .where('attribute', '=', value.attribute)
    .where('value_key', '=', value.value_key)
    .executeTakeFirstOrThrow();
  return row.owner_id;
}

function without(
  values: readonly UniqueValue[],
  others: readonly UniqueValue[],
): readonly UniqueValue[] {
  const textOf = ({ attribute, value_key }: UniqueValue) => `${attribute}\0${value_key}`;
  const known = new Set(others.map(textOf));
  return values.filter((value) => !known.has(textOf(value)));
}
