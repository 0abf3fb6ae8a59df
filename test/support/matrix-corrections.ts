import { findVersion } from '#templates/template.store.ts';
import type { Instance } from './instance.ts';

/** Returns a function that corrects a form, and returns the ids of the form and of its correction. */
export const correctionMaker =
  ({ db, forms }: Instance['services']) =>
  async (form: string, accountId: string, userId: string): Promise<string> => {
    const admin = { accountId, userId, role: 'admin', via: 'web' } as const;
    const correction = { answers: { site: 'Weir' }, corrected: 'site' };
    await db.transaction((tx) => forms.editForm(tx, admin, form, correction));
    const events = await forms.readHistory(db.reader, admin, form);
    return `${form} ${events.at(-1)?.id}`;
  };

/** Returns a function that returns the ids of a form and of one of its fields. */
export const answerFinder =
  (db: Instance['services']['db'], field = 'site') =>
  async (form: string): Promise<string> => {
    const { account_id, template_version_id } = await db.reader
      .selectFrom('forms')
      .select(['account_id', 'template_version_id'])
      .where('id', '=', form)
      .executeTakeFirstOrThrow();
    const version = await findVersion(db.reader, account_id, template_version_id);
    return `${form} ${version?.fields.find(({ name }) => name === field)?.id}`;
  };
