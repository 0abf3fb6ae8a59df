import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Copyable } from './copyable.tsx';
import { Dialog } from './dialog.tsx';
import { Labelled } from './labelled.tsx';

/** What is shown once, by name. */
export interface Shown {
  readonly label: string;
  readonly text: string;
  readonly block?: boolean;
}

interface SecretDialogProps {
  readonly title: string;
  readonly shown: readonly Shown[];
  /** Left out: that it is kept where secrets are. */
  readonly lead?: string;
  readonly onDone: () => void;
}

/** Holds what the server never says again: closes only for somebody who says it is stored. */
export function SecretDialog({ title, shown, lead, onDone }: SecretDialogProps) {
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
        <Alert variant="outline" color="harbour" icon={<IconKey />} title={t('secret.onceTitle')}>
          {lead ?? t('secret.onceDialog')}
        </Alert>
        {shown.map(({ label, text, block = false }) => (
          <Labelled key={label} label={label}>
            <Copyable name={label} text={text} block={block} />
          </Labelled>
        ))}
        <Group justify="space-between">
          <Checkbox
            label={t('secret.stored')}
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
