import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { EmptyState } from '#web/components/empty-state.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface NothingFoundProps {
  readonly text: string;
  readonly onClear: () => void;
}

/** Says that no entry matches the filters, and clears them. */
export function NothingFound({ text, onClear }: NothingFoundProps) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconFilterOff} title={text}>
      <Button variant="default" onClick={onClear}>
        {t('list.clear')}
      </Button>
    </EmptyState>
  );
}
