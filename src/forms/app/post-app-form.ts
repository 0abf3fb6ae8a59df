import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { actorIn } from './actor-in.ts';
import { AppFormDetail, NewAppForm } from './app-form.shapes.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';
import { describeForm } from './form-detail.ts';

/** POST /app/v1/forms: creates a form from a published template. The same id again returns the same form. */
export const postAppForm = ({ db, forms }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/forms',
    body: NewAppForm,
    // Room for answers of 1 MiB and the members around them.
    maxBodyBytes: 1_310_720,
    doc: {
      summary: 'Create a form',
      tag: 'Forms',
      description:
        'Files are uploaded to the form once it is there, and named in its answers then.',
      responses: {
        200: { description: 'It was made before, with this id.', schema: AppFormDetail },
        201: { description: 'The new draft.', schema: AppFormDetail },
        404: { description: 'There is no such template for this person.' },
        409: { description: 'The id is that of another form, or the template is not published.' },
        422: { description: 'Answers are not of the right type; `faults` has each place.' },
        507: {
          description:
            'The account has as many forms as it may (`forms-full`). Saving, completing and deleting go on.',
        },
      },
    },
    async handle(request) {
      const input = request.body;
      const by = actorIn(request);
      return await db.transaction(async (tx) => {
        const { form, created } = await forms.createForm(tx, by, input);
        const body = await describeForm(tx, by, { ...form, deletedAt: undefined });
        return { status: created ? 201 : 200, body };
      });
    },
  });
