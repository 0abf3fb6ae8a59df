// Authors have to see what people will see, so the preview runs the form engine with the draft. It follows the field
// that is being edited.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Model } from 'survey-core';
import { hasCalculatedDefault, startingAnswers } from '#questionnaires/answers/starting-answers.ts';
import { type AnswersCheck, checkAnswers } from '#web/api/template-design.ts';
import { type Definition, fieldAt, fieldsOf, type Path, titleOf } from '#web/builder/definition.ts';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { defaultsNow } from '#web/survey/defaults-now.ts';
import type { Answers } from '#web/survey/give-answers.ts';
import { SurveyView } from '#web/survey/survey-view.tsx';
import { shownLanguage } from '#web/texts/i18n.ts';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AnswersFound } from './answers-found.tsx';
import { markShown, namesTo, shownField } from './follow-field.ts';
import { PhonePreview } from './phone-preview.tsx';

/** After the last key: making the model of a large form takes longer than a key may. */
const PAUSE_MS = 500;

interface PreviewProps {
  /** The outline is next to it and must not scroll with it. */
  readonly isBeside?: boolean;
  /** Opens the trial run. Undefined while it is open: the ids of two forms on one screen would be the same. */
  readonly onTry: (() => void) | undefined;
}

/**
 * The form to try out, in the renderer in which people fill it in. It follows the field that is open in the builder.
 */
export function Preview({ isBeside = false, onTry }: PreviewProps) {
  const { t } = useTranslation();
  const { definition, selected } = useBuilder();
  const pageIndex = selected?.[0];
  const [shown] = useDebouncedValue(definition, PAUSE_MS);
  const box = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<string>();
  const names = selected === undefined ? [] : namesTo(definition, selected);
  const wanted = names.join('/');
  const follow = useEffectEvent(() => {
    const made = model.current;
    if (made === undefined || box.current === null) return;
    const found = names.length === 0 ? undefined : shownField(made, names);
    setHidden(found?.isVisible === false ? wanted : undefined);
    markShown(box.current, found?.id, isBeside);
  });
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
    goTo(made, pageName.current);
    made.onAfterRenderQuestion.add(() => follow());
    made.onAfterRenderPanel.add(() => follow());
    made.onVisibleChanged.add(() => follow());
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field is followed at once
  useEffect(() => {
    const waiting = requestAnimationFrame(() => follow());
    return () => cancelAnimationFrame(waiting);
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round begins without what was typed
  const answers = useMemo(() => answersTo(shown, typed.current), [shown, round]);
  // The same element until the pause is over: the engine is not rendered at each key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `setUp` is read when a model is made
  const form = useMemo(
    () => <SurveyView key={round} definition={shown} answers={answers} setUp={setUp} />,
    [round, shown, answers],
  );
  if (onTry === undefined) return undefined;
  if (fieldsOf(definition).length === 0)
    return <Text c="dimmed">{t('builder.preview.empty')}</Text>;
  return (
    <Stack ref={box}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('builder.preview.title')}
        </Title>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={onTry}
          >
            {t('trial.open')}
          </Button>
          <PhonePreview />
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
      {found !== undefined && <AnswersFound found={found} />}
      {hidden !== undefined && hidden === wanted && selected !== undefined && (
        <Text size="sm" role="status">
          {t(
            fieldAt(definition, selected)?.['hideWhileFilling'] === true
              ? 'outline.hiddenWhileFilling'
              : 'outline.hidden',
            { title: titleAt(definition, selected) },
          )}
        </Text>
      )}
      {form}
    </Stack>
  );
}

const titleAt = (definition: Definition, path: Path): string => {
  const field = fieldAt(definition, path);
  return field === undefined ? '' : titleOf(field);
};

/** Returns the default values, replaced by what was typed; an emptied answer stays empty. */
function answersTo(definition: Definition, typed: ReadonlyMap<string, unknown>): Answers {
  const starting = startingAnswers(definition);
  const calculated = hasCalculatedDefault(definition)
    ? defaultsNow(JSON.parse(JSON.stringify(definition)), starting, shownZone())
    : {};
  const answers = new Map<string, unknown>(Object.entries({ ...calculated, ...starting }));
  for (const [name, value] of typed) answers.set(name, value);
  return Object.fromEntries([...answers].filter(([, value]) => value !== undefined));
}

/** Goes to a page of the form if it is visible, so that the preview shows what is being edited. */
function goTo(model: Model, name: string): void {
  const page = model.visiblePages.find((each) => each.name === name);
  if (page !== undefined) model.currentPage = page;
}
