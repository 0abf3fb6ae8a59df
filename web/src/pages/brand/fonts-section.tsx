import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { addFont, fontsQuery, removeFont } from '#web/api/brand.ts';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { ItemList } from '#web/components/item-list.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { sizeText } from '#web/components/size-text.ts';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';

const MOST = 3;

/** The fonts that PDFs use for characters that those of Formstead lack. */
export function FontsSection() {
  const { t, i18n } = useTranslation();
  const { data: fonts } = useSuspenseQuery(fontsQuery);
  const input = useRef<HTMLInputElement>(null);
  const act = useAct(addFont, () => {
    notifications.show({ message: t('brand.fontSaved') });
  });
  const upload = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file !== undefined) act.run(file);
    // Otherwise the browser would not tell when the same file is chosen again, after a failure.
    currentTarget.value = '';
  };
  return (
    <Section title={t('brand.fonts')} lead={t('brand.fontsLead')}>
      {fonts.items.length === 0 ? (
        <Text>{t('brand.noFonts')}</Text>
      ) : (
        <ItemList
          items={fonts.items.map(({ id, name, characters, size }) => ({
            id,
            title: name,
            facts: t('brand.fontFacts', {
              count: characters,
              characters: characters.toLocaleString(i18n.language),
              size: sizeText(size, i18n.language),
            }),
            actions: (
              <ConsentButton
                label={t('brand.removeFont')}
                title={t('brand.removeFontTitle', { name })}
                verb={t('brand.removeFont')}
                act={() => removeFont(id)}
              >
                <Text>{t('brand.removeFontText')}</Text>
              </ConsentButton>
            ),
          }))}
        />
      )}
      {act.problem && (
        <Problem
          error={act.problem}
          title={t('problem.notDoneOf', { what: t('brand.uploadFont') })}
        />
      )}
      {fonts.items.length < MOST && (
        <Group>
          <input ref={input} type="file" accept=".ttf,.otf" onChange={upload} hidden />
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            loading={act.isRunning}
            onClick={() => input.current?.click()}
          >
            {t('brand.uploadFont')}
          </Button>
        </Group>
      )}
      <Text size="sm" c="dimmed" maw="44rem">
        {t('brand.fontsHint')}
      </Text>
    </Section>
  );
}
