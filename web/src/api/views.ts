import { queryOptions } from '@tanstack/react-query';
import type { ViewItem } from '#answer-tables/app-types.ts';
import type { ViewConsequences } from '#scheduled-exports/app-types.ts';
import { call, get } from './client.ts';
import { queryClient } from './query-client.ts';

export const VIEWS = '/app/v1/views';

/** The page that a view is of. */
export interface ViewPage {
  readonly list: ViewItem['list'];
  /** Of a table of answers. */
  readonly templateId?: string | undefined;
}

export interface ViewInput {
  readonly name: string;
  readonly state?: Readonly<Record<string, string>>;
  readonly sharing: {
    readonly with: ViewItem['sharing']['with'];
    readonly groupIds: readonly string[];
  };
}

export const saveView = (page: ViewPage, input: ViewInput) =>
  changed(call<ViewItem>('POST', VIEWS, { ...page, ...input }));

export const changeView = (id: string, input: ViewInput) =>
  changed(call<ViewItem>('PATCH', `${VIEWS}/${id}`, input));

/** Reads what deleting a view would cause. */
export const viewConsequencesQuery = (id: string) =>
  queryOptions({
    queryKey: ['view', id, 'consequences'],
    queryFn: () => get<ViewConsequences>(`${VIEWS}/${id}/consequences`),
    staleTime: 0,
  });

export const deleteView = (id: string) => changed(call('DELETE', `${VIEWS}/${id}`));

async function changed<T>(request: Promise<T>): Promise<T> {
  const answer = await request;
  await queryClient.invalidateQueries({ queryKey: [VIEWS] });
  return answer;
}
