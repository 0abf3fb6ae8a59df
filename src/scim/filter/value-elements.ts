import { sql } from 'kysely';
import { jsonText } from '#db/dialect.ts';
import { INDEXED_VALUES } from '#directory/index.ts';
import type { ResolvedAttribute } from '#scim/protocol/index.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Condition, Elements, FilterValue, Lead, Operand } from './selection.ts';

/** Attributes that tell people apart come before those that many share. */
const SHARED = new Set(['roles', 'entitlements']);
const PERSONAL_RANK = 3;
const SHARED_RANK = 6;

/** The stored elements of a user's multi-valued attribute: emails, phoneNumbers, addresses, … */
export function valueElements(context: ScopeContext, attribute: ResolvedAttribute): Elements {
  const { db, accountId } = context;
  const { key } = attribute;
  const ofAttribute = sql<boolean>`e.account_id = ${accountId} and e.attribute = ${key}`;
  const holdersOf = (value: FilterValue): Lead => ({
    from: sql`user_values as e`,
    owner: sql<string>`e.user_id`,
    ordered: true,
    where: sql<boolean>`${ofAttribute} and e.value_key = ${value}`,
  });
  return {
    operand: (sub): Operand => {
      if (sub.name === 'type') return { ref: sql`e.type_key` };
      if (sub.name === 'primary')
        return { ref: sql`e.is_primary`, bind: (value) => (value === true ? 1 : 0) };
      if (sub.name !== 'value' || !INDEXED_VALUES.has(key)) {
        return { ref: jsonText(db, sql`e.folded`, [sub.name]) };
      }
      const rank = SHARED.has(key) ? SHARED_RANK : PERSONAL_RANK;
      return { ref: sql`e.value_key`, access: { rank, lead: holdersOf } };
    },
    exists: (test: Condition) => sql<boolean>`exists (select 1 from user_values as e
      where ${ofAttribute} and e.user_id = r.id and ${test})`,
  };
}
