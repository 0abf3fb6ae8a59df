import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Model } from 'survey-core';
import { startingAnswers } from '#forms/answers/starting-answers.ts';
import { type AnswersCheck, checkAnswers } from '../../api/templates.ts';
import { type Definition, fieldsOf } from '../../builder/definition.ts';
import { Problem } from '../../components/problem.tsx';
import { useAct } from '../../components/use-act.ts';
import { useFaultWords } from '../../fill/fault-words.ts';
import { shownLanguage } from '../../i18n.ts';
import { type Answers, SurveyView } from '../../survey/survey-view.tsx';
import { useTranslation } from '../../texts.ts';
import { useBuilder } from './builder-context.ts';
import { keepFilesHere } from './keep-files-here.ts';

const PAUSE_MS = 350;

/** The form to try out, in the renderer in which people fill it in. */
export function Preview() {
  const { t } = useTranslation();
  const { definition, selected } = useBuilder();
  const pageIndex = selected?.[0];
  const [shown] = useDebouncedValue(definition, PAUSE_MS);
  const [round, setRound] = useState(0);
  const model = useRef<Model>(undefined);
  const pageName = useRef('');
  const typed = useRef<ReadonlyMap<string, unknown>>(new Map());
  const [found, setFound] = useState<AnswersCheck>();
  const check = useAct(
    () => checkAnswers(definition, model.current?.data ?? {}, shownLanguage()),
    setFound,
  );
  const setUp = (made: Model) => {
    model.current = made;
    keepFilesHere(made);
    goTo(made, pageName.current);
    made.onCurrentPageChanged.add(() => {
      pageName.current = made.currentPage?.name ?? '';
    });
    made.onValueChanged.add((_, { name, value }) => {
      typed.current = new Map([...typed.current, [name, value]]);
      setFound(undefined);
    });
  };
  useEffect(() => {
    const name = pageIndex === undefined ? undefined : shown.pages[pageIndex]?.name;
    if (name !== undefined && model.current !== undefined) goTo(model.current, name);
  }, [pageIndex, shown]);
  if (fieldsOf(definition).length === 0)
    return <Text c="dimmed">{t('builder.preview.empty')}</Text>;
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('builder.preview.title')}
        </Title>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              typed.current = new Map();
              setFound(undefined);
              setRound(round + 1);
            }}
          >
            {t('builder.preview.again')}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={check.isRunning}
            onClick={() => {
              model.current?.validate(true, true);
              check.run(undefined);
            }}
          >
            {t('builder.preview.check')}
          </Button>
        </Group>
      </Group>
      <Text c="dimmed" size="sm">
        {t('builder.preview.lead')}
      </Text>
      {check.problem && <Problem error={check.problem} />}
      {found !== undefined && <Found found={found} />}
      <SurveyView
        key={round}
        definition={shown}
        answers={answersTo(shown, typed.current)}
        setUp={setUp}
      />
    </Stack>
  );
}

/** Returns the default values, replaced by what was typed; an emptied answer stays empty. */
function answersTo(definition: Definition, typed: ReadonlyMap<string, unknown>): Answers {
  const answers = new Map<string, unknown>(Object.entries(startingAnswers(definition)));
  for (const [name, value] of typed) answers.set(name, value);
  return Object.fromEntries([...answers].filter(([, value]) => value !== undefined));
}

/** Goes to a page of the form if it is visible, so that the preview shows what is being edited. */
function goTo(model: Model, name: string): void {
  const page = model.visiblePages.find((each) => each.name === name);
  if (page !== undefined) model.currentPage = page;
}

function Found({ found: { ok, faults } }: { readonly found: AnswersCheck }) {
  const { t } = useTranslation();
  const wordsOf = useFaultWords();
  return (
    <Alert
      role="status"
      variant="outline"
      color={ok ? 'harbour' : 'red'}
      icon={ok ? <IconCircleCheck /> : <IconInfoCircle />}
      title={t(ok ? 'builder.preview.ok' : 'builder.preview.faults')}
    >
      {!ok && (
        <List>
          {faults.map((fault) => (
            <List.Item key={fault.at + fault.text}>{`${fault.at}: ${wordsOf(fault)}`}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
