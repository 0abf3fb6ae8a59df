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
  /** The revision that the change is based on; undefined overwrites the template whatever its revision is. */
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

/** Reads one template, to know whether there is any. */
export const aTemplateQuery = queryOptions({
  queryKey: [TEMPLATES, 'any'],
  queryFn: () => get<TemplateList>(TEMPLATES, { limit: 1 }),
});

/** Reads a version, which never changes. */
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

/** Checks these answers as completing the form would. */
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
  /** A sentence in English. */
  readonly text: string;
  /** The name of the rule that it breaks, if that has one. */
  readonly kind?: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Returns the faults in a definition that a refusal names. */
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

/** Returns whether somebody else has changed the template since it was read. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 412;
