import { Text } from '@mantine/core';
import { IconMessageOff } from '@tabler/icons-react';
import { rulesWithoutMessage } from '#web/builder/rules-without-message.ts';
import { Callout } from '#web/components/callout.tsx';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';

const MOST_SHOWN = 10;

/** Says before publishing which rules have no message. It does not hold up publishing. */
export function RulesWithoutMessage() {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const titles = rulesWithoutMessage(definition);
  if (titles.length === 0) return undefined;
  const shown = titles.slice(0, MOST_SHOWN).join(', ');
  return (
    <Callout tone="amber" icon={IconMessageOff} title={t('outline.noMessageTitle')}>
      <Text size="sm" className="wrap-anywhere">
        {t('outline.noMessage', { titles: titles.length > MOST_SHOWN ? `${shown} …` : shown })}
      </Text>
    </Callout>
  );
}
