// A designer uploads the organisation's own paper here, and says what its fields show.
import { Button, FileButton, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentList } from '#templates/app-types.ts';
import { addDocument, documentsQuery, documentUrl, removeDocument } from '#web/api/documents.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { ItemList } from '#web/components/item-list.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { DocumentDialog } from './document-dialog.tsx';

type Item = DocumentList['items'][number];

const MAX_TITLE = 100;

/** The PDFs onto which forms of a template are printed. */
export function DocumentsSection({ templateId }: { readonly templateId: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(documentsQuery(`templates/${templateId}`));
  const [edited, setEdited] = useState<string>();
  const [removed, setRemoved] = useState<Item>();
  const upload = useAct(
    (file: File) => addDocument(templateId, titleOfFile(file), file),
    ({ id, title }) => {
      notifications.show({ message: t('documents.added', { title }) });
      setEdited(id);
    },
  );
  return (
    <Section title={t('documents.title')} lead={t('documents.lead')}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.items.length === 0 && <Text c="dimmed">{t('documents.none')}</Text>}
      <ItemList
        items={(data?.items ?? []).map((item) => ({
          id: item.id,
          title: item.title,
          facts: (
            <Group gap="sm">
              <a href={`${documentUrl(templateId, item.id)}/trial`} download>
                {t('documents.trial')}
              </a>
              <a href={`${documentUrl(templateId, item.id)}/paper`} download>
                {t('documents.paper')}
              </a>
              <a href={`${documentUrl(templateId, item.id)}/original`} download>
                {t('documents.original')}
              </a>
            </Group>
          ),
          actions: (
            <Group gap="xs" wrap="nowrap">
              <Button
                variant="default"
                size="xs"
                aria-label={t('documents.editOf', { title: item.title })}
                onClick={() => setEdited(item.id)}
              >
                {t('documents.edit')}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={t('documents.removeOf', { title: item.title })}
                onClick={() => setRemoved(item)}
              >
                {t('documents.remove')}
              </Button>
            </Group>
          ),
        }))}
      />
      <Group>
        <FileButton
          accept="application/pdf"
          onChange={(file) => {
            if (file !== null) upload.run(file);
          }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              loading={upload.isRunning}
            >
              {t('documents.add')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" flex={1}>
          {t('documents.addHint')}
        </Text>
      </Group>
      {upload.problem && <Problem error={upload.problem} />}
      {edited !== undefined && (
        <DocumentDialog templateId={templateId} id={edited} onClose={() => setEdited(undefined)} />
      )}
      {removed && (
        <ConsentDialog
          title={t('documents.sure', { title: removed.title })}
          verb={t('documents.remove')}
          act={() => removeDocument(templateId, removed.id)}
          notice={t('documents.removed', { title: removed.title })}
          onClose={() => setRemoved(undefined)}
        >
          <Text>{t('documents.sureText')}</Text>
        </ConsentDialog>
      )}
    </Section>
  );
}

/** Returns the name of a file without its ending. */
const titleOfFile = ({ name }: File): string =>
  name
    .replace(/\.pdf$/i, '')
    .trim()
    .slice(0, MAX_TITLE) || 'PDF';
