import { useTranslation } from 'react-i18next';
import { Copyable } from './copyable.tsx';
import { Labelled } from './labelled.tsx';
import { StoredDialog } from './stored-dialog.tsx';

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

/** A secret that the server never shows again. */
export function SecretDialog({ title, shown, lead, onDone }: SecretDialogProps) {
  const { t } = useTranslation();
  return (
    <StoredDialog
      title={title}
      once={t('secret.onceTitle')}
      lead={lead ?? t('secret.onceDialog')}
      stored={t('secret.stored')}
      onDone={onDone}
    >
      {shown.map(({ label, text, block = false }) => (
        <Labelled key={label} label={label}>
          <Copyable name={label} text={text} block={block} />
        </Labelled>
      ))}
    </StoredDialog>
  );
}
