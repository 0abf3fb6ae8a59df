import { ALL_RIGHTS } from '#templates/rights/rights.ts';
import type { Services } from '../../src/services.ts';
import { FILE_DEFINITION } from './attachments.ts';
import { fresh } from './scim.ts';

/** Returns what creates a form in review that nobody in particular is asked for: who has the right on its template decides. */
export const reviewedFormMaker =
  ({ db, directory, forms }: Pick<Services, 'db' | 'directory' | 'forms'>) =>
  (accountId: string, userId: string): Promise<string> =>
    db.transaction(async (tx) => {
      const made = { attributes: { displayName: fresh() }, members: [], origin: 'local' } as const;
      const actor = { accountId, via: 'command-line' } as const;
      const { group } = await directory.createGroup(tx, actor, made);
      const review = { steps: [{ by: 'group', group: group.id }], own: true };
      const admin = { accountId, userId, role: 'admin', via: 'web' } as const;
      const definition = { ...FILE_DEFINITION, review };
      const { id: templateId } = await forms.createTemplate(tx, admin, {
        name: fresh(),
        definition,
      });
      await forms.publishTemplate(tx, admin, templateId);
      await forms.giveRights(tx, admin, templateId, 'designers', ALL_RIGHTS);
      const answers = { site: 'Dam' };
      const { form } = await forms.createForm(tx, admin, { templateId, answers });
      await forms.completeUnchecked(tx, admin, form.id);
      return form.id;
    });
