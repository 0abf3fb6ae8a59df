import { ActionIcon, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { languageName } from '#web/builder/languages.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './translations.module.css';

interface LanguageListProps {
  /** The default language first. */
  readonly languages: readonly string[];
  readonly missing: ReadonlyMap<string, number>;
  readonly count: number;
  readonly onRemove: (language: string) => void;
}

/** The languages of a form, each with how many of its texts are missing. */
export function LanguageList({ languages, missing, count, onRemove }: LanguageListProps) {
  const { t, i18n } = useTranslation();
  return (
    <ul className={classes['languages']} aria-label={t('translating.languages')}>
      {languages.map((code, i) => {
        const language = languageName(code, i18n.language);
        const left = missing.get(code) ?? 0;
        return (
          <li key={code}>
            <Group gap="xs" wrap="nowrap">
              <Text span fw={550}>
                {language}
              </Text>
              <StateBadge
                tone={left === 0 ? 'green' : 'amber'}
                icon={left === 0 ? IconCircleCheck : IconAlertTriangle}
              >
                {left === 0
                  ? t('translating.complete')
                  : t('translating.missing', { count: left, all: count })}
              </StateBadge>
              {i > 0 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('translating.remove', { language })}
                  onClick={() => onRemove(code)}
                >
                  <IconX size={16} />
                </ActionIcon>
              )}
            </Group>
          </li>
        );
      })}
    </ul>
  );
}
