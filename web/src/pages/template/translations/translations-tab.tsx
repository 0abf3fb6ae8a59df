// Translators work through all texts in order, often in a spreadsheet, and not field by field as authors do.
import { Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldsOf } from '#web/builder/definition.ts';
import { textsOf } from '#web/builder/form-texts.ts';
import { FORM_LANGUAGES, languageName } from '#web/builder/languages.ts';
import { type TemplateNames, withNames } from '#web/builder/template-names.ts';
import { writeTranslations } from '#web/builder/translation-file.ts';
import {
  changeDefault,
  defaultLanguage,
  missingIn,
  removeLanguage,
  textIn,
  translatedLanguages,
} from '#web/builder/translations.ts';
import { saveFile } from '#web/components/save-file.ts';
import { Section } from '#web/components/section.tsx';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { LanguageList } from './language-list.tsx';
import { TextTable } from './text-table.tsx';
import { TranslationImport } from './translation-import.tsx';
import { useAddedLanguages } from './use-added-languages.ts';

interface TranslationsTabProps {
  readonly id: string;
  readonly names: TemplateNames;
}

/** All texts of a form beside each other in its languages. */
export function TranslationsTab({ id, names }: TranslationsTabProps) {
  const { t, i18n } = useTranslation();
  const builder = useBuilder();
  const definition = withNames(builder.definition, names);
  const [added, setAdded] = useAddedLanguages(id);
  const [isMissingOnly, setMissingOnly] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const byDefault = defaultLanguage(definition);
  const known = translatedLanguages(definition);
  // A language without any text yet is not part of the definition.
  const others = [...known, ...added.filter((each) => each !== byDefault && !known.includes(each))];
  const languages = [byDefault, ...others];
  const texts = textsOf(definition);
  const missing = missingIn(definition, languages);
  const options = [...new Set([...FORM_LANGUAGES, ...languages])]
    .map((code) => ({
      value: code,
      label: languageName(code, i18n.language),
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language));
  const shown = isMissingOnly
    ? texts.filter(({ value }) =>
        languages.some((each) => textIn(value, each, byDefault) === undefined),
      )
    : texts;
  if (fieldsOf(definition).length === 0) return <Text c="dimmed">{t('translating.empty')}</Text>;
  return (
    <Section
      title={t('translating.title')}
      lead={t('translating.lead')}
      actions={
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => {
              // The mark at the beginning makes spreadsheets read the file as UTF-8.
              const file = `\ufeff${writeTranslations(definition, others)}`;
              saveFile(new Blob([file], { type: 'text/csv' }), `${names.name}.csv`);
            }}
          >
            {t('translating.download')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            {t('translating.upload')}
          </Button>
        </Group>
      }
    >
      <Stack>
        <Group align="end">
          <NativeSelect
            label={t('translating.byDefault')}
            description={t('translating.byDefaultHint')}
            value={byDefault}
            data={options}
            onChange={({ currentTarget: { value } }) => {
              setAdded([...added, byDefault]);
              builder.edit((now) => changeDefault(now, value));
            }}
          />
          <NativeSelect
            label={t('translating.add')}
            value=""
            data={[
              { value: '', label: t('translating.choose') },
              ...options.filter(({ value }) => !languages.includes(value)),
            ]}
            onChange={({ currentTarget: { value } }) => {
              if (value !== '') setAdded([...added, value]);
            }}
          />
        </Group>
        <LanguageList
          languages={languages}
          missing={missing}
          count={texts.length}
          onRemove={(language) => {
            setAdded(added.filter((each) => each !== language));
            builder.edit((now) => removeLanguage(now, language));
            builder.say(
              t('translating.removed', { language: languageName(language, i18n.language) }),
            );
          }}
        />
        {others.length > 0 && (
          <Switch
            label={t('translating.missingOnly')}
            checked={isMissingOnly}
            onChange={({ currentTarget }) => setMissingOnly(currentTarget.checked)}
          />
        )}
        {others.length > 0 && <TextTable texts={shown} languages={languages} names={names} />}
      </Stack>
      {isImporting && (
        <TranslationImport
          names={names}
          onLanguages={(found) => setAdded([...added, ...found])}
          onClose={() => setImporting(false)}
        />
      )}
    </Section>
  );
}
