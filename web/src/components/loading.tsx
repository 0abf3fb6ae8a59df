import { Center, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** While there is nothing to show yet. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <Center mih="12rem" role="status" aria-label={t('common.loading')}>
      <Loader />
    </Center>
  );
}
