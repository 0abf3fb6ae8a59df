import { actorIn, type FormActor } from '#form-basics/index.ts';
import { decideChecked } from '#forms/reviews/decide-checked.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { AppError } from '#kernel/errors.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';
import { AppApprovals, AppApproved, MAX_APPROVED } from './app-review.shapes.ts';

type Result = AppApproved['items'][number];

/**
 * POST /app/v1/reviews/approve: approves the step that each form is in. It is no job: a node of 0.2.0 would count the
 * forms of a kind of job that it does not know as done.
 */
export const approveAppReviews = (deps: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/reviews/approve',
    body: AppApprovals,
    doc: {
      summary: 'Approve forms in review',
      tag: 'Forms',
      description: `At most ${MAX_APPROVED} forms, without remarks, each as POST /app/v1/forms/{id}/review approves one. A form that is refused does not keep the others from being approved. The request can be repeated.`,
      responses: { 200: { description: 'The result for each form.', schema: AppApproved } },
    },
    async handle(request) {
      const by = actorIn(request);
      const items: Result[] = [];
      for (const { id, revision } of request.body.forms) {
        items.push(await approve(deps, by, id, revision));
        await letOthersIn();
      }
      return { status: 200, body: { items } satisfies AppApproved };
    },
  });

/** Approves one form. Only errors that say something about the form are told as its result. */
async function approve(
  deps: AppFormsDeps,
  by: FormActor,
  id: string,
  ifRevision: number,
): Promise<Result> {
  const asked = { decision: 'approve', ifRevision } as const;
  try {
    return await decideChecked(deps, by, id, asked, async (_tx, { review }) => ({
      id,
      outcome: review?.state === 'in-review' ? ('passed' as const) : ('approved' as const),
    }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, detail, extra } = error;
    const { reason, value, who } = {
      reason: undefined,
      value: undefined,
      who: undefined,
      ...extra,
    };
    return {
      id,
      outcome: 'refused',
      code,
      message: detail,
      ...(typeof reason === 'string' && { reason }),
      ...(typeof value === 'string' && { value }),
      ...(typeof who === 'string' && { who }),
    };
  }
}
