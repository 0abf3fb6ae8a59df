import { Progress, Text } from '@mantine/core';
import { use } from 'react';
import { useKept } from '#web/offline/use-device.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { FileReference } from './file-references.ts';
import { FormFilesContext } from './form-files.ts';

const BYTES_PER_KB = 1000;

/** Shows the size of a file and how much of it has been sent. */
export function SendingState({ file: { id, size } }: { readonly file: FileReference }) {
  const { t } = useTranslation();
  const { formId } = use(FormFilesContext);
  const { data } = useKept(['sending', formId ?? '', id], async ({ store, progressOf }) => {
    if (formId === undefined) return 'here';
    const files = await store.files(formId);
    const kept = files.find((each) => each.id === id);
    if (kept === undefined || kept.isSent) return 'sent';
    return progressOf(id) ?? 'waiting';
  });
  const kilobytes = Math.max(1, Math.round(size / BYTES_PER_KB));
  // All of it has left the device before the server has said that it has it.
  const percent = typeof data === 'number' ? Math.min(99, Math.floor(data * 100)) : undefined;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('fill.kilobytes', { count: kilobytes })}
        {data === 'waiting' && ` · ${t('fill.fileWaits')}`}
        {percent !== undefined && ` · ${t('fill.fileGoes', { percent })}`}
      </Text>
      {percent !== undefined && (
        <Progress value={percent} size="sm" aria-label={t('fill.fileGoes', { percent })} />
      )}
    </>
  );
}
