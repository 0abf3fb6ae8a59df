import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/texts/texts.ts';
import { Callout } from './callout.tsx';
import { Copyable } from './copyable.tsx';
import { Dialog } from './dialog.tsx';
import { Labelled } from './labelled.tsx';

/** A value that is shown only once, with its label. */
interface Shown {
  readonly label: string;
  readonly text: string;
  readonly block?: boolean;
}

interface SecretDialogProps {
  readonly title: string;
  readonly shown?: readonly Shown[];
  /** Says that the values are shown only now. */
  readonly once?: string;
  /** Says where to store them. */
  readonly lead?: string;
  /** The label of the checkbox that the person must tick to close the dialog. */
  readonly stored?: string;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}

/** Shows a secret that the server never shows again. It closes only after the person confirms that it is stored. */
export function SecretDialog({ title, shown = [], onDone, children, ...words }: SecretDialogProps) {
  const { t } = useTranslation();
  const [isStored, setStored] = useState(false);
  return (
    <Dialog
      onClose={onDone}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack>
        <Callout tone="amber" icon={IconKey} title={words.once ?? t('secret.onceTitle')}>
          {words.lead ?? t('secret.onceDialog')}
        </Callout>
        {shown.map(({ label, text, block = false }) => (
          <Labelled key={label} label={label}>
            <Copyable name={label} text={text} block={block} />
          </Labelled>
        ))}
        {children}
        <Group justify="space-between">
          <Checkbox
            label={words.stored ?? t('secret.stored')}
            checked={isStored}
            onChange={({ currentTarget }) => setStored(currentTarget.checked)}
          />
          <Button onClick={onDone} disabled={!isStored}>
            {t('common.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
