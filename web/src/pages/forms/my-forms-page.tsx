import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page.tsx';

export function MyFormsPage() {
  const { t } = useTranslation();
  return <Page title={t('navigation.myForms')}>{undefined}</Page>;
}
