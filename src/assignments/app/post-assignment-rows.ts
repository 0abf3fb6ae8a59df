import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { AssignmentRowResults, AssignmentRows } from '#assignments/rows/row.shapes.ts';
import { sendRows } from '#assignments/rows/send-rows.ts';
import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** POST /app/v1/assignments/rows: sends work to the people that the rows of a file name, or only checks the rows. */
export const postAssignmentRows = (deps: AssignmentsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/assignments/rows',
    body: AssignmentRows,
    // A hundred rows with long instructions.
    maxBodyBytes: 4_194_304,
    doc: {
      summary: 'Send assignments from the rows of a file',
      tag: 'Assignments',
      description:
        'Each row has a result of its own: one that has a fault is not sent, and holds up no other. The same row again makes nothing new, so that a request can be repeated. Needs the right to assign on the template.',
      responses: {
        200: { description: 'A result for each row.', schema: AssignmentRowResults },
        403: { description: 'The user may not assign the template.' },
        404: 'no template to use',
        409: { description: 'The template is not published.' },
      },
    },
    async handle(request) {
      const results = await sendRows(deps)(actorIn(request), request.body);
      return { status: 200, body: { results } };
    },
  });
