import { Anchor, Text } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { languageName } from '#web/builder/languages.ts';
import { defaultLanguage, missingIn, translatedLanguages } from '#web/builder/translations.ts';
import { Callout } from '#web/components/callout.tsx';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Says before publishing which languages have missing texts. It does not hold up publishing. */
export function MissingTranslations({ onTranslate }: { readonly onTranslate: () => void }) {
  const { t, i18n } = useTranslation();
  const { definition } = useBuilder();
  const byDefault = languageName(defaultLanguage(definition), i18n.language);
  const missing = [...missingIn(definition, translatedLanguages(definition))].filter(
    ([, count]) => count > 0,
  );
  if (missing.length === 0) return undefined;
  return (
    <Callout tone="amber" icon={IconLanguage} title={t('translating.publishTitle')}>
      {missing.map(([code, count]) => (
        <Text key={code} size="sm">
          {t('translating.publish', {
            language: languageName(code, i18n.language),
            count,
            byDefault,
          })}
        </Text>
      ))}
      <Anchor component="button" type="button" size="sm" onClick={onTranslate}>
        {t('translating.publishGo')}
      </Anchor>
    </Callout>
  );
}
