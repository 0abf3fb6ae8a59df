import { readTemplateBrand, setTemplateLogo, TemplateBrand } from '#brand/index.ts';
import { actorOfCall } from '#form-basics/index.ts';
import { fileBody, NO_BYTES } from '#http/byte-body.ts';
import { operation } from '#http/operation.ts';
import { LOGO_TYPES } from '#pictures/index.ts';
import { lockTemplateWithRight, requireTemplateRight } from '#templates/find-template.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

const MAX_BYTES = 1_048_576;

/** PUT /templates/:id/logo: replaces the logo of a template's forms by a picture, which is decoded. */
export const putTemplateLogo = ({ db, directory, audit, pictures }: TemplatesDeps) =>
  operation({
    method: 'PUT',
    path: '/templates/:id/logo',
    right: 'templates',
    role: 'designer',
    file: { ...fileBody('logo', MAX_BYTES), mediaTypes: LOGO_TYPES },
    etag: 'none',
    doc: {
      summary: 'Replace the logo of a template',
      tag: 'Templates',
      description:
        'A PNG, JPEG or WebP picture of at most 1 MiB. It is stored as PNG of at most 400 x 160 pixels, without metadata.',
      responses: {
        200: { description: 'As it is now.', schema: TemplateBrand },
        403: 'template not managed',
        404: 'no template',
        413: { description: 'The picture is larger than 1 MiB.' },
        422: { description: '`unreadable-picture`, at `logo`.' },
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      // Decoding takes a while, and not for those who may not change the template.
      const { id } = await requireTemplateRight(db.reader, directory, by, call.params.id, 'manage');
      const logo = await pictures.decodeLogo(by.accountId, call.bytes ?? NO_BYTES);
      const body = await db.transaction(async (tx) => {
        await lockTemplateWithRight(tx, directory, by, id, 'manage');
        await setTemplateLogo({ audit }, tx, by, id, logo);
        return readTemplateBrand(tx, by.accountId, id);
      });
      return { status: 200, body: body satisfies TemplateBrand };
    },
  });
