import { queryOptions } from '@tanstack/react-query';
import type { RetentionDetail, RetentionTrial } from '#forms/app-types.ts';
import { call, get } from './client.ts';
import { queryClient } from './query-client.ts';
import { TEMPLATES } from './templates.ts';

export type Retention = RetentionDetail;

/** How long forms are kept, as it is sent; `keep` removes the rule. */
export interface RetentionChange {
  readonly action: 'keep' | 'delete' | 'blank';
  readonly days?: number;
  readonly countedFrom?: 'completion' | 'creation';
  readonly fields?: readonly string[];
  readonly location?: boolean;
}

export const retentionQuery = (templateId: string) =>
  queryOptions({
    queryKey: ['retention', templateId],
    queryFn: () => get<RetentionDetail>(`${TEMPLATES}/${templateId}/retention`),
  });

export async function setRetention(templateId: string, change: RetentionChange): Promise<void> {
  const path = `${TEMPLATES}/${templateId}/retention`;
  const detail = await call<RetentionDetail>('PUT', path, change);
  queryClient.setQueryData(retentionQuery(templateId).queryKey, detail);
}

/** Counts the forms that the terms would affect today. */
export const tryRetention = (templateId: string, change: RetentionChange) =>
  call<RetentionTrial>('POST', `${TEMPLATES}/${templateId}/retention/trial`, change);
