import { Type } from 'typebox';
import type { FormsDeps, Template, Viewer } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import { fail } from '#kernel/errors.ts';
import { findVisibleTemplate, isListed } from '#templates/find-template.ts';
import { findVersion } from '#templates/template.store.ts';
import { fieldsOf } from './field-kinds.ts';
import { TEMPLATE_ITEM, toTemplateItem } from './template-item.ts';

const TemplateField = Type.Object(
  {
    id: Type.String({
      description: 'Stays the same across versions as long as the name does not change.',
    }),
    name: Type.String(),
    type: Type.String({ description: 'The same as in the fields of a form.' }),
    title: Type.String(),
    writable: Type.Boolean({
      description:
        'false: the field is calculated or read-only. Writing it is an error with status 422.',
    }),
    required: Type.Boolean({
      description:
        'Whether the form can only be completed with an answer, if the field is visible.',
    }),
    unit: Type.Optional(
      Type.String({ description: 'The unit of a number. Left out for fields without a unit.' }),
    ),
    choices: Type.Array(Type.Object({ value: Type.Unsafe<unknown>({}), text: Type.String() }), {
      description:
        'The choices. Empty for fields without choices, and for those with a shared list.',
    }),
    listId: Type.Optional(
      Type.String({
        description:
          'The id of the shared list whose rows the field takes by their keys. Left out for fields without one.',
      }),
    ),
    takesComment: Type.Boolean({
      description: 'Whether text can be typed in addition to the answer, which is its `comment`.',
    }),
  },
  { title: 'TemplateField' },
);

const TemplateDetail = Type.Object(
  {
    ...TEMPLATE_ITEM,
    fields: Type.Record(Type.String(), TemplateField, {
      description: 'The fields of the version that new forms are created from, by name.',
    }),
  },
  { title: 'TemplateWithFields' },
);

/** GET /v2/templates/:id: returns one template with the fields of its new forms. */
export const getTemplate = (deps: FormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/templates/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'Read a template',
      tag: 'Templates',
      responses: {
        200: { description: 'The template.', schema: TemplateDetail },
        304: 'not modified',
        404: 'no template to use by the acting user',
      },
    },
    async handle(request) {
      const { db, publicUrl } = deps;
      const template = await findListed(deps, request.principal, request.params.id);
      if (!template) throw noTemplate();
      const { id, name, description, status, accountId, currentVersionId } = template;
      const version =
        currentVersionId === undefined
          ? undefined
          : await findVersion(db.reader, accountId, currentVersionId);
      const row = {
        id,
        name,
        description: description ?? null,
        status,
        updated_at: template.updatedAt,
        number: version?.number ?? null,
      };
      const fields = version ? fieldsOf(version) : [];
      return replyWith(request, {
        ...toTemplateItem(row, publicUrl()),
        fields: Object.fromEntries(
          fields.map(({ kind, ...field }) => [field.name, { ...field, type: kind }]),
        ),
      });
    },
  });

const noTemplate = () =>
  fail('not-found', 'There is no template with this id that the acting user may use.');

/** Returns a template if the list of templates shows it to the viewer. */
async function findListed(
  { db, directory }: Pick<FormsDeps, 'db' | 'directory'>,
  viewer: Viewer,
  id: string,
): Promise<Template | undefined> {
  const found = await findVisibleTemplate(db.reader, directory, viewer, id);
  return found && isListed(viewer, found) ? found.template : undefined;
}
