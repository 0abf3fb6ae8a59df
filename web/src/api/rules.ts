import { queryOptions } from '@tanstack/react-query';
import type { NamingRules, RuleBody, RuleItem, RuleListBody, TriedBody } from '#rules/app-types.ts';
import { call, get } from './client.ts';
import { queryClient } from './query-client.ts';
import { TEMPLATES } from './templates.ts';

const RULES = '/app/v1/rules';
const RUNS = '/app/v1/rule-runs';

const rulesOf = (templateId: string): string => `${TEMPLATES}/${templateId}/rules`;
export const runsOf = (templateId: string): string => `${TEMPLATES}/${templateId}/rule-runs`;

export const rulesQuery = (templateId: string) =>
  queryOptions({
    queryKey: ['rules', templateId],
    queryFn: () => get<RuleListBody>(rulesOf(templateId)),
  });

/** The rules that name a user, group, template, list or webhook, and stop without it. */
export const rulesNamingQuery = (id: string) =>
  queryOptions({
    queryKey: ['rules', 'naming', id],
    queryFn: () => get<NamingRules>(`${RULES}?names=${id}`),
    // Members may not ask, and have no rules.
    retry: false,
  });

export const createRule = (templateId: string, rule: RuleBody) =>
  change(() => call<RuleItem>('POST', rulesOf(templateId), rule));

export const changeRule = (id: string, revision: number, rule: RuleBody) =>
  change(() => call<RuleItem>('PUT', `${RULES}/${id}`, { ...rule, revision }));

export const deleteRule = (id: string) => change(() => call('DELETE', `${RULES}/${id}`));

export const orderRules = (templateId: string, ids: readonly string[]) =>
  change(() => call('PUT', `${rulesOf(templateId)}/order`, { ids }));

export const tryRule = (templateId: string, formId: string, rule: RuleBody) =>
  call<TriedBody>('POST', `${rulesOf(templateId)}/try`, { formId, rule });

export const runAgain = (id: string) => change(() => call('POST', `${RUNS}/${id}/again`));

/** Reads the rules and their runs again. */
export const lookAgain = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [first] }) =>
      first === 'rules' || (typeof first === 'string' && first.endsWith('/rule-runs')),
  });

async function change<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } finally {
    await lookAgain();
  }
}
