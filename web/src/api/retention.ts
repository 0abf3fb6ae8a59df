import { queryOptions } from '@tanstack/react-query';
import type { RetentionDetail, RetentionTrial } from '#retention/app-types.ts';
import { ApiError, call, get } from './client.ts';
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

/**
 * Replaces the rule that was set at `unchangedSince`. If there is another one, it is read, so that the page shows it.
 * @throws ApiError 412 when there is another one
 */
export async function setRetention(
  templateId: string,
  change: RetentionChange,
  unchangedSince: string | null,
): Promise<void> {
  const path = `${TEMPLATES}/${templateId}/retention`;
  const { queryKey } = retentionQuery(templateId);
  try {
    const detail = await call<RetentionDetail>('PUT', path, { ...change, unchangedSince });
    queryClient.setQueryData(queryKey, detail);
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) {
      await queryClient.invalidateQueries({ queryKey });
    }
    throw error;
  }
}

/** Counts the forms that the terms would affect today. */
export const tryRetention = (templateId: string, change: RetentionChange) =>
  call<RetentionTrial>('POST', `${TEMPLATES}/${templateId}/retention/trial`, change);
