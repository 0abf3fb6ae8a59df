import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { Viewer } from '#form-basics/index.ts';

/** A viewer, with the subjects of rights-of.ts. */
export type ListViewer = Pick<Viewer, 'role'> & { readonly subjects: readonly string[] };

/**
 * Returns the condition for the templates that a list shows to a viewer. It says what `isListed` of find-template.ts
 * says of one template.
 */
export function isListedFor(
  db: Reader,
  eb: ExpressionBuilder<Tables, 'templates'>,
  { role, subjects }: ListViewer,
): ExpressionWrapper<Tables, 'templates', SqlBool> {
  if (role === 'admin') return eb.and([]);
  return eb.and([
    eb.exists(
      eb
        .selectFrom('template_grants as g')
        .select('g.subject')
        .whereRef('g.account_id', '=', 'templates.account_id')
        .whereRef('g.template_id', '=', 'templates.id')
        .where(isIn(db, sql.ref('g.subject'), subjects))
        .where((g) => {
          const seesOthers = g.or([g('g.edit', '=', 1), g('g.see', '<>', 'own')]);
          return g.or([
            ...(role === 'member' ? [] : [g('g.manage', '=', 1)]),
            g.and([g('templates.status', '=', 'archived'), seesOthers]),
            g.and([
              g('templates.status', '=', 'published'),
              g.or([g('g.fill', '=', 1), seesOthers]),
            ]),
          ]);
        }),
    ),
  ]);
}

/** Returns the condition for the published templates that a viewer may create forms from. */
export function isFillableFor(
  db: Reader,
  eb: ExpressionBuilder<Tables, 'templates'>,
  { subjects }: ListViewer,
): ExpressionWrapper<Tables, 'templates', SqlBool> {
  return eb.and([
    eb('templates.status', '=', 'published'),
    eb.exists(
      eb
        .selectFrom('template_grants as g')
        .select('g.subject')
        .whereRef('g.account_id', '=', 'templates.account_id')
        .whereRef('g.template_id', '=', 'templates.id')
        .where(isIn(db, sql.ref('g.subject'), subjects))
        .where('g.fill', '=', 1),
    ),
  ]);
}
