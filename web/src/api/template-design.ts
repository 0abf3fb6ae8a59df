// What designers do with templates.

import { queryOptions } from '@tanstack/react-query';
import type {
  ImportedTemplate,
  TemplateImportReport,
  XlsFormLosses,
} from '#template-files/app-types.ts';
import type {
  DefinitionCheck,
  PublishingEffectsItem,
  TemplateDetail,
  TemplateRights,
} from '#templates/app-types.ts';
import type { Language } from '#web/texts/i18n.ts';
import type { Fault as AnswerFault } from './answer-fault.ts';
import { ApiError, call, callForFile, get, withQuery } from './client.ts';
import { queryClient } from './query-client.ts';
import { templateQuery } from './template-queries.ts';
import { TEMPLATES } from './templates.ts';

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
}

export const createTemplate = (template: NewTemplate) =>
  kept(call<TemplateDetail>('POST', TEMPLATES, template));

export const duplicateTemplate = (id: string, name: string) =>
  kept(call<TemplateDetail>('POST', `${TEMPLATES}/${id}/duplicate`, { name }));

export const changeTemplate = (id: string, change: TemplateChange) =>
  kept(call<TemplateDetail>('PATCH', `${TEMPLATES}/${id}`, change));

export const publishTemplate = (id: string, revision: number) =>
  kept(call<TemplateDetail>('POST', `${TEMPLATES}/${id}/publish`, { revision }));

/** What publishing the draft of a template changes for others. Never kept: it is read to decide now. */
export const publishingEffectsQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: [TEMPLATES, 'publishing-effects', id, revision],
    queryFn: () => get<PublishingEffectsItem>(`${TEMPLATES}/${id}/publishing-effects`),
    gcTime: 0,
  });

export const archiveTemplate = (id: string) =>
  kept(call<TemplateDetail>('POST', `${TEMPLATES}/${id}/archive`, {}));

export const restoreTemplate = (id: string) =>
  kept(call<TemplateDetail>('POST', `${TEMPLATES}/${id}/restore`, {}));

/** @param revision the one to delete; undefined: whatever its revision is */
export async function deleteTemplate(id: string, revision?: number): Promise<void> {
  await call('DELETE', withQuery(`${TEMPLATES}/${id}`, revision === undefined ? {} : { revision }));
  // Not the template itself: its screen may still be open, and would read it once more.
  await queryClient.invalidateQueries({ queryKey: [TEMPLATES] });
}

/** Browsers name the type of workbooks differently, so the server looks at the content. */
const asBytes = (file: Blob): Blob => new Blob([file], { type: 'application/octet-stream' });

/** Returns what importing a file would make. */
export const checkImport = (file: Blob) =>
  call<TemplateImportReport>('POST', `${TEMPLATES}/import/check`, asBytes(file));

/** @param lists the lists to use by the ids in the file; undefined for one that gets none. Others are found or made. */
export const importTemplate = async (
  file: Blob,
  name: string,
  lists: ReadonlyMap<string, string | undefined>,
): Promise<TemplateDetail> => {
  const chosen = [...lists].map(([id, here]) => `${id}:${here ?? ''}`).join(',');
  const path = withQuery(`${TEMPLATES}/import`, { name, ...(chosen !== '' && { lists: chosen }) });
  return kept(call<ImportedTemplate>('POST', path, asBytes(file)).then(({ template }) => template));
};

/** The address of a template as a PDF to fill in by hand. */
export const blankFormUrl = (id: string, locale: string): string =>
  `${TEMPLATES}/${id}/blank-form?locale=${locale}`;

/** Returns the address of a template as an XLSForm. */
export const templateXlsFormUrl = (id: string): string => `${TEMPLATES}/${id}/xlsform`;
/** Reads what the XLSForm of a template lacks: of the draft as it is now. */
export const xlsFormLossesQuery = (id: string) =>
  queryOptions({
    queryKey: ['xlsform-losses', id],
    queryFn: () => get<XlsFormLosses>(`${TEMPLATES}/${id}/xlsform/losses`),
    staleTime: 0,
    gcTime: 0,
  });

/** Returns the address of a template as a file. */
export const templateFileUrl = (id: string): string => `${TEMPLATES}/${id}/file`;

export const checkDefinition = (definition: unknown) =>
  call<DefinitionCheck>('POST', `${TEMPLATES}/check`, { definition });

export interface AnswersCheck {
  readonly ok: boolean;
  readonly faults: readonly AnswerFault[];
}

/** Checks these answers as completing the form would. */
export const checkAnswers = (definition: unknown, answers: unknown, locale: Language) =>
  call<AnswersCheck>('POST', `${TEMPLATES}/preview`, { definition, answers, locale });

interface Trial {
  readonly templateId: string;
  readonly name: string;
  readonly definition: unknown;
  readonly answers: unknown;
  readonly locale: Language;
}

interface PrintedTrial {
  readonly pdf: Blob;
  /** The code points that no font has, such as `U+65E5`. */
  readonly missing: readonly string[];
}

/** Returns the PDF that a form with these answers would have. */
export const printTrial = (trial: Trial): Promise<PrintedTrial> =>
  callForFile('POST', `${TEMPLATES}/preview/pdf`, trial, async (answer) => ({
    pdf: await answer.blob(),
    missing: answer.headers.get('formstead-missing-characters')?.split(' ') ?? [],
  }));

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

export const rightsQuery = (id: string) =>
  queryOptions({
    queryKey: ['template-rights', id],
    queryFn: () => get<TemplateRights>(`${TEMPLATES}/${id}/rights`),
  });

/** What is given to a user, a group or a role. */
export type GivenRights = Omit<TemplateRights['items'][number], 'subject' | 'type' | 'name'>;

export const giveRights = (id: string, subject: string, rights: GivenRights) =>
  changedRights(id, call<TemplateRights>('PUT', `${TEMPLATES}/${id}/rights/${subject}`, rights));

export const withdrawRights = (id: string, subject: string) =>
  changedRights(id, call('DELETE', `${TEMPLATES}/${id}/rights/${subject}`));

/** Gives an admin all rights on a template. */
export const takeRights = (id: string) =>
  changedRights(id, call('POST', `${TEMPLATES}/${id}/take-rights`, {}));

/** Loads again what the reader may do: they may have changed their own rights. */
async function changedRights<T>(id: string, answer: Promise<T>): Promise<T> {
  const done = await answer;
  await queryClient.invalidateQueries({ queryKey: rightsQuery(id).queryKey });
  await queryClient.invalidateQueries({ queryKey: templateQuery(id).queryKey });
  await queryClient.invalidateQueries({ queryKey: [TEMPLATES] });
  return done;
}
