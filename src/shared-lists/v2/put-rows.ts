import { formActorOf } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { createReplyToFile, FILE_ENDPOINT, fileDoc } from '#shared-lists/rows-requests.ts';
import { FILE_QUERY } from '#shared-lists/shared-list.shapes.ts';

/** PUT /v2/lists/:id/rows: replaces all rows of a shared list by those of a file. */
export const putRows = (deps: ListsEndpointDeps): Endpoint => {
  const replyToFile = createReplyToFile(deps);
  return endpoint({
    method: 'PUT',
    path: '/v2/lists/:id/rows',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'lists', role: 'designer' },
    ...FILE_ENDPOINT,
    doc: fileDoc('Lists'),
    async handle(request) {
      const asked = parseQueryInput(FILE_QUERY, request.query);
      const sent = { ...asked, bytes: request.bytes };
      const body = await replyToFile(formActorOf(request), request.params.id, sent);
      return { status: 200, body };
    },
  });
};
