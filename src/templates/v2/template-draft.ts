import { type Static, Type } from 'typebox';
import type { Reader } from '#db/database.ts';
import type { FormActor, FormsDeps, Template, Viewer } from '#form-basics/index.ts';
import { ifMatch, notInIfMatch } from '#http/conditional.ts';
import type { Reply } from '#http/endpoint.ts';
import type { JsonObject } from '#kernel/json.ts';
import { requireTemplateRight } from '#templates/find-template.ts';
import { findVersion } from '#templates/template.store.ts';
import { TEMPLATE_ITEM, toTemplateItem } from './template-item.ts';

/** What those who manage a template see and change of it. */
export const TemplateDraft = Type.Object(
  {
    ...TEMPLATE_ITEM,
    namePattern: Type.String({
      description:
        'How new forms are named: `{template}`, `{number}`, `{date}`, `{user}` or `{field}`.',
    }),
    definition: Type.Unsafe<JsonObject>({
      type: 'object',
      additionalProperties: true,
      description: 'The draft: a SurveyJS definition within the profile of Formstead.',
    }),
    hasChanges: Type.Boolean({
      description: 'Whether the draft differs from the published version.',
    }),
    openToAll: Type.Boolean({ description: 'Whether everybody may create forms from it.' }),
    groupIds: Type.Array(Type.String(), {
      description: 'The groups whose members may create forms from it.',
    }),
    revision: Type.Integer({
      description: 'Increases with each change of the template. The ETag is made from it.',
    }),
  },
  { title: 'TemplateDraft' },
);

export const DRAFT_HEADERS = { ETag: 'A strong ETag, made from the revision.' } as const;

const etagOf = ({ revision }: Template): string => `"${revision}"`;

/** Returns the answer to a read or a write of a template, for somebody who manages it. */
export async function replyWithDraft(
  db: Reader,
  template: Template,
  base: string,
  more: Pick<Reply, 'status' | 'headers'> = { status: 200 },
): Promise<Reply> {
  const body = await describeDraft(db, template, base);
  return { status: more.status, headers: { ...more.headers, etag: etagOf(template) }, body };
}

async function describeDraft(
  db: Reader,
  template: Template,
  base: string,
): Promise<Static<typeof TemplateDraft>> {
  const { accountId, currentVersionId, description } = template;
  const version =
    currentVersionId === undefined ? undefined : await findVersion(db, accountId, currentVersionId);
  return {
    ...toTemplateItem(
      {
        id: template.id,
        name: template.name,
        description: description ?? null,
        status: template.status,
        updated_at: template.updatedAt,
        number: version?.number ?? null,
      },
      base,
    ),
    namePattern: template.namePattern,
    definition: template.draftDefinition,
    hasChanges: template.hasChanges,
    openToAll: template.openToAll,
    groupIds: [...template.groupIds],
    revision: template.revision,
  };
}

/** Returns a template for somebody who manages it. @throws AppError `not-found`, `forbidden`. */
export const requireManaged = (
  db: Reader,
  { directory }: Pick<FormsDeps, 'directory'>,
  viewer: Viewer,
  id: string,
): Promise<Template> => requireTemplateRight(db, directory, viewer, id, 'manage');

/**
 * Returns the revision that a write expects: the current one if If-Match allows it, undefined without the header.
 * @throws AppError `not-found`, `forbidden`, `precondition-failed`
 */
export async function expectedRevision(
  db: Reader,
  deps: Pick<FormsDeps, 'directory'>,
  by: FormActor,
  { id, header }: { readonly id: string; readonly header: string | undefined },
): Promise<number | undefined> {
  if (header === undefined) return undefined;
  const template = await requireManaged(db, deps, by, id);
  const { revision } = template;
  const etag = etagOf(template);
  if (ifMatch(header, etag)) return revision;
  throw notInIfMatch(
    `The template is at revision ${revision}, which If-Match does not name. Read it again.`,
    { header, etag, revision },
  );
}
