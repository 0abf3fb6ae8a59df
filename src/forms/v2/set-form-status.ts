import type { Form } from '#forms/form.ts';
import { removedFrom } from '#forms/form-event.store.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { ApiDeps } from './api-deps.ts';
import { FORM_HEADERS, FormStatusInput } from './form.shapes.ts';
import { FormCompleted } from './form-detail.ts';
import { formActorOf, replyWithForm, writeForm } from './write-form.ts';

/** POST /v2/formz/:id/status: completes a draft, or reopens a complete form. */
export const setFormStatus = (deps: ApiDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/formz/:id/status',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.write' },
    body: 'json',
    doc: {
      summary: 'Complete or reopen a form',
      tag: 'Forms',
      description: [
        '`complete` checks all answers as the form page does; answers of hidden fields go, and `removed` says which.',
        '`draft` reopens; only designers and admins may.',
        'A form that has the status already is answered as it is, so that the request may be sent again.',
      ].join('\n'),
      body: FormStatusInput,
      responses: {
        200: {
          description: 'The form as it is now.',
          schema: FormCompleted,
          headers: FORM_HEADERS,
        },
        403: { description: 'Only a designer or an admin may reopen.' },
        404: { description: 'There is no such form that the acting user may see.' },
        412: {
          description:
            'Somebody wrote it since. `current` is the form as it is now, `sent` what you sent.',
        },
        422: { description: 'Answers are missing or not valid: `faults` says which and why.' },
      },
    },
    async handle(request) {
      const by = formActorOf(request);
      const { status } = parseInput(FormStatusInput, request.body);
      const { db, forms, completeForm } = deps;
      const removedOf = async (form: Form) =>
        form.status === 'complete' ? await removedFrom(db.reader, form) : [];
      const { form, removed } = await writeForm(deps, request, async (before, expected) => {
        if (before.status === status) {
          // Reads may see the status a moment before it is on disk.
          await db.settled();
          return { form: before, removed: await removedOf(before) };
        }
        if (status === 'complete') return completeForm(by, before.id, expected);
        const reopened = await db.transaction((tx) =>
          forms.reopenForm(tx, by, before.id, expected),
        );
        return { form: reopened, removed: [] };
      });
      return replyWithForm(deps, form, { status: 200 }, removed.length > 0 ? { removed } : {});
    },
  });
