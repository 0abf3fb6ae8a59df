import { actorIn } from '#forms/app/actor-in.ts';
import type { AppFormsDeps } from '#forms/app/app-forms-deps.ts';
import { invalidDefinition, reportOnDefinition } from '#forms/definition/check-definition.ts';
import { requireTemplateRight } from '#forms/find-template.ts';
import type { FormActor } from '#forms/form.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { AppError } from '#kernel/errors.ts';
import { PublishBody, TemplateDetail } from './template.shapes.ts';
import { describeWritten } from './template-detail.ts';

/** POST /app/v1/templates/:id/publish: publishes the draft as the version that new forms are made from. */
export const publishAppTemplate = (deps: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/:id/publish',
    role: 'designer',
    body: PublishBody,
    doc: {
      summary: 'Publish a template',
      tag: 'Templates',
      responses: {
        200: { description: 'Published.', schema: TemplateDetail },
        403: { description: 'The user does not manage the template.' },
        404: { description: 'There is no such template.' },
        409: { description: 'The template is archived.' },
        412: {
          description:
            'Another user changed the template. `currentRevision` is its current revision.',
        },
        422: { description: 'The definition is not valid. `faults` lists each position.' },
      },
    },
    async handle(request) {
      const { revision } = request.body;
      const by = actorIn(request);
      const id = request.params.id;
      for (let left = ATTEMPTS; ; left -= 1) {
        try {
          return { status: 200, body: await publish(deps, by, id, revision) };
        } catch (error) {
          const moved = error instanceof AppError && error.code === 'precondition-failed';
          if (!moved || revision !== undefined || left <= 1) throw error;
          // Reads see only committed changes: before this they may miss the change that caused the conflict.
          await deps.db.settled();
        }
      }
    },
  });

/** The number of attempts when the draft changes during the check and the request names no revision. */
const ATTEMPTS = 3;

/** Publishes exactly the draft that the engine checked. The engine runs outside of the transaction. */
async function publish(
  { db, directory, forms, engine }: AppFormsDeps,
  by: FormActor,
  id: string,
  revision: number | undefined,
): Promise<TemplateDetail> {
  const draft = await requireTemplateRight(db.reader, directory, by, id, 'manage');
  const { expressions } = reportOnDefinition(draft.hasChanges ? draft.draftDefinition : {});
  const faults = expressions.length > 0 ? await engine.of(by.accountId).inspect(expressions) : [];
  if (faults.length > 0) throw invalidDefinition(faults);
  const ifRevision = revision ?? draft.revision;
  return db.transaction(async (tx) => {
    const { template } = await forms.publishTemplate(tx, by, id, { ifRevision });
    return describeWritten(tx, directory, by, template);
  });
}
