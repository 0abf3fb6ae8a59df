// The types of the templates under /app/v1 for the web app, which imports them as types only.
export type { TemplateBrand } from '#brand/index.ts';
export type {
  DocumentBody,
  DocumentDetail,
  DocumentList,
  ReplacedDocument,
} from '#documents/index.ts';
export type { PublishingEffectsItem } from './app/publishing-effects.shapes.ts';
export type { ListOfLinks, PublicRows } from './lists/public-list.shapes.ts';
export type { TemplateRights } from './operations/rights.shapes.ts';
export type {
  DefinitionCheck,
  TemplateDetail,
  TemplateItem,
  TemplateList,
} from './template.shapes.ts';
export type { TemplateVersionDetail } from './template-version.shapes.ts';
