import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { AlertList } from '#administration/alerts/alert.shapes.ts';
import type { Alert } from '#administration/alerts/alert.ts';
import { findAlerts } from '#administration/alerts/find-alerts.ts';
import { pathOf } from '#administration/alerts/path-of.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/alerts: the current alerts of the account. */
export const listAlerts = ({ db, clock, alertSources }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/alerts',
    role: 'admin',
    doc: {
      summary: 'List alerts for admins',
      tag: 'Account',
      description:
        'Lists webhooks that were turned off, credentials and certificates that expire within 30 days (those of identity providers too), provisioning that has failed for a day, roles that people lost because a mapped group was deleted, mails that can’t be sent, and files or forms above 80 % of their limit. An alert ends when its cause is fixed.',
      responses: { 200: { description: 'The current alerts.', schema: AlertList } },
    },
    async handle({ principal: { accountId } }) {
      const alerts = await findAlerts(alertSources, db.reader, accountId, clock.now());
      const body: AlertList = { items: alerts.map(toItem) };
      return { status: 200, body };
    },
  });

function toItem(alert: Alert): AlertList['items'][number] {
  const { id, kind, at, name, reason } = alert;
  const time = new Date(at).toISOString();
  const isQuota = kind.endsWith('-fill-up');
  const isEnd = kind.endsWith('-ends');
  return {
    id,
    kind,
    ...(!isQuota && (isEnd ? { endsAt: time } : { since: time })),
    ...(name !== undefined && { name }),
    ...(reason !== undefined && { reason }),
    path: pathOf(alert),
  };
}
