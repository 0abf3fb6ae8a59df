import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { byCodePoint, containsText, endsWith, startsWith } from '#db/dialect.ts';
import { endOfPrefix } from '#kernel/end-of-prefix.ts';
import type { CompareOperator } from '#scim/protocol/index.ts';
import type { Condition, Operand } from './operand.ts';

/** Compares values of one type, already folded where case does not matter. A null result counts as false. */
type Comparison = (db: Reader, operand: Operand, value: string | number) => Condition;

const comparable = (db: Reader, { ref, kind }: Operand): RawBuilder<unknown> =>
  kind === 'text' ? byCodePoint(db, ref) : ref;

const equal: Comparison = (_db, { ref, meant }, value) =>
  sql<boolean>`${ref} = ${meant ? meant(value) : value}`;

/** An index holds keys in order, so all values with a prefix are one range of it. */
const startsWithPrefix: Comparison = (db, operand, value) => {
  if (!operand.access) return startsWith(db, operand.ref, String(value));
  const end = endOfPrefix(String(value));
  const key = comparable(db, operand);
  const from = sql<boolean>`${key} >= ${value}`;
  return end === undefined ? from : sql<boolean>`(${from} and ${key} < ${end})`;
};

/** The operators of RFC 7644 §3.4.2.2, table 3. */
export const OPERATORS: Readonly<Record<CompareOperator, Comparison>> = {
  eq: equal,
  // Also true without a value, because that is not equal either.
  ne: (db, operand, value) => isNot(equal(db, operand, value)),
  co: (db, { ref }, value) => containsText(db, ref, String(value)),
  sw: startsWithPrefix,
  ew: (db, { ref }, value) => endsWith(db, ref, String(value)),
  gt: (db, operand, value) => sql<boolean>`${comparable(db, operand)} > ${value}`,
  ge: (db, operand, value) => sql<boolean>`${comparable(db, operand)} >= ${value}`,
  lt: (db, operand, value) => sql<boolean>`${comparable(db, operand)} < ${value}`,
  le: (db, operand, value) => sql<boolean>`${comparable(db, operand)} <= ${value}`,
};

/** Tests `pr`; an empty text is no value (RFC 7643 §2.5). */
export const isPresent = ({ ref, kind, stored = ref }: Operand): Condition =>
  kind === 'text' ? sql<boolean>`${stored} <> ''` : sql<boolean>`${stored} is not null`;

/** Negates a condition; null counts as false. */
export const isNot = (condition: Condition): Condition => sql<boolean>`(${condition}) is not true`;

export const all = (conditions: readonly Condition[]): Condition => joined(conditions, sql` and `);
export const any = (conditions: readonly Condition[]): Condition => joined(conditions, sql` or `);

function joined(conditions: readonly Condition[], by: RawBuilder<unknown>): Condition {
  const [only] = conditions;
  return only && conditions.length === 1 ? only : sql<boolean>`(${sql.join(conditions, by)})`;
}
