// What many pages read of templates. What designers do with them is in template-design.ts, which no phone has to load.
import { queryOptions } from '@tanstack/react-query';
import type { TemplateDetail, TemplateVersionDetail } from '#templates/app-types.ts';
import { get } from './client.ts';
import { TEMPLATES } from './templates.ts';

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['template', id],
    queryFn: () => get<TemplateDetail>(`${TEMPLATES}/${id}`),
  });

/** Reads a version, which never changes. */
export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['template-version', id, number],
    queryFn: () => get<TemplateVersionDetail>(`${TEMPLATES}/${id}/versions/${number}`),
    staleTime: Number.POSITIVE_INFINITY,
  });
