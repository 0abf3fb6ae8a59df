// What people do on pages, programs do under /v2: by the same path, by another one that is named here, or not at all, for a
// reason that is said here. A new route of a page must take a place in one of these.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** The operations under /v2 that do what a page does by another path. */
const TWINS: Readonly<Record<string, string>> = {
  'GET /forms': 'GET /v2/formz',
  'POST /forms': 'POST /v2/formz',
  'GET /forms/{id}': 'GET /v2/formz/{id}',
  'PATCH /forms/{id}': 'PATCH /v2/formz/{id}',
  'DELETE /forms/{id}': 'DELETE /v2/formz/{id}',
  'POST /forms/{id}/complete': 'POST /v2/formz/{id}/status',
  'POST /forms/{id}/reopen': 'POST /v2/formz/{id}/status',
  'POST /forms/{id}/restore': 'POST /v2/formz/{id}/restore',
  'POST /forms/{id}/assign': 'PATCH /v2/formz/{id}',
  'POST /forms/{id}/review': 'POST /v2/formz/{id}/review',
  'POST /forms/{id}/attachments': 'POST /v2/formz/{id}/attachments',
  'GET /forms/{id}/attachments/{attachmentId}': 'GET /v2/formz/{id}/attachments/{attachmentId}',
  'DELETE /forms/{id}/attachments/{attachmentId}':
    'DELETE /v2/formz/{id}/attachments/{attachmentId}',
  'GET /forms/{id}/documents': 'GET /v2/formz/{id}/documents',
  'GET /forms/{id}/answers/{field}': 'GET /v2/formz/{id}',
  'PUT /forms/{id}/answers/{field}': 'PUT /v2/formz/{id}/answers/{field}',
  'GET /forms/{id}/corrections': 'GET /v2/formz/{id}/corrections',
  'GET /forms/{id}/corrections/{correction}': 'GET /v2/formz/{id}/corrections/{correction}',
  'GET /assignees': 'GET /v2/users',
  'GET /assignments/count': 'GET /v2/assignments/figures',
  'POST /assignments/rows': 'POST /v2/assignments',
  'PATCH /templates/{id}': 'PATCH /v2/templates/{id}/draft',
  'POST /templates/check': 'PATCH /v2/templates/{id}/draft',
  'GET /templates/{id}/answers/rows': 'GET /v2/templates/{id}/answers',
  'POST /users': 'POST /scim/v2/Users',
  'PATCH /users/{id}': 'PATCH /scim/v2/Users/{id}',
  'DELETE /users/{id}': 'DELETE /scim/v2/Users/{id}',
  'POST /groups': 'POST /scim/v2/Groups',
  'PATCH /groups/{id}': 'PATCH /scim/v2/Groups/{id}',
  'DELETE /groups/{id}': 'DELETE /scim/v2/Groups/{id}',
  'GET /groups/{id}/members': 'GET /scim/v2/Groups/{id}',
  'POST /groups/{id}/members': 'PATCH /scim/v2/Groups/{id}',
  'GET /me': 'GET /scim/v2/Me',
  'PATCH /me': 'PATCH /scim/v2/Me',
};

const SIGN_IN = 'signing in, and what proves who somebody is, is for people in a browser';
const ADMIN =
  'an admin decides it in person, having confirmed who they are: a credential must not widen what it may do';
const DRAWN = 'it prepares what a page draws, and stores nothing';
const BELL = 'it is the bell of one person and their devices; programs have webhooks';
const DEVICE = 'somebody with a form looks at it; a program has no screen';

/** What only pages do, by the start of the path or by the whole route. The first one that fits says why. */
const PAGES_ONLY: readonly (readonly [start: string, why: string])[] = [
  ...(
    ['/set-up', '/sign-in', '/session', '/me/sessions', '/me/password', '/me/passkeys'] as const
  ).map((path) => [path, SIGN_IN] as const),
  ...(['/passkeys', '/me/second-factor', '/links/', '/sso/'] as const).map(
    (path) => [path, SIGN_IN] as const,
  ),
  ...(
    ['/sso-connections', '/provisioning', '/credentials', '/account', '/status', '/alerts'] as const
  ).map((path) => [path, ADMIN] as const),
  ...(['/mail/test', '/former-users', '/users/{id}/'] as const).map(
    (path) => [path, ADMIN] as const,
  ),
  ['PUT /holidays', ADMIN],
  ['/templates/{id}/take-rights', ADMIN],
  ['/leavers', ADMIN],
  ['/webhooks/{id}/enable', 'an admin looks at why deliveries failed before they go on'],
  ['/notices', BELL],
  ['/me/push', BELL],
  ['/me/calendar', BELL],
  ['/dashboards/{id}/mail', 'it sends letters to the one who asks for them'],
  ['/link/', 'visitors of a public link have no account'],
  ['/forms/{id}/review/open', DEVICE],
  ['/forms/{id}/attachments/{attachmentId}/picture', DEVICE],
  ['/assignments/{id}/form', DEVICE],
  ['/templates/preview', DRAWN],
  ['/templates/{id}/documents/{documentId}/trial', DRAWN],
  ['/series/preview', DRAWN],
  ['/workbooks/rows', DRAWN],
  ['/templates/import/check', DRAWN],
  ['/groups/{id}/consequences', DRAWN],
  ['/views/{id}/consequences', DRAWN],
  ['/templates/{id}/publishing-effects', DRAWN],
  ['/templates/{id}/xlsform/losses', DRAWN],
  ['/audit-events/{id}', 'GET /v2/audit-events has all of an event'],
];

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

function routesIn(file: string): readonly string[] {
  const { paths }: { readonly paths: Readonly<Record<string, object>> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => METHODS.has(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
}

const api = new Set(routesIn('docs/openapi.json'));
const pages = routesIn('docs/openapi-app.json').map((route) => route.replace('/app/v1', ''));
const isSame = (route: string): boolean => api.has(route.replace(' ', ' /v2'));
const onlyOfPages = (route: string) =>
  PAGES_ONLY.find(([start]) => route === start || route.split(' ')[1]?.startsWith(start));

test('each act of a page has its twin under /v2, or is said to have none', () => {
  const homeless = pages.filter(
    (route) => !isSame(route) && !(route in TWINS) && !onlyOfPages(route),
  );
  assert.deepEqual(homeless, []);
});

test('nothing is said here that is not so any more', () => {
  const stale = [
    ...Object.entries(TWINS)
      .filter(([route, twin]) => !pages.includes(route) || isSame(route) || !api.has(twin))
      .map(([route]) => route),
    ...PAGES_ONLY.filter(
      ([start]) => !pages.some((route) => onlyOfPages(route)?.[0] === start && !isSame(route)),
    ).map(([start]) => start),
  ];
  assert.deepEqual(stale, []);
});
