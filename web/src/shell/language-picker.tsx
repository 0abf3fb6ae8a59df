import { NativeSelect } from '@mantine/core';
import { changeLanguage, isLanguage, LANGUAGES } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';

export function LanguagePicker() {
  const { t, i18n } = useTranslation();
  const data = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
  return (
    <NativeSelect
      aria-label={t('shell.language')}
      size="xs"
      data={data}
      value={i18n.language}
      onChange={({ currentTarget: { value } }) => {
        if (isLanguage(value)) void changeLanguage(value);
      }}
    />
  );
}
