import { type Endpoint, endpoint } from '#http/endpoint.ts';

/** Returns the endpoint that redirects a former path of a page to the current one. */
export const movedPage = (path: string, to: string): Endpoint =>
  endpoint({
    method: 'GET',
    path,
    protocol: 'problem',
    access: 'public',
    limit: 'public',
    doc: {
      summary: 'A page that has moved',
      tag: 'Pages',
      hidden: true,
      responses: { 308: { description: 'Where it is now.', headers: { Location: 'The page.' } } },
    },
    handle: async () => ({ status: 308, headers: { location: to } }),
  });
