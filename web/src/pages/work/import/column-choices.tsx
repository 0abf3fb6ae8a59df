import { NativeSelect, SimpleGrid } from '@mantine/core';
import type { WrittenQuestion } from '#questionnaires/reading/text-answers.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import {
  type Meaning,
  meaningOfField,
  PERSON_MEANINGS,
  shortened,
  WORK_MEANINGS,
  withMeaning,
} from './columns.ts';
import type { WorkFile } from './read-work-file.ts';

interface ColumnChoicesProps {
  readonly file: WorkFile;
  readonly questions: readonly WrittenQuestion[];
  readonly meanings: readonly Meaning[];
  readonly isDisabled: boolean;
  readonly onChange: (meanings: readonly Meaning[]) => void;
}

/** Chooses what each column of a file means. */
export function ColumnChoices(props: ColumnChoicesProps) {
  const { file, questions, meanings, isDisabled, onChange } = props;
  const { t } = useTranslation();
  const data = [
    { value: '', label: t('workImport.unused') },
    {
      group: t('workImport.person'),
      items: PERSON_MEANINGS.map((value) => ({ value, label: t(`workImport.meanings.${value}`) })),
    },
    {
      group: t('workImport.work'),
      items: WORK_MEANINGS.map((value) => ({ value, label: t(`workImport.meanings.${value}`) })),
    },
    {
      group: t('workImport.fields'),
      items: questions.map(({ name, titles }) => ({
        value: meaningOfField(name),
        label: titles[shownLanguage()],
      })),
    },
  ];
  const known = new Map<string, Meaning>([
    ...[...PERSON_MEANINGS, ...WORK_MEANINGS].map((each) => [each, each] as const),
    ...questions.map(({ name }) => [meaningOfField(name), meaningOfField(name)] as const),
  ]);
  const [first] = file.rows;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {file.headers.map((header, at) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places, and may have the same name
          key={at}
          label={header || t('workImport.columnNumber', { number: at + 1 })}
          description={t('workImport.sample', { value: shortened(first?.cells[at] || '–') })}
          className="wrap-anywhere"
          data={data}
          value={meanings[at] ?? ''}
          disabled={isDisabled}
          onChange={({ currentTarget: { value } }) =>
            onChange(withMeaning(meanings, at, known.get(value) ?? ''))
          }
        />
      ))}
    </SimpleGrid>
  );
}
