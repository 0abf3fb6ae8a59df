import type { AppFormsDeps } from '#forms/app/app-forms-deps.ts';
import { reportOnDefinition } from '#forms/definition/check-definition.ts';
import { faultsOfPublishing } from '#forms/definition/check-publishable.ts';
import type { FormEngine } from '#forms/engine/engine-types.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { isObject, type JsonValue } from '#kernel/json.ts';
import { DefinitionBody, DefinitionCheck } from './template.shapes.ts';

/** POST /app/v1/templates/check: returns all faults of a definition, and the definition without its refused parts. */
export const checkAppTemplate = ({ engine }: Pick<AppFormsDeps, 'engine'>): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/check',
    role: 'designer',
    body: DefinitionBody,
    doc: {
      summary: 'Check a definition',
      tag: 'Templates',
      description: 'Nothing is stored.',
      responses: { 200: { description: 'The result of the check.', schema: DefinitionCheck } },
    },
    async handle({ principal, body }) {
      const { definition } = body;
      return { status: 200, body: await report(engine.of(principal.accountId), definition) };
    },
  });

async function report(engine: FormEngine, definition: JsonValue): Promise<DefinitionCheck> {
  const { faults, fields, accepted, refused, expressions } = reportOnDefinition(definition);
  // The positions of faults refer to what was sent: in `accepted` they shift when something is left out.
  const isRead = accepted !== undefined && isObject(definition);
  const unfinished = isRead ? faultsOfPublishing(definition) : [];
  const unread = expressions.length > 0 ? await engine.inspect(expressions) : [];
  return {
    faults: [...faults, ...unfinished, ...unread].map((fault) => ({ ...fault })),
    fields: fields.map((field) => ({ ...field })),
    ...(accepted && { accepted }),
    refused: refused.map((fault) => ({ ...fault })),
  };
}
