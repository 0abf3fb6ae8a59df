import type { JsonObject } from '#kernel/json.ts';
import type { NameTranslations } from '#questionnaires/definition/name-translations.ts';
import type { Expected } from './form.ts';

/** The steps of a template: draft → published (a new immutable version each time) → archived (no new forms). */
export type TemplateStatus = 'draft' | 'published' | 'archived';

export interface Template {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string | undefined;
  /** Those of the published version. */
  readonly nameTranslations: NameTranslations | undefined;
  readonly status: TemplateStatus;
  readonly draftDefinition: JsonObject;
  readonly namePattern: string;
  /** False: only designers, admins and members of `groupIds` (nested groups included) may use it. */
  readonly openToAll: boolean;
  readonly groupIds: readonly string[];
  readonly currentVersionId: string | undefined;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Increases with each change of the template, but not with its forms. */
  readonly revision: number;
  /** Whether the draft differs from the published version. */
  readonly hasChanges: boolean;
  /** The fields that a copy has from its source: its first version gives them the same ids. */
  readonly copiedFields: readonly Field[] | undefined;
}

/** One question of a version, independent of the forms engine. */
export interface Field {
  /** The same from version to version as long as the field keeps its name. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly type: string;
}

/** A published version. It never changes, and forms made from it keep it. */
export interface TemplateVersion {
  readonly id: string;
  readonly templateId: string;
  /** 1, 2, 3, … within the template. */
  readonly number: number;
  readonly definition: JsonObject;
  readonly fields: readonly Field[];
  readonly publishedAt: number;
  readonly publishedBy: string;
  /**
   * The fields that this version or one before made searchable, columns of tables included, by id: whether the newest
   * version that asks the field still does.
   */
  readonly searchMarks: Readonly<Record<string, boolean>>;
}

export interface NewTemplate {
  readonly name: string;
  readonly description?: string | undefined;
  /** A SurveyJS definition within our profile; by default `{}`, to be completed before publishing. */
  readonly definition?: JsonObject | undefined;
  /** `{template}`, `{number}`, `{date}` and `{user}` are replaced; by default `{template} {number}`. */
  readonly namePattern?: string | undefined;
  /** True by default when no groups are given. */
  readonly openToAll?: boolean | undefined;
  readonly groupIds?: readonly string[] | undefined;
}

/** Changes of a template. Undefined properties stay as they are. */
export interface TemplateChanges extends Partial<Omit<NewTemplate, 'description'>>, Expected {
  /** `null` removes the description. */
  readonly description?: string | null | undefined;
}
