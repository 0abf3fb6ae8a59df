import { sql } from 'kysely';
import { jsonFlag, throughIndex, withinDeadline } from '#db/dialect.ts';
import { INDEXED_VALUES } from '#directory/index.ts';
import type { ResolvedAttribute } from '#scim/protocol/index.ts';
import { isRange, jsonOperand, primaryOperand } from './common-operands.ts';
import type { Condition, IndexedOperand, Operand } from './operand.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Elements } from './selection.ts';

const INDEX = 'user_values_by_attribute_value_key_user_id';
/** Attributes whose values many users share rank after those that identify a person. */
const SHARED = new Set(['roles', 'entitlements']);
const PERSONAL_RANK = 3;
const SHARED_RANK = 6;

/** The stored elements of a user's multi-valued attribute: emails, phoneNumbers, addresses, … */
export function valueElements(context: ScopeContext, attribute: ResolvedAttribute): Elements {
  const { db, accountId } = context;
  const { key } = attribute;
  const ofAttribute = sql<boolean>`e.account_id = ${accountId} and e.attribute = ${key}`;
  const ofResource = sql<boolean>`${ofAttribute} and e.user_id = r.id`;
  const access: IndexedOperand = {
    rank: SHARED.has(key) ? SHARED_RANK : PERSONAL_RANK,
    // Reading all users' values in the index costs less than a lookup for each user.
    lead: ({ operator, condition }) => ({
      from: throughIndex(db, 'user_values', 'e', INDEX),
      owner: sql<string>`e.user_id`,
      where: isRange(operator)
        ? sql<boolean>`(${ofAttribute} and ${condition})`
        : sql<boolean>`(${withinDeadline(db, sql`e.user_id`)} and ${ofAttribute} and ${condition})`,
      ordered: operator === 'eq',
      bounded: isRange(operator),
    }),
  };
  return {
    operand: (part): Operand => {
      if (part === attribute) return jsonOperand(context, sql`e.folded`, [], part);
      if (part.name === 'type' && !part.caseExact) return { ref: sql`e.type_key`, kind: 'text' };
      if (part.name === 'primary') {
        return primaryOperand(sql`e.is_primary`, jsonFlag(db, sql`e.folded`, ['primary']));
      }
      return part.name === 'value' && INDEXED_VALUES.has(key)
        ? { ref: sql`e.value_key`, kind: 'text', access }
        : jsonOperand(context, sql`e.folded`, [part.name], part);
    },
    exists: (test: Condition) =>
      sql<boolean>`exists (select 1 from user_values as e where ${ofResource} and ${test})`,
    first: (ref) => sql`(select ${ref} from user_values as e where ${ofResource}
      order by e.is_primary desc, e.ordinal limit 1)`,
    many: false,
  };
}
