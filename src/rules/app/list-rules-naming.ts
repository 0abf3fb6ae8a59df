import { Type } from 'typebox';
import { normaliseId } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { NamingRules } from '#rules/rules.shapes.ts';
import type { RulesDeps } from '#rules/rules-deps.ts';
import { rulesNaming } from '#rules/rules-naming.ts';

/** GET /app/v1/rules: the rules that name a user, group, template, list or webhook, or that the user owns. */
export const listRulesNaming = ({ db, directory }: RulesDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/rules',
    role: 'designer',
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
      responses: { 200: { description: 'The rules, by their names.', schema: NamingRules } },
    },
    async handle({ principal, query }) {
      const id = normaliseId(query.names) ?? '';
      return { status: 200, body: await rulesNaming(db.reader, directory, principal, id) };
    },
  });
