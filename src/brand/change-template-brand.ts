import type { Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import { NO_LOGO } from './brand.store.ts';
import { type NewLogo, requireColour, storedLogo } from './change-brand.ts';
import type { TemplateBrandBody } from './template-brand.shapes.ts';
import { saveTemplateBrand } from './template-brand.store.ts';

interface Deps {
  readonly audit: { readonly append: AppendAudit<Tx> };
}

/**
 * Sets what a template changes of the brand, and may remove its logo; what is left out stays. The caller has checked
 * that the actor manages the template, and has locked it.
 * @throws AppError `not-a-colour` at `accent`
 */
export async function setTemplateBrand(
  { audit }: Deps,
  tx: Tx,
  actor: Actor,
  templateId: string,
  { accent, header, footer, pageSize, columns, removeLogo = false }: TemplateBrandBody,
): Promise<void> {
  const look = {
    ...(accent !== undefined && { accent: accent === null ? null : requireColour(accent) }),
    ...(header !== undefined && { header: textOf(header) }),
    ...(footer !== undefined && { footer: textOf(footer) }),
    ...(pageSize !== undefined && { page_size: pageSize }),
    ...(columns !== undefined && { columns }),
  };
  const changes = { ...look, ...(removeLogo && NO_LOGO) };
  if (Object.keys(changes).length === 0) return;
  await saveTemplateBrand(tx, actor.accountId, templateId, changes);
  await audit.append(tx, actor, {
    targetType: 'Template',
    targetId: templateId,
    action: 'template.set-brand',
    detail: { ...look, removeLogo },
  });
}

/** A line without breaks; null for an empty one. */
const textOf = (text: string | null): string | null => text?.replaceAll(/\s+/g, ' ').trim() || null;

/** Replaces the logo of a template. */
export async function setTemplateLogo(
  { audit }: Deps,
  tx: Tx,
  actor: Actor,
  templateId: string,
  logo: NewLogo,
): Promise<void> {
  const { accountId } = actor;
  const { columns, detail } = storedLogo(`${accountId} ${templateId}`, logo);
  await saveTemplateBrand(tx, accountId, templateId, columns);
  await audit.append(tx, actor, {
    targetType: 'Template',
    targetId: templateId,
    action: 'template.set-logo',
    detail,
  });
}
