import { ANSWERS_FULL, type Form, formActorOf } from '#form-basics/index.ts';
import { removedFrom } from '#form-records/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { ApiDeps } from './api-deps.ts';
import { FORM_HEADERS, FormStatusInput } from './form.shapes.ts';
import { FormCompleted } from './form-detail.ts';
import { replyWithForm, writeForm } from './write-form.ts';

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
        '`complete` checks all answers as the form page does. It removes the answers of hidden fields and',
        'lists them in `removed`. `draft` reopens the form, which needs the right to edit answers of its',
        'template, and ends its review; whoever completed a form that no reviewer has opened needs no right. A form',
        'that was approved or rejected is reopened with a `reason`. If the form already has the status, the answer is the unchanged form, so you can repeat the',
        'request.',
      ].join('\n'),
      body: FormStatusInput,
      responses: {
        200: {
          description: 'The current form.',
          schema: FormCompleted,
          headers: FORM_HEADERS,
        },
        403: { description: 'The acting user may not edit answers of the template.' },
        404: 'no form seen by the acting user',
        409: {
          description: 'A reviewer has opened the form, or the reason is missing.',
          codes: ['form-state'],
        },
        412: {
          description:
            'Another user or program changed the form. `current` is the current form, `sent` is your request.',
        },
        422: {
          description: 'Answers are missing or not valid. `faults` lists them with the reason.',
          codes: ['invalid-answers', 'form-check-failed', 'form-check-timeout'],
        },
        ...ANSWERS_FULL,
      },
    },
    async handle(request) {
      const by = formActorOf(request);
      const { status, reason } = parseInput(FormStatusInput, request.body);
      const { db, forms, completeForm } = deps;
      const removedOf = async (form: Form) =>
        form.status === 'complete' ? await removedFrom(db.reader, form) : [];
      const { form, removed } = await writeForm(deps, request, async (before, expected) => {
        if (before.status === status) {
          // Reads may see the status a moment before it is on disk.
          await db.settled();
          return { form: before, removed: await removedOf(before) };
        }
        if (status === 'complete')
          return completeForm(by, before.id, { ...expected, seen: before });
        const reopened = await db.transaction((tx) =>
          forms.reopenForm(tx, by, before.id, { ...expected, reason }),
        );
        return { form: reopened, removed: [] };
      });
      return replyWithForm(deps, form, { status: 200 }, removed.length > 0 ? { removed } : {});
    },
  });
