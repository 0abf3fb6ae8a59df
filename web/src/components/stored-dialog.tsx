import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

interface StoredDialogProps {
  readonly title: string;
  /** That it is shown only now. */
  readonly once: string;
  /** Where to keep it. */
  readonly lead: string;
  /** What the person says to close it. */
  readonly stored: string;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/** Holds what the server never says again: closes only for somebody who says it is stored. */
export function StoredDialog({ title, once, lead, stored, onDone, children }: StoredDialogProps) {
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
        <Alert variant="outline" color="harbour" icon={<IconKey />} title={once}>
          {lead}
        </Alert>
        {children}
        <Group justify="space-between">
          <Checkbox
            label={stored}
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
