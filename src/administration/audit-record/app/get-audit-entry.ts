import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { AuditEntry } from '#administration/audit-record/audit.shapes.ts';
import { toAuditEntries } from '#administration/audit-record/to-audit-entry.ts';
import { findEvent } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';

/** GET /app/v1/audit-events/:id: one audit event. */
export const getAuditEntry = ({ db, directory }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/audit-events/:id',
    role: 'admin',
    doc: {
      summary: 'Read an audit event for the web app',
      tag: 'Audit',
      responses: {
        200: { description: 'The event.', schema: AuditEntry },
        404: { description: 'There is no such event.' },
      },
    },
    async handle({ principal, params }) {
      const { accountId } = principal;
      const id = params.id;
      const row = isStorable(id) ? await findEvent(db.reader, accountId, id) : undefined;
      const [entry] = row ? await toAuditEntries(db.reader, directory, principal, [row]) : [];
      if (!entry) throw fail('not-found', 'There is no event with this id.');
      return { status: 200, body: entry };
    },
  });
