import { Type } from 'typebox';
import { normaliseId } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { NamingRules } from '#rules/rules.shapes.ts';
import type { RulesDeps } from '#rules/rules-deps.ts';
import { rulesNaming } from '#rules/rules-naming.ts';

/** GET /rules: the rules that name a user, group, template, list or webhook, or that the user owns. */
export const listRulesNaming = ({ db, directory }: RulesDeps) =>
  operation({
    method: 'GET',
    path: '/rules',
    right: 'templates',
    role: 'designer',
    etag: 'content',
    query: Type.Object(
      {
        names: Type.String({
          ...{ format: 'uuid', description: 'The id of a user, group, template, list or webhook.' },
        }),
      },
      { additionalProperties: false },
    ),
    doc: {
      summary: 'List the rules that name something',
      description:
        'These rules stop when it is deleted; of a user, also those that act with the rights of the user. Rules that the user may not see are only counted.',
      tag: 'Rules',
      responses: {
        200: { description: 'The rules, by their names.', schema: NamingRules },
        304: 'not modified',
      },
    },
    async handle({ principal, query }) {
      const id = normaliseId(query.names) ?? '';
      return { status: 200, body: await rulesNaming(db.reader, directory, principal, id) };
    },
  });
