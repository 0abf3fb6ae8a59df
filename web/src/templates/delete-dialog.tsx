import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { TemplateItem } from '#templates/app-types.ts';
import { queryClient } from '#web/api/query-client.ts';
import { deleteTemplate } from '#web/api/template-design.ts';
import { templateQuery } from '#web/api/template-queries.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { late } from '#web/components/late.ts';
import { useTranslation } from '#web/texts/texts.ts';

const RulesNaming = late(() => import('./rules-naming.tsx'), 'RulesNaming', ['rules']);

interface DeleteDialogProps {
  readonly template: Pick<TemplateItem, 'id' | 'name'>;
  readonly onClose: () => void;
  /** Replaces the default request to the server, where more has to be done. */
  readonly remove?: () => Promise<unknown>;
}

/** Deletes a template that was never published, and shows the list of templates. */
export function DeleteDialog({ template: { id, name }, onClose, remove }: DeleteDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const leave = async () => {
    onClose();
    // What is typed and not saved belonged to the template, so nobody is asked about it.
    await navigate({ to: '/templates', ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: templateQuery(id).queryKey });
  };
  return (
    <ConsentDialog
      title={t('templates.deleteTitle', { name })}
      verb={t('templates.delete')}
      act={remove ?? (() => deleteTemplate(id))}
      notice={t('templates.deleted', { name })}
      onDone={() => void leave()}
      onClose={onClose}
    >
      <Text>{t('templates.deleteLead')}</Text>
      <Suspense>
        <RulesNaming id={id} />
      </Suspense>
    </ConsentDialog>
  );
}
