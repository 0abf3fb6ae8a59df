import { List, Stack, Text, Title } from '@mantine/core';
import { Copyable } from '#web/components/copyable.tsx';
import { Labelled } from '#web/components/labelled.tsx';
import { Section } from '#web/components/section.tsx';
import { type Addresses, type Field, fillIn, type Guide, type Step } from '#web/guides/guide.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { GuideText, useGuideText } from './guide-text.tsx';

interface GuideStepsProps {
  readonly guide: Guide;
  readonly addresses: Addresses;
}

/** The steps of a guide, with the values to copy where they are needed. */
export function GuideSteps({ guide, addresses }: GuideStepsProps) {
  const { t } = useTranslation();
  const textOf = useGuideText();
  return (
    <Section title={t('provisioning.connect.steps', { name: guide.name })}>
      <Labelled label={t('provisioning.connect.proof')}>
        <Text maw="44rem">
          <GuideText text={guide.proof} />
        </Text>
      </Labelled>
      <Steps steps={guide.steps} addresses={addresses} />
      <Title order={3} size="h5">
        {t('provisioning.connect.notes')}
      </Title>
      <List spacing="xs" maw="44rem">
        {guide.notes.map((note) => (
          <List.Item key={textOf(note)}>
            <GuideText text={note} />
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

interface StepsProps {
  readonly steps: readonly Step[];
  readonly addresses: Addresses;
}

export function Steps({ steps, addresses }: StepsProps) {
  return (
    <List type="ordered" spacing="md" styles={{ itemWrapper: { display: 'block' } }}>
      {steps.map(({ text, fields = [] }) => (
        <List.Item key={text.en}>
          <Text maw="44rem">
            <GuideText text={text} />
          </Text>
          {fields.length > 0 && (
            <Stack gap="xs" mt="xs">
              {fields.map((field) => (
                <Labelled key={field.field} label={field.field}>
                  <FieldValue field={field} addresses={addresses} />
                </Labelled>
              ))}
            </Stack>
          )}
        </List.Item>
      ))}
    </List>
  );
}

interface FieldValueProps {
  readonly field: Field;
  readonly addresses: Addresses;
}

function FieldValue({ field, addresses }: FieldValueProps) {
  const { t } = useTranslation();
  if ('own' in field) return <Text>{t(`provisioning.connect.own.${field.own}`)}</Text>;
  const { copy, block = false } = field;
  return <Copyable name={field.field} text={fillIn(copy, addresses)} block={block} />;
}
