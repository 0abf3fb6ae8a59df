import type { Tx } from '#db/database.ts';
import type { Expected, Form } from '#form-basics/index.ts';
import type { StoredForm } from '#form-records/index.ts';
import { requireJsonAccepted } from '#http/accept.ts';
import { ifMatch, notInIfMatch } from '#http/conditional.ts';
import type { Reply, Request, UserPrincipal } from '#http/endpoint.ts';
import { AppError } from '#kernel/errors.ts';
import type { ApiDeps } from './api-deps.ts';
import { describeForm, etagOf, requireApiForm } from './form-detail.ts';

type WriteDeps = Pick<ApiDeps, 'db' | 'directory' | 'engine' | 'forms' | 'publicUrl'>;
type FormRequest = Request<UserPrincipal, 'id'>;

/** Without If-Match, a conflict is retried and not reported to the client. This many in a row are an error. */
const MOST_ATTEMPTS = 50;

/**
 * Reads the form in the path, compares it with If-Match and runs `work`. When somebody else has changed the form
 * meanwhile, it starts again as long as If-Match allows the new state.
 * @throws AppError `not-found`, `precondition-failed` with both versions, and the errors of `work`.
 */
export async function writeForm<T>(
  deps: WriteDeps,
  request: FormRequest,
  work: (form: StoredForm, expected: Expected) => Promise<T>,
): Promise<T> {
  requireJsonAccepted(request.headers['accept']);
  const header = request.headers['if-match'];
  for (let attempt = 1; ; attempt += 1) {
    const form = await requireApiForm(deps, request.principal, request.params.id);
    if (!ifMatch(header, etagOf(form))) throw await stale(deps, request, form);
    try {
      return await work(form, { ifRevision: form.revision });
    } catch (error) {
      const lost = error instanceof AppError && error.code === 'precondition-failed';
      if (!lost || attempt >= MOST_ATTEMPTS) throw error;
      // Reads see only committed changes: before this they may miss the change that caused the conflict.
      await deps.db.settled();
    }
  }
}

/** Like {@link writeForm}, with `work` in a transaction. */
export function writeFormIn<T>(
  deps: WriteDeps,
  request: FormRequest,
  work: (tx: Tx, form: StoredForm, expected: Expected) => Promise<T>,
): Promise<T> {
  return writeForm(deps, request, (form, expected) =>
    deps.db.transaction((tx) => work(tx, form, expected)),
  );
}

/** Returns the response to a write: the form in its new state. */
export async function replyWithForm(
  deps: WriteDeps,
  form: Form,
  { status, ...headers }: { readonly status: 200 | 201; readonly location?: string },
  more: object = {},
): Promise<Reply> {
  const shown = await describeForm(deps, { ...form, deletedAt: undefined }, true);
  const body = { ...shown, ...more };
  return { status, headers: { ...headers, etag: etagOf(form) }, body };
}

async function stale(deps: WriteDeps, { headers, body }: FormRequest, form: StoredForm) {
  const { revision } = form;
  const etag = etagOf(form);
  return notInIfMatch(
    `The form is at revision ${revision}, which If-Match does not name. \`current\` is the current form, \`sent\` is your request. Merge them, and send the result with If-Match: ${etag}.`,
    { header: headers['if-match'], etag, revision },
    { current: await describeForm(deps, form), sent: body ?? null },
  );
}
