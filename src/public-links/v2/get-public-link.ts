import { Type } from 'typebox';
import type { FormsDeps } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { DATE_TIME } from '#http/v2/date-time.shapes.ts';
import { formatDateTime } from '#http/v2/date-time.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import { requireLink } from '#public-links/find-link.ts';

const Uri = Type.String({ format: 'uri', description: 'The permanent address of the resource.' });

const LinkItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    url: Uri,
    name: Type.String(),
    templateId: Type.String({ format: 'uuid' }),
    templateUrl: Uri,
    createdDate: DATE_TIME,
  },
  { title: 'Link' },
);

/** GET /v2/links/:id: returns the public link that a form names as its creator, without its address. */
export const getPublicLink = ({ db, directory, publicUrl }: FormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/links/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'Read the link that a form was sent by',
      tag: 'Public links',
      description:
        'Forms that people without an account send name the public link as `createdBy`, and are assigned to it.',
      responses: {
        200: { description: 'The link.', schema: LinkItem },
        304: 'not modified',
        404: { description: 'There is no such link to a template that the acting user may use.' },
      },
    },
    async handle(request) {
      const link = await requireLink(db.reader, directory, request.principal, request.params.id);
      const { id, name, templateId, createdAt } = link;
      return replyWith(request, {
        id,
        url: `${publicUrl()}/v2/links/${id}`,
        name,
        templateId,
        templateUrl: `${publicUrl()}/v2/templates/${templateId}`,
        createdDate: formatDateTime(createdAt),
      });
    },
  });
