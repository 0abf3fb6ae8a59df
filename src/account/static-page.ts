import { readFileSync } from 'node:fs';
import { ifNoneMatch, strongEtag } from '#http/conditional.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';

const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
} as const;

/** No inline code or style, nothing from elsewhere, never framed. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** GET of a file in pages/, read once at start and served to anybody. */
export function staticPage(
  path: string,
  file: `${string}.${keyof typeof TYPES}`,
  summary: string,
): Endpoint {
  const text = readFileSync(new URL(`./pages/${file}`, import.meta.url), 'utf8');
  const etag = strongEtag(text);
  const kind = file.endsWith('.html') ? 'html' : file.endsWith('.css') ? 'css' : 'js';
  const mediaType = TYPES[kind];
  const headers = {
    'content-type': mediaType,
    'content-security-policy': CSP,
    'cache-control': 'no-cache',
    etag,
  };
  return endpoint({
    method: 'GET',
    path,
    protocol: 'problem',
    access: 'public',
    limit: 'none',
    doc: {
      summary,
      tag: 'Pages',
      responses: {
        200: { description: 'The file.', mediaType },
        304: { description: 'If-None-Match names the file as it is.' },
      },
    },
    async handle(request) {
      const known = ifNoneMatch(request.headers['if-none-match'], etag);
      return known ? { status: 304, headers } : { status: 200, headers, body: text };
    },
  });
}
