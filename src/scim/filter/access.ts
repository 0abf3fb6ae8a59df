import { type RawBuilder, sql } from 'kysely';
import type { Condition, Lead } from './operand.ts';
import { all } from './operators.ts';

/** A way to find matching rows through an index. */
export interface Access {
  readonly rank: number;
  /** True when at most one resource has the value. */
  readonly unique: boolean;
  readonly lead: Lead;
  /** The remaining conditions on the rows found. */
  readonly rest: readonly Condition[];
}

/** A term of a filter, with an access if an index can find its rows. */
interface Term {
  readonly test: Condition;
  readonly access?: Access;
}

/** Returns an access to the rows that pass all terms: through the most selective one, with the others as conditions. */
export function accessToAll(terms: readonly Term[]): Access | undefined {
  const [best] = terms.flatMap(({ access }) => access ?? []).toSorted((a, b) => a.rank - b.rank);
  if (!best) return undefined;
  const { own } = best.lead;
  // The two bounds of a range share one index.
  const along = terms.filter(
    ({ access }) => access === best || (own !== undefined && access?.lead.own === own),
  );
  const others = terms.filter((term) => !along.includes(term)).map(({ test }) => test);
  const wheres = along.flatMap(({ access }) => access?.lead.where ?? []);
  const rests = along.flatMap(({ access }) => access?.rest ?? []);
  return {
    ...best,
    lead: {
      ...best.lead,
      where: all(wheres),
      ordered: along.some(({ access }) => access?.lead.ordered),
    },
    rest: [...rests, ...others],
  };
}

/** Returns an access to the rows that pass at least one term; there is one only if every term has one. */
export function accessToAny(terms: readonly Term[], whole: Condition): Access | undefined {
  const ways = terms.flatMap(({ access }) => access ?? []);
  if (ways.length < terms.length) return undefined;
  const found = sql`(${sql.join(ways.map(idsOf), sql` union all `)}) as e`;
  const bounded = ways.every(({ lead }) => lead.bounded);
  return {
    rank: Math.max(...ways.map(({ rank }) => rank)),
    unique: false,
    lead: {
      from: found,
      owner: sql<string>`e.owner`,
      where: sql<boolean>`true`,
      ordered: false,
      bounded,
    },
    rest: ways.some(({ rest }) => rest.length > 0) ? [whole] : [],
  };
}

const idsOf = ({ lead: { from, owner, where } }: Access): RawBuilder<unknown> =>
  sql`select ${owner} as owner from ${from} where ${where}`;
