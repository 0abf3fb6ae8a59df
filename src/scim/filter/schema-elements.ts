import { type RawBuilder, sql } from 'kysely';
import type { ResourceType } from '#scim/protocol/index.ts';
import { literal } from './common-operands.ts';
import type { Condition } from './operand.ts';
import type { Elements } from './selection.ts';

/** The URNs in `schemas`: the core schema, then each extension that the resource has values of. */
export function schemaElements(
  { schema, extensions }: ResourceType,
  has: (urn: string) => Condition,
): Elements {
  const rows: readonly RawBuilder<unknown>[] = [
    sql`select ${literal(schema)} as value`,
    ...extensions.map(({ schema: urn }) => sql`select ${literal(urn)} as value where ${has(urn)}`),
  ];
  const shown = sql`(${sql.join(rows, sql` union all `)}) as e`;
  return {
    operand: () => ({ ref: sql`e.value`, kind: 'text' }),
    exists: (test) => sql<boolean>`exists (select 1 from ${shown} where ${test})`,
    first: () => literal(schema),
    many: false,
  };
}
