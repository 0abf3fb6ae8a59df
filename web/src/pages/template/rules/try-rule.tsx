import { Button, Group, List, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { RuleBody, TriedBody } from '#rules/app-types.ts';
import { FORMS } from '#web/api/forms.ts';
import { tryRule } from '#web/api/rules.ts';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useAct } from '#web/components/use-act.ts';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { useRunWords } from './use-run-words.ts';

interface TryRuleProps {
  readonly templateId: string;
  /** Undefined while something is missing. */
  readonly rule: RuleBody | undefined;
}

/** Shows what a rule would do with a form, without doing it. */
export function TryRule({ templateId, rule }: TryRuleProps) {
  const { t } = useTranslation();
  const { didOf, reasonOf } = useRunWords();
  const [formId, setFormId] = useState('');
  const [tried, setTried] = useState<TriedBody>();
  const act = useAct((body: RuleBody) => tryRule(templateId, formId, body), setTried);
  return (
    <Section title={t('rules.try')} lead={t('rules.tryLead')}>
      <Group align="end" gap="xs">
        <SearchSelect<{ readonly id: string; readonly name: string }>
          flex={1}
          path={FORMS}
          filters={{ template: templateId }}
          label={t('rules.form')}
          nameOf={({ name }) => name}
          nothing={t('rules.noForms')}
          value={formId}
          comboboxProps={{ withinPortal: true }}
          onChange={(form) => {
            setTried(undefined);
            setFormId(form?.id ?? '');
          }}
        />
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          disabled={rule === undefined || formId === ''}
          loading={act.isRunning}
          onClick={() => rule && act.run(rule)}
        >
          {t('rules.try')}
        </Button>
      </Group>
      <Stack gap="xs" role="status">
        {act.problem && <Problem error={act.problem} />}
        {tried !== undefined && (
          <Text>{t(`rules.tried.${tried.outcome}`, { reason: reasonOf(tried.reason) })}</Text>
        )}
        {tried?.outcome === 'done' && (
          <List>
            {tried.done.map((each, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is never changed
              <List.Item key={i}>{didOf(each)}</List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Section>
  );
}
