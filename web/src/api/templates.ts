import { queryOptions } from '@tanstack/react-query';
import type {
  DefinitionCheck,
  TemplateDetail,
  TemplateList,
  TemplateVersionDetail,
} from '#forms/app-types.ts';
import type { Language } from '../i18n.ts';
import type { Fault as AnswerFault } from '../offline/drafts.ts';
import { ApiError, call, get } from './client.ts';
import { queryClient } from './query-client.ts';

export const TEMPLATES = '/app/v1/templates';

export interface NewTemplate {
  readonly name: string;
  readonly description?: string;
  readonly definition?: object;
}

export interface TemplateChange {
  /** That the change was made of; left out: whatever is there is overwritten. */
  readonly revision?: number;
  readonly name?: string;
  readonly description?: string | null;
  readonly definition?: object;
  readonly namePattern?: string;
  readonly openToAll?: boolean;
  readonly groupIds?: readonly string[];
}

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['template', id],
    queryFn: () => get<TemplateDetail>(`${TEMPLATES}/${id}`),
  });

/** Whether there is any. */
export const aTemplateQuery = queryOptions({
  queryKey: [TEMPLATES, 'any'],
  queryFn: () => get<TemplateList>(TEMPLATES, { limit: 1 }),
});

/** Versions never change. */
export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['template-version', id, number],
    queryFn: () => get<TemplateVersionDetail>(`${TEMPLATES}/${id}/versions/${number}`),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const createTemplate = (template: NewTemplate) =>
  kept(call<TemplateDetail>('POST', TEMPLATES, template));

export const changeTemplate = (id: string, change: TemplateChange) =>
  kept(call<TemplateDetail>('PATCH', `${TEMPLATES}/${id}`, change));

export const publishTemplate = (id: string, revision: number) =>
  kept(call<TemplateDetail>('POST', `${TEMPLATES}/${id}/publish`, { revision }));

export const archiveTemplate = (id: string) =>
  kept(call<TemplateDetail>('POST', `${TEMPLATES}/${id}/archive`, {}));

export const restoreTemplate = (id: string) =>
  kept(call<TemplateDetail>('POST', `${TEMPLATES}/${id}/restore`, {}));

export const checkDefinition = (definition: unknown) =>
  call<DefinitionCheck>('POST', `${TEMPLATES}/check`, { definition });

export interface AnswersCheck {
  readonly ok: boolean;
  readonly faults: readonly AnswerFault[];
}

/** What completing would say of these answers. */
export const checkAnswers = (definition: unknown, answers: unknown, locale: Language) =>
  call<AnswersCheck>('POST', `${TEMPLATES}/preview`, { definition, answers, locale });

async function kept(answer: Promise<TemplateDetail>): Promise<TemplateDetail> {
  const template = await answer;
  queryClient.setQueryData(templateQuery(template.id).queryKey, template);
  await queryClient.invalidateQueries({ queryKey: [TEMPLATES] });
  return template;
}

export interface Fault {
  readonly at: string;
  /** In English. */
  readonly text: string;
  /** Which rule it breaks, where that has a name. */
  readonly kind?: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** The places that a refusal names. */
export function faultsOf(error: unknown): readonly Fault[] {
  const faults: unknown = error instanceof ApiError ? error.members['faults'] : undefined;
  return Array.isArray(faults) ? faults.filter(isFault) : [];
}

const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' &&
  value !== null &&
  'at' in value &&
  typeof value.at === 'string' &&
  'text' in value &&
  typeof value.text === 'string';

/** Somebody else changed it since it was read. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 412;
