import type { JsonObject } from '#kernel/json.ts';
import type { Expected } from './form.ts';

/** draft → published (an immutable version each time) → archived (its forms live on, no new ones). */
export type TemplateStatus = 'draft' | 'published' | 'archived';

export interface Template {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly status: TemplateStatus;
  readonly draftDefinition: JsonObject;
  readonly namePattern: string;
  /** False: only designers, admins and members of `groupIds` (nested ones included) may use it. */
  readonly openToAll: boolean;
  readonly groupIds: readonly string[];
  readonly currentVersionId: string | undefined;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Goes up with each change of the template, not with its forms. */
  readonly revision: number;
  /** Whether the draft differs from what is published. */
  readonly hasChanges: boolean;
}

/** One question of a version as everything outside the form engine sees it. */
export interface Field {
  /** Kept from version to version for as long as the field keeps its name. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly type: string;
}

/** What was published: never changes, and forms made from it stay on it. */
export interface TemplateVersion {
  readonly id: string;
  readonly templateId: string;
  /** 1, 2, 3, … within the template. */
  readonly number: number;
  readonly definition: JsonObject;
  readonly fields: readonly Field[];
  readonly publishedAt: number;
  readonly publishedBy: string;
}

export interface NewTemplate {
  readonly name: string;
  readonly description?: string | undefined;
  /** A SurveyJS definition within our profile; left out: `{}`, to be filled before publishing. */
  readonly definition?: JsonObject | undefined;
  /** `{template}`, `{number}`, `{date}` and `{user}` are filled in; left out: `{template} {number}`. */
  readonly namePattern?: string | undefined;
  /** Left out: true when no groups are given. */
  readonly openToAll?: boolean | undefined;
  readonly groupIds?: readonly string[] | undefined;
}

/** What is left out stays as it is. */
export interface TemplateChanges extends Partial<Omit<NewTemplate, 'description'>>, Expected {
  /** `null` takes the description away. */
  readonly description?: string | null | undefined;
}
