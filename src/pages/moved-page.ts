import { type Endpoint, endpoint } from '#http/endpoint.ts';

/** GET of an address that was told to the world before: it leads to where the page is now. */
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
