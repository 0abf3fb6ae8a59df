import { Anchor, Group, Image } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { attachmentPath, type FileReference, picturePath } from '../../fill/file-references.ts';
import { useTranslation } from '../../texts.ts';

// The image types that browsers show. HEIC, the format of some phones, is not among them.
const SHOWN = /^image\/(?:jpeg|png|webp|gif)$/;

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
  return (
    <Group gap="xs">
      {files.map(({ id, name, type }) => {
        const address = attachmentPath(formId, id);
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
