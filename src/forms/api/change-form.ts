import { attachmentsOf } from '#forms/attachments/attachment.store.ts';
import { findVersion } from '#forms/template.store.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { ApiDeps } from './api-deps.ts';
import { toLocation } from './create-form.ts';
import { changeAnswers } from './field-changes.ts';
import { fieldsOf } from './field-kinds.ts';
import { FORM_HEADERS, FormChangesInput } from './form.shapes.ts';
import { FormDetail } from './form-detail.ts';
import { formActorOf, replyWithForm, writeFormIn } from './write-form.ts';

/** PATCH /v2/formz/:id: changes name, location and some fields of a draft; the rest stays. */
export const changeForm = (deps: ApiDeps): Endpoint =>
  endpoint({
    method: 'PATCH',
    path: '/v2/formz/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.write' },
    body: 'json',
    doc: {
      summary: 'Change a form',
      tag: 'Forms',
      description: [
        'What is named changes, everything else stays; `null` clears a field. The status stays: a complete form is',
        'reopened first. Send If-Match with the ETag of your copy, or the last one who writes wins, field by field.',
      ].join('\n'),
      body: FormChangesInput,
      responses: {
        200: { description: 'The form as it is now.', schema: FormDetail, headers: FORM_HEADERS },
        404: { description: 'There is no such form that the acting user may see.' },
        409: { description: 'The form is complete.' },
        412: {
          description:
            'Somebody wrote it since. `current` is the form as it is now, `sent` what you sent.',
        },
        422: {
          description: 'A field does not exist, may not be written, or its value does not fit.',
        },
      },
    },
    async handle(request) {
      const by = formActorOf(request);
      const { name, fields, location } = parseInput(FormChangesInput, request.body);
      const form = await writeFormIn(deps, request, async (tx, before, expected) => {
        const version = await findVersion(tx, before.accountId, before.templateVersionId);
        const known = version && {
          fields: fieldsOf(version),
          files: await attachmentsOf(tx, before.accountId, before.id),
        };
        return deps.forms.editForm(tx, by, before.id, {
          ...expected,
          name,
          ...(fields && known && { answers: changeAnswers(known, before.answers, fields) }),
          ...(location !== undefined && { location: location && toLocation(location) }),
        });
      });
      return replyWithForm(deps, form, { status: 200 });
    },
  });
