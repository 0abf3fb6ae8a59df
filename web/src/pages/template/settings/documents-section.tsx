// A designer uploads the organisation's own paper here, and says what its fields show.
import { Anchor, Button, FileButton, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentList } from '#templates/app-types.ts';
import { addDocument, documentUrl, removeDocument, replacePdf } from '#web/api/documents.ts';
import { documentsQuery } from '#web/api/exports.ts';
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
const DOWNLOADS = [
  ['trial', 'trial'],
  ['numbers', 'trial?show=numbers'],
  ['paper', 'paper'],
  ['original', 'original'],
] as const;

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
  const replace = useAct(
    ({ id, file }: { readonly id: string; readonly file: File }) =>
      replacePdf(templateId, id, file),
    ({ document, lost }) => {
      notifications.show({ message: t('documents.replaced') });
      if (lost.length > 0) {
        const names = lost.join(', ');
        notifications.show({ message: t('documents.nowhere', { names }), autoClose: false });
      }
      setEdited(document.id);
    },
  );
  const problem = upload.problem ?? replace.problem;
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
              {DOWNLOADS.map(([label, path]) => (
                <Anchor
                  key={path}
                  size="sm"
                  href={`${documentUrl(templateId, item.id)}/${path}`}
                  download
                >
                  {t(`documents.${label}`)}
                </Anchor>
              ))}
            </Group>
          ),
          actions: (
            <Actions
              item={item}
              onReplace={(file) => replace.run({ id: item.id, file })}
              onEdit={() => setEdited(item.id)}
              onRemove={() => setRemoved(item)}
            />
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
      {problem && <Problem error={problem} />}
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

interface ActionsProps {
  readonly item: Item;
  readonly onReplace: (file: File) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Actions({ item: { title }, onReplace, onEdit, onRemove }: ActionsProps) {
  const { t } = useTranslation();
  const look = { variant: 'default', size: 'xs' };
  return (
    <Group gap="xs" justify="end">
      <Button {...look} aria-label={t('documents.editOf', { title })} onClick={onEdit}>
        {t('documents.edit')}
      </Button>
      <FileButton
        accept="application/pdf"
        onChange={(file) => {
          if (file !== null) onReplace(file);
        }}
      >
        {(props) => (
          <Button {...props} {...look} aria-label={t('documents.replaceOf', { title })}>
            {t('documents.replace')}
          </Button>
        )}
      </FileButton>
      <Button {...look} aria-label={t('documents.removeOf', { title })} onClick={onRemove}>
        {t('documents.remove')}
      </Button>
    </Group>
  );
}

/** Returns the name of a file without its ending. */
const titleOfFile = ({ name }: File): string =>
  name
    .replace(/\.pdf$/i, '')
    .trim()
    .slice(0, MAX_TITLE) || 'PDF';
