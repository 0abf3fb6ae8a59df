import { Text } from '@mantine/core';
import { Suspense } from 'react';
import type { TemplateItem } from '#templates/app-types.ts';
import { archiveTemplate } from '#web/api/template-design.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { late } from '#web/components/late.ts';
import { useTranslation } from '#web/texts/texts.ts';

const ArchivedWork = late(() => import('./archived-work.tsx'), 'ArchivedWork', ['rules']);
const RulesNaming = late(() => import('./rules-naming.tsx'), 'RulesNaming', ['rules']);

interface ArchiveDialogProps {
  readonly template: Pick<TemplateItem, 'id' | 'name'>;
  readonly onClose: () => void;
  /** Replaces the default request to the server, where more has to be done. */
  readonly archive?: () => Promise<unknown>;
}

/** Archives a template. Its forms stay. */
export function ArchiveDialog({ template: { id, name }, onClose, archive }: ArchiveDialogProps) {
  const { t } = useTranslation();
  return (
    <ConsentDialog
      title={t('templates.archiveTitle', { name })}
      verb={t('templates.archive')}
      isHarmless
      act={archive ?? (() => archiveTemplate(id))}
      notice={t('templates.archived', { name })}
      onClose={onClose}
    >
      <Text>{t('templates.archiveLead')}</Text>
      <Suspense>
        <ArchivedWork id={id} />
        <RulesNaming id={id} />
      </Suspense>
    </ConsentDialog>
  );
}
