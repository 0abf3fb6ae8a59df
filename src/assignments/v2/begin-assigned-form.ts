import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { beginAssignment } from '#assignments/begin-assignment.ts';
import { FORMS_FULL, formActorOf } from '#form-basics/index.ts';
import { type ApiDeps, beginForm, FORM_HEADERS, FormDetail, replyWithForm } from '#forms/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';

/** POST /v2/assignments/:id/form: begins the form of an assignment, as its assignee. */
export const beginAssignedForm = (deps: AssignmentsDeps & ApiDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/assignments/:id/form',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.write' },
    doc: {
      summary: 'Begin the form of an assignment',
      tag: 'Assignments',
      description:
        'For the user who has the assignment, or a member of its group. The form begins with the default values of the version that is published now, and with what the sender filled in.',
      idempotent: true,
      responses: {
        201: {
          description: 'The new draft.',
          schema: FormDetail,
          headers: { ...FORM_HEADERS, Location: 'The address of the new resource.' },
        },
        403: { description: 'Somebody else has the assignment.' },
        404: 'no assignment seen',
        409: {
          description: 'The form has begun, or the assignment has ended. `formId` is the form.',
          codes: ['assignment-state', 'template-state'],
        },
        ...FORMS_FULL,
      },
    },
    async handle(request) {
      const by = formActorOf(request);
      const target = `POST /v2/assignments/${request.params.id}/form`;
      const { form } = await beginForm(deps, by.accountId, (begin) =>
        deps.idempotency.once(request, target, (tx) =>
          beginAssignment(deps)(tx, by, request.params.id, {}, begin),
        ),
      );
      const location = `${deps.publicUrl()}/v2/formz/${form.id}`;
      return replyWithForm(deps, form, { status: 201, location });
    },
  });
