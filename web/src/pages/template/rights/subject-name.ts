import type { TemplateRights } from '#templates/app-types.ts';
import type { GivenRights } from '#web/api/template-design.ts';
import { useTranslation } from '#web/texts/texts.ts';

export type RightsItem = TemplateRights['items'][number];

export const rightsIn = ({ fill, see, edit, assign, review, manage }: RightsItem): GivenRights => ({
  ...{ fill, see, edit, assign, review, manage },
});

export const ROLES = ['everyone', 'designers'] as const;

/** Returns the function that names a user, a group or a role. */
export function useSubjectName(): (item: Pick<RightsItem, 'subject' | 'type' | 'name'>) => string {
  const { t } = useTranslation();
  return ({ subject, type, name }) => {
    const role = ROLES.find((each) => each === subject);
    if (role !== undefined) return t(`rights.roles.${role}`);
    return name ?? t(type === 'Group' ? 'templates.goneGroup' : 'templates.somebody');
  };
}
