import { List, Text } from '@mantine/core';
import { changeState } from '#web/api/provisioning.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const CHANGES = {
  pause: { state: 'paused' },
  disconnect: { state: 'disconnected' },
  resume: { state: 'on' },
  allow: { state: 'on', allowLargeChange: true },
} as const;

/** The actions of an admin on provisioning as a whole. */
export type Deed = keyof typeof CHANGES;

interface DeedDialogProps {
  readonly deed: Deed;
  /** The number of minutes for which the safeguard would be off. */
  readonly minutes: number;
  readonly onClose: () => void;
}

/** Explains an action and asks for confirmation before it is performed. */
export function DeedDialog({ deed, minutes, onClose }: DeedDialogProps) {
  const { t } = useTranslation();
  return (
    <ConsentDialog
      title={t(`provisioning.deed.${deed}.title`)}
      verb={t(`provisioning.deed.${deed}.verb`)}
      isHarmless={deed === 'resume'}
      act={() => changeState(CHANGES[deed])}
      onClose={onClose}
    >
      <Text>{t(`provisioning.deed.${deed}.what`, { minutes })}</Text>
      <List>
        <List.Item>{t(`provisioning.deed.${deed}.keeps`)}</List.Item>
        <List.Item>{t(`provisioning.deed.${deed}.back`)}</List.Item>
      </List>
    </ConsentDialog>
  );
}
