// Conditions can make a field unreachable, which nobody sees in an outline. A trial fills in the draft, and says which
// fields never appeared.
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconEyeOff,
  IconFileTypePdf,
  IconSparkles,
} from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { Model } from 'survey-core';
import { outsideDefinition } from '#questionnaires/definition/office.ts';
import { type AnswersCheck, checkAnswers, printTrial } from '#web/api/template-design.ts';
import { fieldsOf, type Path, titleOf } from '#web/builder/definition.ts';
import { sampleAnswers } from '#web/builder/sample-answers.ts';
import { Callout } from '#web/components/callout.tsx';
import { charactersText } from '#web/components/characters-text.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Problem } from '#web/components/problem.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { useAct } from '#web/components/use-act.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { FormBrand } from '#web/survey/form-brand.tsx';
import { SurveyView } from '#web/survey/survey-view.tsx';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AnswersFound } from './answers-found.tsx';

/** The first fields that were not reached, by name; the others are counted. */
const SHOWN_FIELDS = 12;

interface TrialRunProps {
  readonly id: string;
  readonly name: string;
  readonly onGo: (path: Path) => void;
  readonly onClose: () => void;
}

/** Fills in the draft as people would, with answers of the author's or made-up ones. Nothing is stored. */
export function TrialRun({ id, name, onGo, onClose }: TrialRunProps) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  // As the person sees it who fills in the form.
  const asked = useMemo(
    () => outsideDefinition(JSON.parse(JSON.stringify(definition))),
    [definition],
  );
  const model = useRef<Model>(undefined);
  const [round, setRound] = useState(0);
  const [reached, setReached] = useState<ReadonlySet<string>>(new Set());
  const [found, setFound] = useState<AnswersCheck>();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const answers = () => model.current?.data ?? {};
  const check = useAct(() => checkAnswers(definition, answers(), shownLanguage()), setFound);
  const print = useAct(
    () =>
      printTrial({
        templateId: id,
        name,
        definition,
        answers: answers(),
        locale: shownLanguage(),
      }),
    ({ pdf, missing }) => {
      saveFile(pdf, `${name}.pdf`);
      setMissing(missing);
    },
  );
  const look = () => {
    const shown = model.current?.getAllQuestions(true, false, true) ?? [];
    setReached((before) => {
      const next = new Set([...before, ...shown.map((question) => question.name)]);
      return next.size === before.size ? before : next;
    });
  };
  const setUp = (made: Model) => {
    model.current = made;
    made.onValueChanged.add(() => {
      setFound(undefined);
      look();
    });
    made.onCurrentPageChanged.add(look);
    look();
  };
  const fill = () => {
    const made = model.current;
    if (made === undefined) return;
    const sample = sampleAnswers(definition, {
      round,
      today: new Date().toISOString().slice(0, 10),
      textFor: (title) => t('trial.sampleText', { title }),
    });
    made.mergeData(sample);
    setRound(round + 1);
    setFound(undefined);
    look();
  };
  return (
    <Dialog onClose={onClose} title={t('trial.titleOf', { name })} size="xl">
      <Stack>
        <Text c="dimmed">{t('trial.lead')}</Text>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconSparkles size={16} aria-hidden />}
            onClick={fill}
            data-autofocus
          >
            {t(round === 0 ? 'trial.fill' : 'trial.fillAgain')}
          </Button>
          <Button
            variant="default"
            size="xs"
            loading={check.isRunning}
            onClick={() => {
              model.current?.validate(true, true);
              check.run(undefined);
            }}
          >
            {t('builder.preview.check')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
            loading={print.isRunning}
            onClick={() => print.run(undefined)}
          >
            {t('trial.print')}
          </Button>
        </Group>
        {check.problem && <Problem error={check.problem} />}
        {print.problem && <Problem error={print.problem} />}
        {missing.length > 0 && (
          <Callout
            tone="amber"
            icon={IconAlertTriangle}
            role="status"
            title={t('exports.missingCharacters', { characters: charactersText(missing) })}
          />
        )}
        {found !== undefined && <AnswersFound found={found} />}
        <Reach reached={reached} onGo={onGo} />
        <FormBrand templateId={id}>
          <SurveyView definition={asked} setUp={setUp} />
        </FormBrand>
      </Stack>
    </Dialog>
  );
}

interface ReachProps {
  readonly reached: ReadonlySet<string>;
  readonly onGo: (path: Path) => void;
}

/** Says which fields have not been shown in this trial, because no answer met their conditions. */
function Reach({ reached, onGo }: ReachProps) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const fields = fieldsOf(definition).filter(({ field }) => field.type !== 'panel');
  const left = fields.filter(({ field }) => !reached.has(field.name));
  if (left.length === 0) {
    return (
      <Callout
        tone="green"
        icon={IconCircleCheck}
        role="status"
        title={t('trial.allReached', { count: fields.length })}
      />
    );
  }
  return (
    <Callout
      tone="amber"
      icon={IconEyeOff}
      role="status"
      title={t('trial.notReached', { count: left.length, all: fields.length })}
    >
      <Text size="sm">{t('trial.notReachedLead')}</Text>
      <Group gap="0 1rem">
        {left.slice(0, SHOWN_FIELDS).map(({ path, field }) => (
          <UnstyledButton key={path.join('.')} td="underline" fz="sm" onClick={() => onGo(path)}>
            {titleOf(field)}
          </UnstyledButton>
        ))}
        {left.length > SHOWN_FIELDS && (
          <Text size="sm">{t('trial.more', { count: left.length - SHOWN_FIELDS })}</Text>
        )}
      </Group>
    </Callout>
  );
}
