import '@mantine/core/styles/ColorSwatch.css';
import { ColorSwatch, Group, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';
import { parseColour } from '#brand/accent.ts';
import { changeAccent } from '#web/api/brand.ts';
import { Labelled } from '#web/components/labelled.tsx';
import { Section } from '#web/components/section.tsx';
import { SendForm } from '#web/components/send-form.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { STANDARD } from '#web/shell/theme.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './brand.module.css';
import { ColourPreview } from './colour-preview.tsx';

/** Formstead’s own, which an empty field stands for. */
const OWN = STANDARD.light.button;

const PRESETS = [
  ['own', ''],
  ['green', '#1f7a3d'],
  ['teal', '#0f766e'],
  ['violet', '#6d3fc0'],
  ['magenta', '#a21c6b'],
  ['red', '#b3261e'],
  ['orange', '#c2570c'],
  ['black', '#1c1f23'],
] as const;

/** The colour of buttons and links, with the shades of it that text can be read in. */
export function ColourSection({ accent }: { readonly accent: string | undefined }) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: { accent: accent ?? '' },
    validate: {
      accent: (value) =>
        value.trim() === '' || parseColour(value) !== undefined ? null : t('brand.notAColour'),
    },
    send: (values) => changeAccent(parseColour(values.accent) ?? null),
    done() {
      notifications.show({ message: t('brand.colourSaved') });
    },
  });
  const typed = form.values.accent.trim();
  const isOwn = typed === '';
  const chosen = parseColour(typed);
  const choose = (value: string) => form.setFieldValue('accent', value);
  return (
    <Section title={t('brand.colour')} lead={t('brand.colourLead')}>
      <SendForm form={form} verb={t('brand.save')} isDisabled={!form.isDirty()}>
        <Labelled label={t('brand.presets')}>
          <Group gap="xs">
            {PRESETS.map(([name, value]) => {
              const isChosen = value === '' ? isOwn : chosen === value;
              return (
                <ColorSwatch
                  key={name}
                  component="button"
                  type="button"
                  color={value === '' ? OWN : value}
                  className={classes['preset'] ?? ''}
                  aria-label={t(`brand.preset.${name}`)}
                  title={t(`brand.preset.${name}`)}
                  aria-pressed={isChosen}
                  onClick={() => choose(value)}
                >
                  {isChosen && <IconCheck size={18} color="#fff" aria-hidden />}
                </ColorSwatch>
              );
            })}
          </Group>
        </Labelled>
        <TextInput
          label={t('brand.hex')}
          description={t('brand.hexHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={OWN}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          maw="24rem"
          leftSection={
            <input
              type="color"
              className={classes['picker']}
              aria-label={t('brand.pick')}
              value={chosen ?? OWN}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            />
          }
          leftSectionWidth={44}
          {...form.getInputProps('accent')}
        />
        {(isOwn || chosen !== undefined) && <ColourPreview colour={chosen} />}
      </SendForm>
    </Section>
  );
}
