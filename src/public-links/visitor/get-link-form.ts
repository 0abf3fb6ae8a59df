import { readBrand } from '#brand/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { linkEndpoint } from '#public-links/link-endpoint.ts';
import { findLinkOrganisation } from '#public-links/organisation.store.ts';
import { requireOpen } from '#public-links/require-open.ts';
import { fixedAnswers, readVisit } from '#public-links/visit.ts';
import { LinkForm } from '#public-links/visitor.shapes.ts';
import type { VisitorDeps } from '#public-links/visitor-deps.ts';
import { listsAlong } from '#templates/index.ts';

/** GET /link/v1/form: returns what somebody who has a link needs to fill in its form. */
export const getLinkForm = ({ db, clock, settings }: VisitorDeps): Endpoint =>
  linkEndpoint({
    method: 'GET',
    path: '/link/v1/form',
    doc: {
      summary: 'Read the form of a public link',
      tag: 'Public links',
      responses: {
        200: { description: 'The form to fill in.', schema: LinkForm },
        403: { description: 'The link is paused, or turned off by an admin.' },
        410: 'link ended',
      },
    },
    async handle({ principal }) {
      const { reader } = db;
      const now = clock.now();
      const visit = await readVisit(reader, principal, now);
      const { link, version } = visit;
      const template = await requireOpen(reader, link, now);
      const along = await listsAlong(reader, visit.lists);
      const { name, timeZone } = await findLinkOrganisation(reader, link.accountId);
      const body: LinkForm = {
        title: template.name,
        ...(template.description !== undefined && { description: template.description }),
        organisation: { name, brand: await readBrand(reader, link.accountId) },
        timeZone,
        maxFileBytes: settings.files.maxAttachmentBytes,
        templateId: template.id,
        versionNumber: version.number,
        definition: version.definition,
        fixed: fixedAnswers(visit),
        lists: along.map(({ id, rows }) => ({
          id,
          ...(rows !== undefined && { rows: rows.map((row) => ({ ...row })) }),
        })),
        needsProof: link.proofOfWork,
        ...(link.closesAt !== undefined && { closesAt: new Date(link.closesAt).toISOString() }),
      };
      return { status: 200, body };
    },
  });
