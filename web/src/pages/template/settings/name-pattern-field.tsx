import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { dayIn } from '#kernel/time-zone.ts';
import { MAX_PATTERN_LENGTH } from '#questionnaires/naming/name-pattern.ts';
import { useSession } from '#web/api/session.ts';
import { InsertField, useTextWithFields } from '#web/pages/template/inputs/insert-field.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { exampleOf, type NameField, PATTERN_PARTS, type PatternPart } from './name-pattern.ts';

interface NamePatternFieldProps {
  /** The name of the template. */
  readonly template: string;
  readonly fields: readonly NameField[];
  readonly pattern: string;
  readonly error: ReactNode;
  readonly onChange: (pattern: string) => void;
}

const LABELS = {
  '{template}': 'templates.parts.template',
  '{number}': 'templates.parts.number',
  '{date}': 'templates.parts.date',
  '{user}': 'templates.parts.user',
} as const satisfies Readonly<Record<PatternPart, string>>;

/** Edits the pattern for the names of forms, with a list of what it may contain. */
export function NamePatternField(props: NamePatternFieldProps) {
  const { template, fields, pattern, error, onChange } = props;
  const { t } = useTranslation();
  const { account, user } = useSession();
  const text = useTextWithFields<HTMLInputElement>(pattern, onChange);
  const day = dayIn(Date.now(), account.timeZone);
  const example = exampleOf(pattern, {
    template,
    user: user.displayName ?? user.userName,
    day,
    fields,
  });
  const containsAnswers = fields.some(({ placeholder }) => pattern.includes(placeholder));
  return (
    <>
      <TextInput
        ref={text.input}
        label={t('templates.pattern')}
        description={t('templates.patternHint')}
        value={pattern}
        error={error}
        maxLength={MAX_PATTERN_LENGTH}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={text.keepCaret}
      />
      <InsertField
        text={text}
        label={t('templates.insert')}
        insertions={[
          ...PATTERN_PARTS.map((value) => ({ value, label: t(LABELS[value]) })),
          ...fields.map(({ placeholder: value, title }) => ({
            value,
            label: t('templates.parts.answer', { title }),
          })),
        ]}
      />
      <Text component="output" size="sm" c="dimmed" className="wrap-anywhere">
        {t('templates.patternExample', { example })}
      </Text>
      {containsAnswers && (
        <Text size="sm" c="dimmed">
          {t('templates.patternFollows')}
        </Text>
      )}
    </>
  );
}
