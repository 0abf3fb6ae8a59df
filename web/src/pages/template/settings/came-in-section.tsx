// Who is told of forms that come in is a rule like others, so that there is one place that tries, logs and stops it.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RuleItem } from '#rules/app-types.ts';
import { rulesQuery } from '#web/api/rules.ts';
import { ItemList } from '#web/components/item-list.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Section } from '#web/components/section.tsx';
import { RuleDialog } from '#web/pages/template/rules/rule-dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Says which people are told when forms of the template come in, and adds more. Only those who may make rules see it. */
export function CameInSection({ templateId }: { readonly templateId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(rulesQuery(templateId));
  const [isAdding, setAdding] = useState(false);
  if (data === undefined) return null;
  const telling = data.items.filter(
    ({ trigger, actions }) =>
      (trigger === 'completed' || trigger === 'by-link') &&
      actions.some(({ type }) => type === 'tell'),
  );
  return (
    <Section title={t('cameIn.title')} lead={t('cameIn.lead')}>
      {telling.length === 0 && <Text c="dimmed">{t('cameIn.none')}</Text>}
      <ItemList
        items={telling.map((rule) => ({
          id: rule.id,
          title: (
            <LinkAnchor to="/templates/$id" params={{ id: templateId }} search={{ tab: 'rules' }}>
              {rule.name}
            </LinkAnchor>
          ),
          facts: (
            <Text size="sm">
              {t(`rules.triggers.${rule.trigger}`)} → {toldBy(rule)} (
              {t(`rules.states.${rule.state}`)})
            </Text>
          ),
        }))}
      />
      <Group>
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('cameIn.add')}
        </Button>
      </Group>
      {isAdding && (
        <RuleDialog templateId={templateId} rule={undefined} onClose={() => setAdding(false)} />
      )}
    </Section>
  );
}

/** Returns the names of those whom the actions of a rule tell. */
function toldBy({ actions, targets }: RuleItem): string {
  const ids = actions.flatMap((action) =>
    action.type === 'tell' ? action.to.map(({ id }) => id) : [],
  );
  return ids.map((id) => targets.find((each) => each.id === id)?.name ?? '…').join(', ');
}
