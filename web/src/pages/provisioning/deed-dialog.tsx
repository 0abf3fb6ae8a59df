import { List, Text } from '@mantine/core';
import { changeState } from '../../api/provisioning.ts';
import { ConsentDialog } from '../../components/consent-dialog.tsx';
import { useTranslation } from '../../texts.ts';

const CHANGES = {
  pause: { state: 'paused' },
  disconnect: { state: 'disconnected' },
  resume: { state: 'on' },
  allow: { state: 'on', allowLargeChange: true },
} as const;

/** What an admin may do with provisioning as a whole. */
export type Deed = keyof typeof CHANGES;

interface DeedDialogProps {
  readonly deed: Deed;
  /** How long the guard would let everything through. */
  readonly minutes: number;
  readonly onClose: () => void;
}

/** Says what it means before it is done. */
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
