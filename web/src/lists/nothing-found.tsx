import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { EmptyState } from '#web/components/empty-state.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface NothingFoundProps {
  readonly text: string;
  /** What was looked through, where that is not obvious. */
  readonly hint?: string | undefined;
  readonly onClear: () => void;
}

/** Says that no entry matches the filters, and clears them. */
export function NothingFound({ text, hint, onClear }: NothingFoundProps) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconFilterOff} title={text} {...(hint !== undefined && { text: hint })}>
      <Button variant="default" onClick={onClear}>
        {t('list.clear')}
      </Button>
    </EmptyState>
  );
}
