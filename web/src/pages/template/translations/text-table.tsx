import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type FormText, textsOf } from '#web/builder/form-texts.ts';
import { directionOf, languageName } from '#web/builder/languages.ts';
import { isName, type TemplateNames, withNames } from '#web/builder/template-names.ts';
import { defaultLanguage, textIn, translate } from '#web/builder/translations.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './translations.module.css';
import { usePropertyName } from './use-property-name.ts';

/** More inputs than these at once would make typing slow. */
const ROWS_AT_ONCE = 60;

interface TextTableProps {
  readonly texts: readonly FormText[];
  readonly languages: readonly string[];
  readonly names: TemplateNames;
}

/** A row for each text, with an input for each language. */
export function TextTable({ texts, languages, names }: TextTableProps) {
  const { t, i18n } = useTranslation();
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const nameOf = usePropertyName();
  const left = texts.length - most;
  if (texts.length === 0) return <Text c="dimmed">{t('translating.nothingMissing')}</Text>;
  return (
    <>
      <div className={classes['scroller']}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('translating.field')}</th>
              {languages.map((code) => (
                <th key={code} scope="col">
                  {languageName(code, i18n.language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {texts.slice(0, most).map((text) => (
              <tr key={text.key}>
                <th scope="row">
                  <Text size="sm" fw={550} className="wrap-anywhere">
                    {text.holder || t('translating.form')}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {nameOf(text.property)}
                  </Text>
                </th>
                {languages.map((code) => (
                  <td key={code}>
                    <TextCell
                      text={text}
                      language={code}
                      property={nameOf(text.property)}
                      names={names}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && (
        <Button
          variant="default"
          onClick={() => setMost(most + ROWS_AT_ONCE)}
          style={{ alignSelf: 'start' }}
        >
          {t('translating.more', { count: left })}
        </Button>
      )}
    </>
  );
}

interface TextCellProps {
  readonly text: FormText;
  readonly language: string;
  readonly property: string;
  readonly names: TemplateNames;
}

function TextCell({ text, language, property, names }: TextCellProps) {
  const { t, i18n } = useTranslation();
  const builder = useBuilder();
  const byDefault = defaultLanguage(builder.definition);
  const [typed, setTyped] = useState<string>();
  const stored = textIn(text.value, language, byDefault);
  const label = languageName(language, i18n.language);
  const write = (words: string) =>
    builder.edit(
      (now) => {
        const named = isName(text) ? withNames(now, names) : now;
        const current = textsOf(named).find(({ key }) => key === text.key);
        return current === undefined ? now : translate(named, current, language, words);
      },
      { key: `${text.key} ${language}` },
    );
  return (
    <Textarea
      autosize
      minRows={1}
      maxRows={6}
      size="sm"
      readOnly={isName(text) && language === byDefault}
      lang={language}
      dir={directionOf(language)}
      aria-label={t('translating.cell', {
        language: label,
        property,
        title: text.holder || t('translating.form'),
      })}
      data-missing={stored === undefined || undefined}
      placeholder={t('translating.missingText')}
      value={typed ?? stored ?? ''}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        write(value.trim() === '' ? '' : value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
