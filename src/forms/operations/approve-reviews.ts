import { actorOfCall, type FormActor } from '#form-basics/index.ts';
import { type DecideDeps, decideChecked } from '#forms/reviews/decide-checked.ts';
import { operation } from '#http/operation.ts';
import { AppError } from '#kernel/errors.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { Approvals, Approved, MAX_APPROVED } from './approvals.shapes.ts';

type Result = Approved['items'][number];

/**
 * POST /reviews/approve: approves the step that each form is in. It is no job: a node of 0.2.0 would count the
 * forms of a kind of job that it does not know as done.
 */
export const approveReviews = (deps: DecideDeps) =>
  operation({
    method: 'POST',
    path: '/reviews/approve',
    right: 'forms.write',
    body: Approvals,
    etag: 'none',
    doc: {
      summary: 'Approve forms in review',
      tag: 'Forms',
      description: `At most ${MAX_APPROVED} forms, without remarks, each as it is approved by itself. A form that is refused does not keep the others from being approved. The request can be repeated.`,
      responses: { 200: { description: 'The result for each form.', schema: Approved } },
    },
    async handle(call) {
      const by = actorOfCall(call);
      const items: Result[] = [];
      for (const { id, revision } of call.body.forms) {
        items.push(await approve(deps, by, id, revision));
        await letOthersIn();
      }
      return { status: 200, body: { items } satisfies Approved };
    },
  });

/** Approves one form. Only errors that say something about the form are told as its result. */
async function approve(
  deps: DecideDeps,
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
