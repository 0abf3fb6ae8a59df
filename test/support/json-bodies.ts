// A valid body for each JSON route, for tests that go through all routes and send it as it is, or spoiled.
import { DEFINITION } from './forms.ts';
import { newDevice } from './inserted-device.ts';
import { ADMIN_PASSWORD } from './instance.ts';
import { LIST_SHAPE } from './lists.ts';
import { CORE_GROUP, CORE_USER, ENTERPRISE, fresh, PATCH_OP } from './scim.ts';

/** No server exists at this URL. */
const HOOK = 'https://hooks.invalid/formstead';
const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

const search = () => ({
  schemas: [SEARCH],
  filter: 'id pr',
  sortBy: 'id',
  attributes: ['id'],
  startIndex: 1,
  count: 1,
});
const user = () => ({
  schemas: [CORE_USER, ENTERPRISE],
  userName: fresh(),
  externalId: fresh(),
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  displayName: 'Ada',
  emails: [{ value: `${fresh()}@example.com`, type: 'work', primary: true }],
  [ENTERPRISE]: { department: 'Engines' },
});
const group = () => ({ schemas: [CORE_GROUP], displayName: fresh(), externalId: fresh() });
const patch = (path: string) => () => ({
  schemas: [PATCH_OP],
  Operations: [
    { op: 'replace', path, value: fresh() },
    { op: 'replace', value: { [path]: fresh() } },
  ],
});

const newView = () => ({ name: fresh(), list: 'mine', state: { status: 'draft' } });
const newList = () => ({ name: fresh(), ...LIST_SHAPE });
const newRows = () => ({ rows: [{ code: fresh(), title: 'Dam' }] });

const SCHEDULE = {
  rule: { frequency: 'weekly', byDay: [{ day: 'mo' }] },
  start: '2090-01-01',
  time: '17:00',
  holidays: 'skip',
};
const newAnswer = () => ({ revision: 1, value: fresh() });
const newLink = () => ({ name: fresh(), oncePerBrowser: true });
const newRule = (userId: string) => ({
  name: fresh(),
  trigger: 'begun',
  actions: [{ type: 'hand-on', to: { type: 'User', id: userId } }],
});
const newSeries = (userId: string) => ({
  ...SCHEDULE,
  assignee: { type: 'User', id: userId },
  leadDays: 1,
});

/**
 * By `METHOD /path`, for a credential that acts as the user. `PUT /scim/v2/Me` is missing, because it takes what GET
 * returned.
 */
const BODIES: Readonly<Record<string, (userId: string) => object>> = {
  'POST /scim/v2/.search': search,
  'POST /scim/v2/Users': user,
  'POST /scim/v2/Users/.search': search,
  'PUT /scim/v2/Users/:id': user,
  'PATCH /scim/v2/Users/:id': patch('nickName'),
  'POST /scim/v2/Groups': group,
  'POST /scim/v2/Groups/.search': search,
  'PUT /scim/v2/Groups/:id': group,
  'PATCH /scim/v2/Groups/:id': patch('externalId'),
  'POST /scim/v2/Me': user,
  'PATCH /scim/v2/Me': patch('locale'),
  'POST /scim/v2/Bulk': () => ({
    schemas: [BULK],
    failOnErrors: 1,
    Operations: [{ method: 'POST', path: '/Users', bulkId: 'a', data: user() }],
  }),
  'POST /v2/formz': () => ({ templateId: fresh(), fields: { site: { text: 'Dam' } } }),
  'PATCH /v2/formz/:id': () => ({ fields: { notes: { text: fresh() } } }),
  'POST /v2/formz/:id/status': () => ({ status: 'complete' }),
  'POST /v2/formz/:id/exports': () => ({ type: 'pdf' }),
  'POST /link/v1/session': () => ({ token: `acme.${'x'.repeat(24)}` }),
  'POST /link/v1/answers': () => ({ answers: { site: 'Dam' } }),
  'POST /app/v1/templates/:id/links': newLink,
  'POST /app/v1/templates/:id/series': newSeries,
  'POST /app/v1/series/preview': () => ({ ...SCHEDULE, locale: 'en' }),
  'PATCH /app/v1/series/:id': () => ({ paused: true }),
  'POST /app/v1/templates/:id/rules': newRule,
  'PUT /app/v1/templates/:id/rules/order': () => ({ ids: [] }),
  'POST /app/v1/templates/:id/rules/try': (id) => ({ formId: id, rule: newRule(id) }),
  'PUT /app/v1/rules/:id': newRule,
  'PUT /app/v1/holidays': () => ({ holidays: [{ day: '2030-01-01', name: 'New Year' }] }),
  'PATCH /app/v1/public-links/:id': () => ({ name: fresh() }),
  'POST /app/v1/public-links/:id/prefill': () => ({ answers: { site: 'Dam' } }),
  'POST /app/v1/exports': () => ({ kind: 'csv', templateId: fresh() }),
  'POST /app/v1/me/push': newDevice,
  'POST /app/v1/scheduled-exports': () => ({
    ...{ name: fresh(), templateId: fresh(), kind: 'csv', delivery: 'mail' },
    ...{ every: 'day', time: '06:00' },
  }),
  'PATCH /app/v1/scheduled-exports/:id': () => ({ paused: true }),
  'POST /app/v1/set-up': () => ({
    token: fresh(),
    accountName: fresh(),
    userName: fresh(),
    password: ADMIN_PASSWORD,
  }),
  'POST /app/v1/session': () => ({ userName: fresh(), password: ADMIN_PASSWORD }),
  'POST /app/v1/session/confirm': () => ({ password: ADMIN_PASSWORD }),
  'PATCH /app/v1/me': () => ({ language: 'de' }),
  'PUT /app/v1/me/password': () => ({
    current: ADMIN_PASSWORD,
    password: `nine ${fresh()} lanterns`,
  }),
  'POST /app/v1/users': () => ({ userName: fresh(), displayName: 'Ada', role: 'member' }),
  'PATCH /app/v1/users/:id': () => ({ displayName: fresh() }),
  'POST /app/v1/links/read': () => ({ token: fresh() }),
  'POST /app/v1/set-up/read': () => ({ token: fresh() }),
  'POST /app/v1/links/request': () => ({ userName: fresh() }),
  'POST /app/v1/links/redeem': () => ({ token: fresh(), password: ADMIN_PASSWORD }),
  'POST /app/v1/passkeys/sign-in': () => ({
    id: 'AQ',
    clientDataJSON: 'e30',
    authenticatorData: 'AQ',
    signature: 'AQ',
    userHandle: 'AQ',
  }),
  'POST /app/v1/session/code': () => ({ code: '123456' }),
  'POST /app/v1/me/second-factor': () => ({ offer: fresh(), code: '123456' }),
  'POST /app/v1/me/passkeys': () => ({
    name: fresh(),
    id: 'AQ',
    clientDataJSON: 'e30',
    attestationObject: 'AQ',
  }),
  'PATCH /app/v1/me/passkeys/:id': () => ({ name: fresh() }),
  'POST /app/v1/sso/begin': () => ({ connectionId: fresh() }),
  'POST /app/v1/sso/end': () => ({ connectionId: fresh() }),
  'PATCH /v2/templates/:id/draft': () => ({ description: fresh() }),
  'POST /v2/webhooks': () => ({ eventType: 'form.complete', targetUrl: HOOK }),
  'POST /app/v1/users/:id/link': () => ({}),
  'POST /app/v1/webhooks': () => ({ eventTypes: ['form.reopened'], targetUrl: HOOK }),
  'PATCH /app/v1/webhooks/:id': () => ({ description: fresh() }),
  'POST /app/v1/webhooks/:id/rotate-secret': () => ({ overlapSeconds: 60 }),
  'POST /app/v1/sso-connections': () => ({
    name: fresh(),
    issuer: 'https://idp.example',
    clientId: 'formstead',
    clientSecret: 'a secret of two',
    claim: 'sub',
    attribute: 'externalId',
  }),
  'PATCH /app/v1/sso-connections/:id': () => ({ enabled: false }),
  'POST /app/v1/credentials': (userId) => ({ name: fresh(), actsAsUserId: userId }),
  'PATCH /app/v1/credentials/:id': () => ({ rights: ['scim'] }),
  'POST /app/v1/credentials/:id/regenerate': () => ({}),
  'POST /app/v1/provisioning-tokens': () => ({ name: fresh(), expiresInSeconds: 86_400 }),
  'POST /app/v1/provisioning-tokens/:id/regenerate': () => ({ expiresInSeconds: 86_400 }),
  'PATCH /app/v1/account/brand': () => ({ accent: '#7d1f6b' }),
  'PATCH /app/v1/account': () => ({ scimPasswordMinLength: 8 }),
  'PATCH /app/v1/provisioning': () => ({ retentionDays: 30 }),
  'PUT /app/v1/provisioning/state': () => ({ state: 'on' }),
  'PUT /app/v1/provisioning/role-mappings': () => ({ items: [] }),
  'POST /app/v1/provisioning/test': () => ({ token: 'fsp_nothing' }),
  'POST /app/v1/assignments': (id) => ({ templateId: fresh(), assignee: { type: 'User', id } }),
  'POST /app/v1/assignments/rows': () => ({
    templateId: fresh(),
    dryRun: false,
    personBy: 'userName',
    rows: [{ row: 1, person: 'admin' }],
  }),
  'POST /app/v1/leavers/hand-on': (id) => ({
    items: [{ kind: 'assignment', id: '01890a5d-ac96-774b-bcce-b302099a8057', leaver: id }],
  }),
  'PATCH /app/v1/assignments/:id': () => ({ instructions: fresh() }),
  'POST /app/v1/assignments/:id/decline': () => ({ reason: fresh() }),
  'POST /app/v1/assignments/:id/form': () => ({ answers: { site: 'Dam' } }),
  'POST /app/v1/forms': () => ({ templateId: fresh(), answers: { site: 'Dam' } }),
  'PATCH /app/v1/forms/:id': () => ({ revision: 1, answers: { site: fresh() } }),
  'PUT /v2/formz/:id/answers/:field': newAnswer,
  'PUT /app/v1/forms/:id/answers/:field': newAnswer,
  'POST /app/v1/forms/:id/complete': () => ({ answers: { site: 'Dam' } }),
  'POST /app/v1/forms/:id/assign': (userId) => ({ assignment: { type: 'User', id: userId } }),
  'POST /app/v1/templates': () => ({ name: fresh(), definition: DEFINITION }),
  'POST /app/v1/templates/check': () => ({ definition: DEFINITION }),
  'POST /app/v1/templates/preview': () => ({ definition: DEFINITION, answers: {} }),
  'POST /app/v1/templates/preview/pdf': () => ({
    name: 'Dam',
    definition: DEFINITION,
    answers: {},
  }),
  'PUT /app/v1/templates/:id/brand': () => ({
    accent: '#7d1f6b',
    header: null,
    footer: fresh(),
    pageSize: 'A4',
    columns: 1,
  }),
  'POST /app/v1/templates/:id/duplicate': () => ({ name: fresh() }),
  'PATCH /app/v1/templates/:id': () => ({ name: fresh() }),
  'PUT /app/v1/templates/:id/rights/:subject': () => ({
    ...{ fill: true, see: 'own', edit: false, assign: true, manage: false },
  }),
  'PUT /app/v1/templates/:id/documents/:documentId': () => ({ title: 'Work order' }),
  'PUT /app/v1/templates/:id/retention': () => ({ action: 'delete', days: 30 }),
  'POST /app/v1/templates/:id/retention/trial': () => ({ action: 'delete', days: 30 }),
  'POST /app/v1/templates/:id/publish': () => ({ revision: 2 }),
  'POST /app/v1/forms/:id/review': () => ({ decision: 'approve', revision: 2 }),
  'POST /app/v1/reviews/approve': () => ({
    forms: [{ id: '01890a5d-ac96-774b-bcce-b302099a8057', revision: 2 }],
  }),
  'POST /app/v1/forms/:id/reopen': () => ({ reason: fresh() }),
  'POST /v2/formz/:id/review': () => ({ decision: 'approve' }),
  'POST /app/v1/views': newView,
  'PATCH /app/v1/views/:id': () => ({ name: fresh() }),
  'PATCH /app/v1/notices/settings': () => ({ kinds: [{ kind: 'late', mail: 'off' }] }),
  'POST /app/v1/notices/read': () => ({ until: '2026-01-01T00:00:00Z' }),
  'POST /app/v1/bulk-acts': () => ({
    act: 'reopen',
    forms: { ids: ['01890a5d-ac96-774b-bcce-b302099a8057'] },
    expected: 1,
  }),
  'POST /app/v1/dashboards': () => ({ name: fresh() }),
  'PUT /app/v1/dashboards/:id': () => ({ name: fresh() }),
  'PUT /app/v1/dashboards/:id/mail': () => ({ every: 'week', on: 1, hour: 8 }),
  'POST /app/v1/lists': newList,
  'PATCH /app/v1/lists/:id': () => ({ name: fresh() }),
  'PUT /app/v1/lists/:id/public-columns': () => ({ columns: ['code', 'title'] }),
  'POST /app/v1/lists/:id/rows': newRows,
  'POST /app/v1/groups': () => ({ displayName: fresh() }),
  'PATCH /app/v1/groups/:id': () => ({ displayName: fresh() }),
  'POST /app/v1/groups/:id/members': () => ({ add: [], remove: [] }),
};

/** An operation takes the same body by both doors (src/http/operation.ts). */
const twins = Object.entries(BODIES).map(
  ([route, body]) => [route.replace(' /app/v1/', ' /v2/'), body] as const,
);

export const JSON_BODIES: Readonly<Record<string, (userId: string) => object>> = {
  ...Object.fromEntries(twins),
  ...BODIES,
};

/** What these take in their query, without which they are refused. */
export const NEEDED_QUERIES: Readonly<Record<string, string>> = {
  'GET /app/v1/rules': '?names=00000000-0000-4000-8000-000000000000',
  'GET /v2/rules': '?names=00000000-0000-4000-8000-000000000000',
};
