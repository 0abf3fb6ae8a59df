import { Anchor, Group, Image, Text } from '@mantine/core';
import { IconFileAlert, IconPaperclip } from '@tabler/icons-react';
import { createContext, use } from 'react';
import { attachmentPath, type FileReference, picturePath } from '#web/files/file-references.ts';
import { useTranslation } from '#web/texts/texts.ts';

// The image types that browsers show. HEIC, the format of some phones, is not among them.
const SHOWN = /^image\/(?:jpeg|png|webp|gif)$/;

/** Ids of the files of the form whose stored bytes are missing or have changed. */
export const DamagedFilesContext = createContext<ReadonlySet<string>>(new Set());

interface AnswerFilesProps {
  readonly formId: string;
  readonly title: string;
  readonly files: readonly FileReference[];
  /** Shown in a cell of a table. */
  readonly isSmall: boolean;
}

/** Shows photos and signatures as a strip that opens them large, and everything else as downloads. */
export function AnswerFiles({ formId, title, files, isSmall }: AnswerFilesProps) {
  const { t } = useTranslation();
  const damaged = use(DamagedFilesContext);
  return (
    <Group gap="xs">
      {files.map(({ id, name, type }) => {
        const address = attachmentPath(formId, id);
        if (damaged.has(id)) {
          return (
            <Group key={id} gap="xs" wrap="nowrap">
              <IconFileAlert size={18} aria-hidden />
              <Text inherit className="wrap-anywhere">
                {t('forms.damagedFile', { name })}
              </Text>
            </Group>
          );
        }
        if (SHOWN.test(type)) {
          return (
            <Anchor key={id} href={address} target="_blank" rel="noopener" display="block">
              <Image
                src={picturePath(formId, id)}
                alt={t('forms.picture', { title: `${title}, ${name}` })}
                maw="100%"
                mah={isSmall ? 80 : 240}
                w="auto"
                fit="contain"
                bg="white"
                bd="1px solid var(--mantine-color-default-border)"
                radius="sm"
              />
            </Anchor>
          );
        }
        return (
          <Group key={id} gap="xs" wrap="nowrap">
            <IconPaperclip size={18} aria-hidden />
            <Anchor href={address} download={name} className="wrap-anywhere">
              {name}
            </Anchor>
          </Group>
        );
      })}
    </Group>
  );
}
