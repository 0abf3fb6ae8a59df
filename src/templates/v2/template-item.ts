import { type Static, Type } from 'typebox';
import { DATE_TIME } from '#http/v2/date-time.shapes.ts';
import { formatDateTime } from '#http/v2/date-time.ts';
import type { TemplateRow } from './template-list.store.ts';

/** The properties of a template in lists and in single reads. */
export const TEMPLATE_ITEM = {
  id: Type.String({ format: 'uuid' }),
  url: Type.String({ format: 'uri' }),
  name: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  status: Type.Union([Type.Literal('draft'), Type.Literal('published'), Type.Literal('archived')], {
    description: 'New forms can only be created from published templates.',
  }),
  version: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The version that new forms are created from. null before the first publication.',
  }),
  lastUpdateDate: DATE_TIME,
  formsUrl: Type.String({ format: 'uri', description: 'The address of the list of its forms.' }),
} as const;

export const TemplateItem = Type.Object(TEMPLATE_ITEM, { title: 'Template' });

export function toTemplateItem(
  row: Pick<TemplateRow, 'id' | 'name' | 'description' | 'status' | 'updated_at' | 'number'>,
  base: string,
): Static<typeof TemplateItem> {
  const url = `${base}/v2/templates/${row.id}`;
  return {
    id: row.id,
    url,
    name: row.name,
    description: row.description,
    status: row.status,
    version: row.number,
    lastUpdateDate: formatDateTime(row.updated_at),
    formsUrl: `${url}/formz`,
  };
}
