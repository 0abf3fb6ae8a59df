import { queryOptions } from '@tanstack/react-query';
import type { TemplateBrand } from '#templates/app-types.ts';
import { call, get } from './client.ts';
import { queryClient } from './query-client.ts';
import { TEMPLATES } from './templates.ts';

/** What is left out stays as it is. */
interface TemplateBrandChange {
  /** `null`: the colour of the organisation. */
  readonly accent?: string | null;
  readonly header?: string | null;
  readonly footer?: string | null;
  readonly pageSize?: TemplateBrand['pageSize'];
  readonly columns?: TemplateBrand['columns'];
  readonly removeLogo?: boolean;
}

export const templateBrandQuery = (id: string) =>
  queryOptions({
    queryKey: ['template-brand', id],
    queryFn: () => get<TemplateBrand>(`${TEMPLATES}/${id}/brand`),
  });

export const changeTemplateBrand = (id: string, change: TemplateBrandChange): Promise<void> =>
  kept(id, call<TemplateBrand>('PUT', `${TEMPLATES}/${id}/brand`, change));

export const replaceTemplateLogo = (id: string, file: Blob): Promise<void> =>
  kept(id, call<TemplateBrand>('PUT', `${TEMPLATES}/${id}/logo`, file));

async function kept(id: string, answer: Promise<TemplateBrand>): Promise<void> {
  queryClient.setQueryData(templateBrandQuery(id).queryKey, await answer);
}
