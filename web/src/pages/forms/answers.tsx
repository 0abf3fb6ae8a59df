import { Box, Code, List, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../api/forms.ts';
import { referencesIn } from '../../fill/file-references.ts';
import { AnswerFiles } from './answer-files.tsx';

/** As the engine says it. */
interface Plain {
  readonly name: string;
  readonly title: string;
  readonly value: unknown;
  readonly displayValue: string;
  readonly type: string;
  readonly rows?: readonly (readonly Plain[])[];
}

interface AnswersProps {
  readonly form: Pick<Form, 'id' | 'fields' | 'answers' | 'plain'>;
}

/** What was answered, question by question, as people read it; then what no question asks for. */
export function Answers({ form: { id, fields, answers, plain = [] } }: AnswersProps) {
  const { t } = useTranslation();
  const asked = new Set(fields.map(({ name }) => name));
  const others = Object.entries(answers).filter(([name]) => !asked.has(name));
  const read = new Map(plain.map((each) => [each.name, each]));
  if (fields.length === 0) return <Text>{t('forms.noQuestions')}</Text>;
  return (
    <Stack component="dl" m={0}>
      {fields.map(({ id: fieldId, name, title, type }) => (
        <Answer key={fieldId} title={title}>
          {isAnswered(answers, name) ? (
            <Value
              formId={id}
              title={title}
              type={type}
              value={answers[name]}
              plain={read.get(name)}
            />
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

function isAnswered(answers: Form['answers'], name: string): boolean {
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
  readonly formId: string;
  readonly title: string;
  readonly type: string;
  readonly value: unknown;
  /** As the engine says it; undefined where it does not know the question. */
  readonly plain: Plain | undefined;
}

function Value({ formId, title, type, value, plain }: ValueProps): ReactNode {
  const { t } = useTranslation();
  const files = type === 'file' || type === 'signaturepad' ? referencesIn(value) : [];
  if (files.length > 0) return <AnswerFiles formId={formId} title={title} files={files} />;
  if (plain?.rows !== undefined) return <Rows formId={formId} rows={plain.rows} />;
  if (typeof value === 'boolean') return t(value ? 'forms.yes' : 'forms.no');
  if (plain !== undefined && plain.displayValue !== '') return plain.displayValue;
  if (!Array.isArray(value)) return textOf(value);
  const values: readonly unknown[] = value;
  if (values.every((each) => typeof each !== 'object')) return values.map(textOf).join(', ');
  return (
    <List type="ordered">
      {values.map((each, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown once and have no other name
        <List.Item key={i}>{textOf(each)}</List.Item>
      ))}
    </List>
  );
}

interface RowsProps {
  readonly formId: string;
  readonly rows: NonNullable<Plain['rows']>;
}

/** Of a table or a repeated part: one card a row, which fits a phone as well. */
function Rows({ formId, rows }: RowsProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs" mt={4}>
      {rows.map((cells, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown once and have no other name
        <Paper key={i} withBorder p="sm">
          <Text size="sm" fw={500}>
            {t('forms.row', { number: i + 1 })}
          </Text>
          <Stack component="dl" m={0} gap="xs">
            {cells.map((cell) => (
              <Answer key={cell.name} title={cell.title}>
                <Value
                  formId={formId}
                  title={cell.title}
                  type={cell.type}
                  value={cell.value}
                  plain={cell}
                />
              </Answer>
            ))}
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
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
