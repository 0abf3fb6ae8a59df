import type { TemplateItem } from '#templates/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';

type Rights = TemplateItem['may'];

export const hasNoRights = ({ fill, see, edit, assign, review, manage }: Rights): boolean =>
  !(fill || edit || assign || review || manage || see !== 'own');

const hasAllRights = ({ fill, see, edit, assign, review, manage }: Rights): boolean =>
  fill && edit && assign && review && manage && see === 'all';

/** Returns the function that says rights in words, for example "Fill in · See all answers". */
export function useRightsText(): (rights: Rights) => string {
  const { t } = useTranslation();
  return (rights) => {
    const { fill, see, edit, assign, review, manage } = rights;
    if (hasNoRights(rights)) return t('rights.none');
    if (hasAllRights(rights)) return t('rights.all');
    return [
      manage && t('rights.does.manage'),
      see !== 'own' && t(`rights.does.see.${see}`),
      edit && t('rights.does.edit'),
      fill && t('rights.does.fill'),
      assign && t('rights.does.assign'),
      review && t('rights.does.review'),
    ]
      .filter((part) => part !== false)
      .join(' · ');
  };
}
