// The audit events that each state-changing route leaves, for reviewers. test/flows/audit.test.ts calls every route and
// checks for these events; a route that is missing here fails there.
//
//   leaves   actions in the audit log after the route succeeded, or why nothing is recorded
//   id       the object whose id replaces `:id` in the path
//   body     the request body; if left out, that of test/support/json-bodies.ts

import type { FormKind } from './support/audited-forms.ts';
import { ADMIN_PASSWORD } from './support/instance.ts';
import { fresh } from './support/scim.ts';

/** Objects created for one call. */
export interface Made {
  readonly id: string;
  /** Id of a part of the object, for the second id of a path: a secret, a delivery. */
  readonly secondId?: string;
}

/** A `signed-in` is a user with a session. */
export type Kind =
  | FormKind
  | 'template'
  | 'user'
  | 'signed-in'
  | 'group'
  | 'credential'
  | 'provisioning-token'
  | 'session'
  | 'connection'
  | 'passkey'
  | 'webhook'
  | 'list'
  | 'view'
  | 'dashboard'
  | 'document'
  | 'ended-mapping'
  | 'font'
  | 'notice'
  | 'schedule'
  | 'device'
  | 'webhook-off';

export interface AuditRow {
  readonly leaves: readonly string[] | string;
  readonly id?: Kind;
  readonly body?: (adminId: string) => object;
}

const READS = 'it only reads';
const READ = 'what people have read of their own notices is theirs';
const CHOSEN = 'how people want to be told is theirs';
const NEW_PASSWORD = 'eleven slow ferries before noon';

/** Of operations, by what follows `/v2` and `/app/v1`: they leave the same by both doors. */
const OPERATIONS: Readonly<Record<string, AuditRow>> = {
  'POST /exports': { leaves: ['export.create'] },
  'DELETE /exports/:id': { leaves: ['export.delete'], id: 'export' },
  'POST /scheduled-exports': { leaves: ['scheduled-export.create'] },
  'PATCH /scheduled-exports/:id': { leaves: ['scheduled-export.pause'], id: 'schedule' },
  'DELETE /scheduled-exports/:id': { leaves: ['scheduled-export.delete'], id: 'schedule' },
  'POST /webhooks': { leaves: ['webhook.create'] },
  'PATCH /webhooks/:id': { leaves: ['webhook.change'], id: 'webhook' },
  'DELETE /webhooks/:id': { leaves: ['webhook.delete'], id: 'webhook' },
  'POST /webhooks/:id/rotate-secret': { leaves: ['webhook.rotate-secret'], id: 'webhook' },
  'POST /webhooks/:id/test': { leaves: ['webhook.test'], id: 'webhook' },
  'POST /webhooks/:id/deliveries/:deliveryId/resend': {
    leaves: ['webhook.resend'],
    id: 'webhook',
  },
  'POST /views': { leaves: ['view.create'] },
  'PATCH /views/:id': { leaves: ['view.change'], id: 'view' },
  'DELETE /views/:id': { leaves: ['view.delete'], id: 'view' },
  'POST /assignments': { leaves: ['assignment.send'] },
  'PATCH /assignments/:id': { leaves: ['assignment.change'], id: 'assignment' },
  'POST /assignments/:id/cancel': { leaves: ['assignment.cancel'], id: 'assignment' },
  'POST /assignments/:id/remind': { leaves: 'no mail server is set up in this test' },
  'POST /assignments/:id/decline': { leaves: ['assignment.decline'], id: 'assignment' },
  'POST /assignments/:id/form': {
    leaves: ['form.create', 'assignment.begin'],
    id: 'assignment',
  },
  'POST /bulk-acts': { leaves: ['bulk-act.create'] },
  'DELETE /bulk-acts/:id': { leaves: ['bulk-act.delete'], id: 'bulk-act' },
  'POST /dashboards': { leaves: ['dashboard.create'] },
  'PUT /dashboards/:id': { leaves: ['dashboard.change'], id: 'dashboard' },
  'DELETE /dashboards/:id': { leaves: ['dashboard.delete'], id: 'dashboard' },
  'POST /lists': { leaves: ['list.create'] },
  'PATCH /lists/:id': { leaves: ['list.change'], id: 'list' },
  'DELETE /lists/:id': { leaves: ['list.delete'], id: 'list' },
  'POST /lists/:id/rows': { leaves: ['list.write-rows'], id: 'list' },
  'PUT /lists/:id/public-columns': { leaves: ['list.open'], id: 'list' },
  'PUT /lists/:id/rows': { leaves: ['list.write-rows'], id: 'list' },
  'POST /templates/:id/links': {
    leaves: ['public-link.create'],
    id: 'linkable-template',
  },
  'PATCH /public-links/:id': { leaves: ['public-link.update'], id: 'public-link' },
  'POST /public-links/:id/prefill': { leaves: READS },
  'POST /templates/:id/series': { leaves: ['series.create'], id: 'published-template' },
  'PATCH /series/:id': { leaves: ['series.pause'], id: 'series' },
  'DELETE /series/:id': { leaves: ['series.end'], id: 'series' },
  'POST /templates': { leaves: ['template.create'] },
  'POST /templates/import': { leaves: ['template.create'] },
  'PUT /templates/:id/rights/:subject': { leaves: ['template.give-rights'], id: 'template' },
  'DELETE /templates/:id/rights/:subject': {
    leaves: ['template.withdraw-rights'],
    id: 'template',
  },
  'POST /templates/:id/documents': { leaves: ['template.add-document'], id: 'template' },
  'PUT /templates/:id/documents/:documentId': {
    leaves: ['template.change-document'],
    id: 'document',
  },
  'PUT /templates/:id/documents/:documentId/original': {
    leaves: ['template.replace-document'],
    id: 'document',
  },
  'DELETE /templates/:id/documents/:documentId': {
    leaves: ['template.remove-document'],
    id: 'document',
  },
  'DELETE /templates/:id': { leaves: ['template.delete'], id: 'template' },
  'PUT /templates/:id/retention': { leaves: ['template.set-retention'], id: 'template' },
  'POST /templates/:id/retention/trial': { leaves: READS, id: 'template' },
  'POST /templates/:id/archive': {
    leaves: ['template.archive'],
    id: 'published-template',
  },
  'POST /templates/:id/restore': {
    leaves: ['template.restore'],
    id: 'archived-template',
  },
  'POST /templates/:id/duplicate': { leaves: ['template.create'], id: 'template' },
  'POST /templates/:id/rules': { leaves: ['rule.create'], id: 'published-template' },
  'PUT /templates/:id/rules/order': { leaves: ['rule.order'], id: 'published-template' },
  'POST /templates/:id/rules/try': { leaves: READS },
  'PUT /rules/:id': { leaves: ['rule.change'], id: 'rule' },
  'DELETE /rules/:id': { leaves: ['rule.delete'], id: 'rule' },
  'POST /rule-runs/:id/again': { leaves: 'rules.test.ts shows it: it takes a run' },
  'PUT /templates/:id/brand': { leaves: ['template.set-brand'], id: 'template' },
  'PUT /templates/:id/logo': { leaves: ['template.set-logo'], id: 'template' },
  'POST /reviews/approve': {
    leaves: 'each form that it approves leaves what POST /app/v1/forms/:id/review leaves',
  },
};

const OF_ONE_DOOR: Readonly<Record<string, AuditRow>> = {
  'POST /connect/token': { leaves: ['token.issue'] },
  'POST /connect/revoke': { leaves: ['token.revoke'] },
  'POST /connect/introspect': { leaves: READS },

  'POST /scim/v2/.search': { leaves: READS },
  'POST /scim/v2/Users/.search': { leaves: READS },
  'POST /scim/v2/Groups/.search': { leaves: READS },
  'POST /scim/v2/Users': { leaves: ['user.create'] },
  'PUT /scim/v2/Users/:id': { leaves: ['user.update'], id: 'user' },
  'PATCH /scim/v2/Users/:id': { leaves: ['user.update'], id: 'user' },
  'DELETE /scim/v2/Users/:id': { leaves: ['user.delete'], id: 'user' },
  'POST /scim/v2/Groups': { leaves: ['group.create'] },
  'PUT /scim/v2/Groups/:id': { leaves: ['group.update'], id: 'group' },
  'PATCH /scim/v2/Groups/:id': { leaves: ['group.update'], id: 'group' },
  'DELETE /scim/v2/Groups/:id': { leaves: ['group.delete'], id: 'group' },
  'POST /scim/v2/Bulk': { leaves: ['user.create'] },
  'POST /scim/v2/Me': { leaves: 'it is always refused' },
  'PUT /scim/v2/Me': { leaves: ['user.update'] },
  'PATCH /scim/v2/Me': { leaves: ['user.update'] },
  'DELETE /scim/v2/Me': { leaves: ['user.delete'] },

  'PUT /v2/formz/:id/answers/:field': {
    leaves: ['form.correct'],
    id: 'completed-form',
    body: () => ({ revision: 2, value: fresh() }),
  },
  'POST /v2/formz': { leaves: ['form.create'] },
  'PATCH /v2/formz/:id': { leaves: 'drafts save themselves: the history of the form has it' },
  'POST /v2/formz/:id/status': { leaves: ['form.complete'], id: 'form' },
  'POST /v2/formz/:id/review': { leaves: ['form.approve'], id: 'reviewed-form' },
  'DELETE /v2/formz/:id': { leaves: ['form.delete'], id: 'form' },
  'POST /v2/formz/:id/restore': { leaves: ['form.restore'], id: 'deleted-form' },
  'DELETE /v2/formz/:id/attachments/:attachmentId': { leaves: 'no answer names it' },
  'PATCH /v2/templates/:id/draft': { leaves: ['template.change'], id: 'template' },
  'POST /v2/templates/:id/publish': { leaves: ['template.publish'], id: 'template' },

  'POST /v2/formz/:id/exports': { leaves: ['export.create'], id: 'form' },
  'POST /app/v1/me/push': { leaves: ['push.turn-on'] },
  'DELETE /app/v1/me/push/:id': { leaves: ['push.turn-off'], id: 'device' },
  'POST /v2/formz/:id/attachments': {
    leaves: 'the history of the form has the answer that names it',
  },
  'POST /app/v1/forms/:id/attachments': { leaves: 'as over /v2' },
  'DELETE /app/v1/forms/:id/attachments/:attachmentId': { leaves: 'no answer names it' },

  'POST /app/v1/set-up': { leaves: ['account.create', 'user.create', 'credential.create'] },
  'POST /app/v1/session': {
    leaves: ['session.begin'],
    body: () => ({ userName: 'admin', password: ADMIN_PASSWORD }),
  },
  'POST /app/v1/session/confirm': {
    leaves: ['session.confirm'],
    body: () => ({ password: ADMIN_PASSWORD }),
  },
  'DELETE /app/v1/session': { leaves: ['session.end'] },
  'DELETE /app/v1/me/sessions/:id': { leaves: ['session.end'], id: 'session' },
  'DELETE /app/v1/me/sessions': { leaves: ['session.end-others'] },
  'POST /app/v1/notices/read': { leaves: READ },
  'POST /unsubscribe': { leaves: CHOSEN },
  'PATCH /app/v1/notices/settings': { leaves: CHOSEN },
  'POST /app/v1/notices/:id/read': { leaves: READ, id: 'notice' },
  'POST /app/v1/me/calendar': { leaves: ['calendar.create'] },
  'DELETE /app/v1/me/calendar': { leaves: ['calendar.delete'] },
  'PATCH /app/v1/me': { leaves: ['user.update'], body: () => ({ language: 'de' }) },
  'PUT /app/v1/me/password': {
    leaves: ['user.update'],
    body: () => ({ current: ADMIN_PASSWORD, password: NEW_PASSWORD }),
  },
  'POST /app/v1/users': { leaves: ['user.create'], body: () => ({ userName: fresh() }) },
  'PATCH /app/v1/users/:id': {
    leaves: ['user.update', 'user.set-role'],
    id: 'user',
    body: () => ({ displayName: fresh(), role: 'designer' }),
  },
  'POST /app/v1/users/:id/erase': { leaves: ['user.erase', 'user.delete'], id: 'user' },
  'DELETE /app/v1/users/:id': { leaves: ['user.delete'], id: 'user' },
  'POST /app/v1/users/:id/link': { leaves: ['user.create-link'], id: 'user' },
  'POST /app/v1/links/read': { leaves: READS },
  'POST /app/v1/set-up/read': { leaves: READS },
  'POST /app/v1/links/request': { leaves: 'no mail server is set up in this test' },
  'POST /app/v1/links/redeem': { leaves: 'links.test.ts shows it: it takes a link' },
  'POST /app/v1/webhooks/:id/enable': { leaves: ['webhook.enable'], id: 'webhook-off' },
  'POST /app/v1/mail/test': { leaves: 'no mail server is set up in this test' },
  'POST /app/v1/sso-connections': { leaves: ['sso.create'] },
  'PATCH /app/v1/sso-connections/:id': { leaves: ['sso.change'], id: 'connection' },
  'DELETE /app/v1/sso-connections/:id': { leaves: ['sso.delete'], id: 'connection' },
  'POST /app/v1/sso-connections/:id/test': { leaves: 'it changes nothing' },
  'POST /app/v1/sso/begin': { leaves: 'nothing has happened yet' },
  'POST /app/v1/sso/end': { leaves: 'it ends nothing here' },
  'POST /saml/:connection/acs': { leaves: 'the browser has not come for it yet' },
  'POST /app/v1/passkeys/begin': { leaves: 'nothing has happened yet' },
  'POST /app/v1/passkeys/sign-in': { leaves: 'passkeys.test.ts shows it: it takes a passkey' },
  'POST /app/v1/me/passkeys/begin': { leaves: 'nothing has happened yet' },
  'POST /app/v1/me/passkeys': { leaves: 'passkeys.test.ts shows it: it takes an authenticator' },
  'PATCH /app/v1/me/passkeys/:id': { leaves: ['passkey.rename'], id: 'passkey' },
  'DELETE /app/v1/me/passkeys/:id': { leaves: ['passkey.delete'], id: 'passkey' },
  'DELETE /app/v1/users/:id/sessions': { leaves: ['session.end-all'], id: 'signed-in' },
  'POST /app/v1/session/code': {
    leaves: 'second-factor.test.ts shows it: it takes a password first',
  },
  'POST /app/v1/me/second-factor/begin': { leaves: 'nothing has happened yet' },
  'POST /app/v1/me/second-factor': { leaves: 'second-factor.test.ts shows it: it takes an app' },
  'DELETE /app/v1/me/second-factor': { leaves: 'second-factor.test.ts shows it: it takes an app' },
  'POST /app/v1/me/second-factor/recovery-codes': {
    leaves: 'second-factor.test.ts shows it: it takes an app',
  },
  'DELETE /app/v1/users/:id/second-factor': {
    leaves: 'second-factor.test.ts shows it: it takes an app',
  },
  'DELETE /app/v1/users/:id/passkeys': { leaves: 'passkeys.test.ts shows it: it takes a passkey' },
  'POST /app/v1/groups': { leaves: ['group.create'], body: () => ({ displayName: fresh() }) },
  'PATCH /app/v1/groups/:id': {
    leaves: ['group.update'],
    id: 'group',
    body: () => ({ displayName: fresh() }),
  },
  'DELETE /app/v1/groups/:id': { leaves: ['group.delete'], id: 'group' },
  'POST /app/v1/groups/:id/members': {
    leaves: ['group.update'],
    id: 'group',
    body: (adminId) => ({ add: [adminId] }),
  },
  'POST /app/v1/credentials': {
    leaves: ['credential.create'],
    body: (adminId) => ({ name: fresh(), actsAsUserId: adminId }),
  },
  'POST /app/v1/credentials/:id/regenerate': {
    leaves: ['credential.regenerate'],
    id: 'credential',
    body: () => ({ overlapSeconds: 0 }),
  },
  'PATCH /app/v1/credentials/:id': {
    leaves: ['credential.change'],
    id: 'credential',
    body: () => ({ rights: ['scim'] }),
  },
  'POST /app/v1/credentials/:id/revoke': { leaves: ['credential.revoke'], id: 'credential' },
  'DELETE /app/v1/credentials/:id/secrets/:secretId': {
    leaves: ['credential.revoke-secret'],
    id: 'credential',
  },
  'POST /app/v1/provisioning-tokens': {
    leaves: ['credential.create'],
    body: () => ({ name: fresh(), expiresInSeconds: 86_400 }),
  },
  'POST /app/v1/provisioning-tokens/:id/regenerate': {
    leaves: ['credential.regenerate'],
    id: 'provisioning-token',
    body: () => ({ overlapSeconds: 0, expiresInSeconds: 86_400 }),
  },
  'POST /app/v1/forms': { leaves: ['form.create'] },
  'PATCH /app/v1/forms/:id': { leaves: 'drafts save themselves: the history of the form has it' },
  'PUT /app/v1/forms/:id/answers/:field': {
    leaves: ['form.correct'],
    id: 'completed-form',
    body: () => ({ revision: 2, value: fresh() }),
  },
  'DELETE /app/v1/forms/:id': { leaves: ['form.delete'], id: 'form' },
  'POST /app/v1/forms/:id/complete': { leaves: ['form.complete'], id: 'form' },
  'POST /app/v1/forms/:id/assign': {
    leaves: ['form.assign'],
    id: 'form-of-another',
  },
  'POST /app/v1/forms/:id/reopen': { leaves: ['form.reopen'], id: 'completed-form' },
  'POST /app/v1/forms/:id/review': { leaves: ['form.approve'], id: 'reviewed-form' },
  'POST /app/v1/forms/:id/review/open': {
    leaves: 'the form says who has opened it, and nothing of it changes',
    id: 'reviewed-form',
  },
  'POST /app/v1/forms/:id/restore': { leaves: ['form.restore'], id: 'deleted-form' },
  'POST /app/v1/assignments/rows': { leaves: ['assignment.send'] },
  'POST /app/v1/leavers/hand-on': { leaves: 'src/leavers/leavers.test.ts shows what it leaves' },
  'PUT /app/v1/dashboards/:id/mail': { leaves: ['dashboard.start-mails'], id: 'dashboard' },
  'DELETE /app/v1/dashboards/:id/mail': {
    leaves: ['dashboard.end-mails'],
    id: 'mailed-dashboard',
  },
  'POST /app/v1/series/preview': { leaves: READS },
  'PUT /app/v1/holidays': { leaves: ['account.set-holidays'] },
  'POST /link/v1/session': { leaves: 'the link keeps nothing of those who open it' },
  'POST /link/v1/puzzle': { leaves: READS },
  'POST /link/v1/files': { leaves: 'a file belongs to the form that is sent later' },
  'POST /link/v1/answers': { leaves: 'public-links.test.ts shows it: it takes a link' },
  'POST /app/v1/templates/check': { leaves: READS },
  'POST /app/v1/templates/preview': { leaves: READS },
  'POST /app/v1/templates/import/check': { leaves: READS },
  'POST /app/v1/workbooks/rows': { leaves: READS },
  'POST /app/v1/templates/preview/pdf': { leaves: READS },
  'POST /app/v1/templates/:id/take-rights': { leaves: ['template.take-rights'], id: 'template' },
  'PATCH /app/v1/templates/:id': { leaves: ['template.change'], id: 'template' },
  'POST /app/v1/templates/:id/publish': {
    leaves: ['template.publish'],
    id: 'template',
    body: () => ({ revision: 1 }),
  },
  'PATCH /app/v1/account': {
    leaves: [
      'account.rename',
      'account.set-public-links',
      'account.set-second-factor',
      'account.set-session-limits',
      'account.set-sso-only',
      'account.set-time-zone',
    ],
    body: () => ({
      name: fresh(),
      sessions: { idleSeconds: 1800 },
      timeZone: 'Europe/Berlin',
      ssoOnly: false,
      publicLinks: true,
      secondFactor: { for: 'nobody' },
    }),
  },
  'PATCH /app/v1/account/brand': { leaves: ['account.set-accent'] },
  'PUT /app/v1/account/logo': { leaves: ['account.set-logo'] },
  'DELETE /app/v1/account/logo': { leaves: ['account.remove-logo'] },
  'POST /app/v1/account/fonts': { leaves: ['account.add-font'] },
  'DELETE /app/v1/account/fonts/:id': { leaves: ['account.remove-font'], id: 'font' },
  'PUT /app/v1/provisioning/state': {
    leaves: ['provisioning.set-state'],
    body: () => ({ state: 'paused' }),
  },
  'PATCH /app/v1/provisioning': {
    leaves: ['provisioning.change-settings'],
    body: () => ({ retentionDays: 12, restoresByExternalId: true }),
  },
  'PUT /app/v1/provisioning/role-mappings': {
    leaves: ['account.set-role-mappings'],
    body: () => ({ items: [] }),
  },
  'DELETE /app/v1/provisioning/ended-role-mappings/:id': {
    leaves: ['account.dismiss-role-mapping'],
    id: 'ended-mapping',
  },
  'POST /app/v1/provisioning/test': {
    leaves: READS,
    body: () => ({ token: 'fsp_none' }),
  },
};

export const AUDIT_MATRIX: Readonly<Record<string, AuditRow>> = {
  ...Object.fromEntries(
    Object.entries(OPERATIONS).flatMap(([route, row]) =>
      ['/v2', '/app/v1'].map((door) => [route.replace(' ', ` ${door}`), row] as const),
    ),
  ),
  ...OF_ONE_DOOR,
};
