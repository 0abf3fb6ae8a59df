import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '#web/texts/texts.ts';

interface CopyableProps {
  /** The name of the text, for people who do not see the position of the button. */
  readonly name: string;
  readonly text: string;
  readonly block?: boolean;
}

/** Text with a button that copies it. */
export function Copyable({ name, text, block = false }: CopyableProps) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" wrap="nowrap" align={block ? 'start' : 'center'}>
      <Code
        block={block}
        className="wrap-anywhere"
        flex={block ? 1 : undefined}
        tabIndex={block ? 0 : undefined}
      >
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => {
          const label = copied ? t('copy.copied') : t('copy.copy', { name });
          return (
            <Tooltip label={label}>
              <ActionIcon variant="default" size="lg" aria-label={label} onClick={copy}>
                {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
              </ActionIcon>
            </Tooltip>
          );
        }}
      </CopyButton>
    </Group>
  );
}
