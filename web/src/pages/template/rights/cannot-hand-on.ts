import type { TemplateRights } from '#templates/app-types.ts';

type Entry = TemplateRights['items'][number];

/**
 * Returns the entries whose people see drafts of others and may assign, but may not edit: they can assign only their own
 * drafts. The rights of "everyone" are added to those of each entry. Who else has rights by several entries is not known
 * here.
 */
export function cannotHandOn(items: readonly Entry[]): readonly Entry[] {
  const everyone = items.find(({ subject }) => subject === 'everyone');
  const lacks = (item: Entry): boolean =>
    [item, everyone].some((each) => each !== undefined && each.see !== 'own') &&
    [item, everyone].some((each) => each?.assign) &&
    ![item, everyone].some((each) => each?.edit);
  if (everyone !== undefined && lacks(everyone)) return [everyone];
  return items.filter((item) => (item.see !== 'own' || item.assign) && lacks(item));
}
