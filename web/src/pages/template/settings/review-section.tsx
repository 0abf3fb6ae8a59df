// The review is a part of the definition: a change of it is a step that can be undone, and it counts for forms that begin
// once the template is published again.
import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { TemplateDetail } from '#templates/app-types.ts';
import { ASSIGNEES, type Assignee } from '#web/api/forms.ts';
import {
  isOpen,
  MAX_STEPS,
  NEW_STEP,
  needsFallback,
  REVIEWERS,
  type Review,
  reviewIn,
  type Step,
  withReview,
} from '#web/builder/review.ts';
import { Section } from '#web/components/section.tsx';
import { SendForm } from '#web/components/send-form.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';

type Known = ReadonlyMap<string, string>;

interface ReviewSectionProps {
  readonly template: TemplateDetail;
}

/** Says who reviews the forms of a template once they are complete. */
export function ReviewSection({ template }: ReviewSectionProps) {
  const { definition } = useBuilder();
  const stored = reviewIn(definition);
  // Undoing a step in the builder, or another tab, brings other choices.
  return <ReviewForm key={JSON.stringify(stored)} stored={stored} template={template} />;
}

function ReviewForm({ stored, template }: ReviewSectionProps & { readonly stored: Review }) {
  const { t } = useTranslation();
  const { edit } = useBuilder();
  const [known, setKnown] = useState<Known>(
    new Map((template.reviewers ?? []).map(({ id, name }) => [id, name ?? t('reviewing.gone')])),
  );
  const form = useSendForm<Review, void>({
    initialValues: stored,
    validate: {
      steps: (steps, { isOn }) => (isOn && steps.some(isOpen) ? t('reviewing.stepOpen') : null),
      fallback: (fallback, values) =>
        values.isOn && needsFallback(values) && fallback === ''
          ? t('reviewing.fallbackMissing')
          : null,
    },
    send: async (review) => edit((now) => withReview(now, review)),
    done() {
      notifications.show({ message: t('reviewing.saved') });
    },
  });
  const { isOn, steps, fallback } = form.values;
  const learn = ({ id, name }: Assignee) => setKnown(new Map([...known, [id, name]]));
  const setStep = (i: number, step: Step) => form.setFieldValue('steps', steps.with(i, step));
  return (
    <Section title={t('reviewing.title')} lead={t('reviewing.lead')}>
      <SendForm form={form} verb={t('reviewing.save')} isDisabled={!form.isDirty()}>
        <Checkbox label={t('reviewing.on')} {...form.getInputProps('isOn', { type: 'checkbox' })} />
        {isOn && (
          <>
            {steps.map((step, i) => (
              <StepFields
                // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name
                key={i}
                number={i + 1}
                step={step}
                known={known}
                onLearn={learn}
                onChange={(next) => setStep(i, next)}
                onRemove={
                  steps.length > 1
                    ? () => form.setFieldValue('steps', steps.toSpliced(i, 1))
                    : undefined
                }
              />
            ))}
            {form.errors['steps'] && (
              <Text c="red" size="sm" role="alert">
                {form.errors['steps']}
              </Text>
            )}
            {steps.length < MAX_STEPS && (
              <Button
                variant="default"
                w="fit-content"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => form.setFieldValue('steps', [...steps, NEW_STEP])}
              >
                {t('reviewing.addStep')}
              </Button>
            )}
            <SearchSelect<Assignee>
              path={ASSIGNEES}
              filters={{ type: 'Group' }}
              nameOf={({ name }) => name}
              nothing={t('reviewing.nobody')}
              label={t('reviewing.fallback')}
              description={t('reviewing.fallbackHint')}
              clearable
              value={fallback}
              initial={initialOf(fallback, 'Group', known)}
              error={form.errors['fallback']}
              onChange={(group) => {
                if (group) learn(group);
                form.setFieldValue('fallback', group?.id ?? '');
              }}
            />
            <Checkbox
              label={t('reviewing.own')}
              description={t('reviewing.ownHint')}
              {...form.getInputProps('own', { type: 'checkbox' })}
            />
          </>
        )}
      </SendForm>
    </Section>
  );
}

const initialOf = (id: string, type: Assignee['type'], known: Known): Assignee | undefined =>
  id === '' ? undefined : { id, type, name: known.get(id) ?? id };

interface StepFieldsProps {
  readonly number: number;
  readonly step: Step;
  readonly known: Known;
  readonly onLearn: (chosen: Assignee) => void;
  readonly onChange: (step: Step) => void;
  readonly onRemove: (() => void) | undefined;
}

/** Who decides in one step. */
function StepFields({ number, step, known, onLearn, onChange, onRemove }: StepFieldsProps) {
  const { t } = useTranslation();
  const { by, people, group, deputy, signature } = step;
  return (
    <Stack gap="xs" component="fieldset" m={0} p="sm" bd="1px solid var(--line)">
      <Group justify="space-between" align="end" wrap="nowrap">
        <NativeSelect
          flex={1}
          label={t('reviewing.step', { number })}
          value={by}
          data={REVIEWERS.map((value) => ({ value, label: t(`reviewing.by.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...step, by: REVIEWERS.find((each) => each === value) ?? 'people' })
          }
        />
        {onRemove && (
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t('reviewing.removeStep', { number })}
            onClick={onRemove}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {by === 'people' && (
        <>
          {people.length > 0 && (
            <Group gap="xs">
              {people.map((id) => (
                <Button
                  key={id}
                  variant="default"
                  size="compact-sm"
                  rightSection={<IconX size={14} aria-hidden />}
                  aria-label={t('reviewing.removePerson', { name: known.get(id) ?? id })}
                  onClick={() =>
                    onChange({ ...step, people: people.filter((each) => each !== id) })
                  }
                >
                  {known.get(id) ?? id}
                </Button>
              ))}
            </Group>
          )}
          <SearchSelect<Assignee>
            path={ASSIGNEES}
            filters={{ type: 'User' }}
            nameOf={personName}
            nothing={t('reviewing.nobody')}
            label={t('reviewing.addPerson')}
            value=""
            without={people}
            onChange={(person) => {
              if (!person) return;
              onLearn(person);
              onChange({ ...step, people: [...people, person.id] });
            }}
          />
        </>
      )}
      {by === 'group' && (
        <SearchSelect<Assignee>
          path={ASSIGNEES}
          filters={{ type: 'Group' }}
          nameOf={({ name }) => name}
          nothing={t('reviewing.nobody')}
          label={t('reviewing.group')}
          value={group}
          initial={initialOf(group, 'Group', known)}
          onChange={(chosen) => {
            if (chosen) onLearn(chosen);
            onChange({ ...step, group: chosen?.id ?? '' });
          }}
        />
      )}
      <SearchSelect<Assignee>
        path={ASSIGNEES}
        filters={{ type: 'User' }}
        nameOf={personName}
        nothing={t('reviewing.nobody')}
        label={t('reviewing.deputy')}
        description={t('reviewing.deputyHint')}
        clearable
        value={deputy}
        initial={initialOf(deputy, 'User', known)}
        onChange={(person) => {
          if (person) onLearn(person);
          onChange({ ...step, deputy: person?.id ?? '' });
        }}
      />
      <Checkbox
        label={t('reviewing.signature')}
        checked={signature}
        onChange={({ currentTarget: { checked } }) => onChange({ ...step, signature: checked })}
      />
    </Stack>
  );
}

const personName = ({ name, detail }: Assignee): string =>
  detail === undefined ? name : `${name} · ${detail}`;
