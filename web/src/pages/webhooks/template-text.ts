import type { TFunction } from '#web/texts/text-store.ts';
import type { Webhook } from '#webhooks/app-types.ts';

type OfTemplate = Pick<Webhook, 'templateId' | 'templateName' | 'isTemplateDeleted'>;

/** Returns the template whose events a webhook tells; of a deleted one the name that it had, if that is known. */
export function templateText(
  { templateId, templateName: name, isTemplateDeleted = false }: OfTemplate,
  t: TFunction,
): string {
  if (templateId === undefined) return t('webhooks.allTemplates');
  if (name === undefined) return t('webhooks.deletedTemplate');
  return isTemplateDeleted ? t('webhooks.deletedTemplateName', { name }) : name;
}
