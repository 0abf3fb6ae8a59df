import type { Viewer } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { isObject, type JsonValue } from '#kernel/json.ts';
import { reportOnDefinition } from '#questionnaires/definition/check-definition.ts';
import { faultsOfPublishing } from '#questionnaires/definition/check-publishable.ts';
import { MAX_DEFINITION_BODY } from '#questionnaires/definition/definition-limits.ts';
import { faultsOfStored } from '#templates/faults-of-stored.ts';
import { DefinitionBody, DefinitionCheck } from '#templates/template.shapes.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

type Deps = Pick<TemplatesDeps, 'engine' | 'db' | 'directory'>;

/** POST /app/v1/templates/check: returns all faults of a definition, and the definition without its refused parts. */
export const checkAppTemplate = (deps: Deps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/check',
    role: 'designer',
    body: DefinitionBody,
    maxBodyBytes: MAX_DEFINITION_BODY,
    doc: {
      summary: 'Check a definition',
      tag: 'Templates',
      description: 'Nothing is stored.',
      responses: { 200: { description: 'The result of the check.', schema: DefinitionCheck } },
    },
    async handle({ principal, body }) {
      const { definition } = body;
      return { status: 200, body: await report(deps, principal, definition) };
    },
  });

async function report(deps: Deps, viewer: Viewer, definition: JsonValue): Promise<DefinitionCheck> {
  const { faults, fields, accepted, refused, expressions } = reportOnDefinition(definition);
  // The positions of faults refer to what was sent: in `accepted` they shift when something is left out.
  const isRead = accepted !== undefined && isObject(definition);
  const unfinished = isRead ? faultsOfPublishing(definition) : [];
  const engine = deps.engine.of(viewer.accountId);
  const unread = expressions.length > 0 ? await engine.inspect(expressions) : [];
  const stored = isRead ? await faultsOfStored(deps, deps.db.reader, viewer, definition) : [];
  return {
    faults: [...faults, ...unfinished, ...stored, ...unread].map((fault) => ({ ...fault })),
    fields: fields.map((field) => ({ ...field })),
    ...(accepted && { accepted }),
    refused: refused.map((fault) => ({ ...fault })),
  };
}
