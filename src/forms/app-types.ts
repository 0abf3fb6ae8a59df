// The types of the forms under /app/v1 for the web app, which imports them as types only.
export type {
  AppFormDetail,
  AppFormItem,
  AppFormList,
  AppFormSaved,
} from './app/app-form.shapes.ts';
export type { AssigneeChoices } from './app/assignee-choice.shapes.ts';
export type {
  DefinitionCheck,
  PreviewResult,
  TemplateDetail,
  TemplateItem,
  TemplateList,
  TemplateVersionDetail,
} from './app/templates/template.shapes.ts';
export type { ExportItem, NewExport } from './exports/export.shapes.ts';
export type { ShownAnswer } from './reading/shown-answer.ts';
