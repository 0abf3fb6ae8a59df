import { sessionCookieOf } from '#http/browser.ts';
import { type Endpoint, endpoint, type Reply } from '#http/endpoint.ts';
import type { Random } from '#kernel/ids.ts';
import { type BuiltFiles, NONCE } from './built-files.ts';
import { preloadsFor } from './preloads.ts';

/** Where a form is filled in: the page that needs most. */
const FILLING = '/forms/:form/fill';
const ID = /^[0-9a-f-]{36}$/;

/** Paths of the pages. The browser decides which page it shows; web/src/router/router.tsx lists them. */
const PATHS = [
  '/',
  '/set-up',
  '/sign-in',
  '/forgotten-password',
  '/invitation',
  '/reset-password',
  '/answer',
  '/unsubscribe',
  '/confirmed',
  '/second-factor',
  '/help/*',
  '/docs',
  '/forms',
  '/forms/new',
  FILLING,
  '/forms/*',
  '/outbox',
  '/reviews',
  '/templates',
  '/templates/*',
  '/bulk-actions',
  '/dashboards',
  '/dashboards/*',
  '/lists',
  '/lists/*',
  '/work',
  '/work/*',
  '/profile',
  '/notices',
  '/notices/*',
  '/exports',
  '/scheduled-exports',
  '/webhooks',
  '/webhooks/*',
  '/settings',
  '/settings/*',
];

const NONCE_BYTES = 16;
const NOT_BUILT =
  'The web pages have not been built. Run `npm run build` in the folder of the program, then start it again.';

/** Allows no inline code except styles with this response's nonce, no other origins, and no frames. */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

type Asked = Readonly<Record<string, string | undefined>>;

/** Serves the one HTML page of the web app at each of its paths, with a new nonce for its styles. */
export function showPages(files: BuiltFiles | undefined, random: Random): readonly Endpoint[] {
  const show = async (path: string, asked: Asked): Promise<Reply> => {
    const nonce = random.bytes(NONCE_BYTES).toString('base64');
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyWith(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
      'cache-control': 'no-store',
      // No page is for everybody: a form that somebody linked to must not be found by a search engine.
      'x-robots-tag': 'noindex',
    };
    if (files === undefined) return { status: 503, headers, body: NOT_BUILT };
    const links = preloadsFor(files.preloads, {
      path,
      languages: asked['accept-language'],
      hasSession: sessionCookieOf(asked['cookie']) !== undefined,
    });
    const page = files.page.replace('</head>', `${links}</head>`);
    return { status: 200, headers, body: page.replaceAll(NONCE, nonce) };
  };
  return PATHS.map((path) =>
    endpoint({
      method: 'GET',
      path,
      protocol: 'problem',
      access: 'public',
      limit: 'public',
      doc: {
        summary: 'A page of the web app',
        tag: 'Pages',
        hidden: true,
        responses: { 200: { description: 'The page.', mediaType: 'text/html' } },
      },
      handle({ params, headers }) {
        const { form: id = '' }: Readonly<Record<string, string | undefined>> = params;
        return show(ID.test(id) ? path.replace(':form', id) : path, headers);
      },
    }),
  );
}
