import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface NothingFoundProps {
  readonly text: string;
  readonly onClear: () => void;
}

/** The filters leave nothing of a list, and can be taken away. */
export function NothingFound({ text, onClear }: NothingFoundProps) {
  const { t } = useTranslation();
  return (
    <Text>
      {text}{' '}
      <Anchor component="button" onClick={onClear}>
        {t('list.clear')}
      </Anchor>
    </Text>
  );
}
