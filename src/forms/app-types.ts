// The types of the forms under /app/v1 for the web app, which imports them as types only.

export type { TemplateBrand } from '#brand/index.ts';
export type {
  AppFormDetail,
  AppFormItem,
  AppFormList,
  AppFormSaved,
} from './app/app-form.shapes.ts';
export type { AssigneeChoices } from './app/assignee-choice.shapes.ts';
export type {
  AnswerField,
  AnswerList,
  AnswerRow,
  AnswerSums,
} from './app/templates/answers.shapes.ts';
export type { TemplateRights } from './app/templates/rights.shapes.ts';
export type {
  DefinitionCheck,
  PreviewResult,
  TemplateDetail,
  TemplateItem,
  TemplateList,
  TemplateVersionDetail,
} from './app/templates/template.shapes.ts';
export type { BulkActForms, BulkActItem } from './bulk/app/bulk-act.shapes.ts';
export type { AppAnswer, AppCorrected } from './corrections/app/answer.shapes.ts';
export type { AppCorrectionItem } from './corrections/app/correction.shapes.ts';
export type {
  DashboardDetail,
  DashboardList,
  TileSettings,
} from './dashboards/dashboard.shapes.ts';
export type { DashboardMailBody, DashboardMailDetail } from './dashboards/mails/mail.shapes.ts';
export type { ExportItem, NewExport } from './exports/export.shapes.ts';
export type { ImportedTemplate, TemplateImportReport } from './imports/app/import.shapes.ts';
export type { ListOfLinks, PublicRows } from './lists/public-list.shapes.ts';
export type {
  ImportReport,
  ListDetail as SharedList,
  ListItem as SharedListItem,
  ListPage as SharedListPage,
  ListRow as SharedListRow,
  RowChanges as SharedListChanges,
  RowPage as SharedListRows,
  VersionPage as SharedListVersions,
} from './lists/shared-list.shapes.ts';
export type {
  PrefilledLink,
  PublicLinkItem,
  PublicLinkList,
} from './public-links/app/public-link.shapes.ts';
export type { LinkForm, LinkReceipt, LinkSession } from './public-links/visitor.shapes.ts';
export type { ShownAnswer } from './reading/shown-answer.ts';
export type { RetentionDetail, RetentionTrial } from './retention/retention.shapes.ts';
export type { FieldSummary, Group, Summary } from './summaries/summary.shapes.ts';
export type { ViewItem, ViewList } from './views/app/view.shapes.ts';
