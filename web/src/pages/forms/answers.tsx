import { Box, Code, Image, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppFormDetail } from '#forms/app-types.ts';

type Field = AppFormDetail['fields'][number];

/** What was answered, question by question; then what no question asks for. */
export function Answers({ fields, answers }: Pick<AppFormDetail, 'fields' | 'answers'>) {
  const { t } = useTranslation();
  const asked = new Set(fields.map(({ name }) => name));
  const others = Object.entries(answers).filter(([name]) => !asked.has(name));
  return (
    <Stack component="dl" m={0}>
      {fields.length === 0 && <Text>{t('forms.noQuestions')}</Text>}
      {fields.map((field) => (
        <Answer key={field.id} title={field.title}>
          {isAnswered(answers, field.name) ? (
            <Value field={field} value={answers[field.name]} />
          ) : (
            <Text span c="dimmed">
              {t('forms.noAnswer')}
            </Text>
          )}
        </Answer>
      ))}
      {others.length > 0 && (
        <Answer title={t('forms.others')}>
          <Code block tabIndex={0} className="wrap-lines">
            {JSON.stringify(Object.fromEntries(others), undefined, 2)}
          </Code>
        </Answer>
      )}
    </Stack>
  );
}

function isAnswered(answers: AppFormDetail['answers'], name: string): boolean {
  if (!Object.hasOwn(answers, name)) return false;
  const value = answers[name];
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function Answer({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed" className="wrap-anywhere">
        {title}
      </Text>
      <Box component="dd" m={0} className="wrap-lines">
        {children}
      </Box>
    </div>
  );
}

interface ValueProps {
  readonly field: Pick<Field, 'title' | 'type'>;
  readonly value: unknown;
}

function Value({ field, value }: ValueProps): ReactNode {
  const { t } = useTranslation();
  if (typeof value === 'boolean') return t(value ? 'forms.yes' : 'forms.no');
  if (isPicture(value)) {
    return (
      <Image src={value} alt={t('forms.picture', { title: field.title })} maw={320} w="auto" />
    );
  }
  if (!Array.isArray(value)) return textOf(value);
  const values: readonly unknown[] = value;
  if (values.every((each) => typeof each !== 'object')) return values.map(textOf).join(', ');
  return (
    <List type={field.type === 'file' ? 'unordered' : 'ordered'}>
      {values.map((each, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown once and have no other name
        <List.Item key={i}>{field.type === 'file' ? fileName(each) : textOf(each)}</List.Item>
      ))}
    </List>
  );
}

/** Drawn here, as signatures are. Nothing is loaded for it. */
const isPicture = (value: unknown): value is string =>
  typeof value === 'string' && /^data:image\/(?:png|jpeg|webp|svg\+xml)[;,]/.test(value);

function fileName(value: unknown): string {
  const named = typeof value === 'object' && value !== null && 'name' in value && value.name;
  return typeof named === 'string' ? named : textOf(value);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${textOf(each)}`)
      .join('; ');
  }
  return JSON.stringify(value) ?? '';
}
