import { Anchor, Button, Menu, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconArrowsExchange,
  IconBolt,
  IconCircleCheck,
  IconPlayerPause,
  IconPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RuleItem } from '#rules/app-types.ts';
import type { TemplateDetail } from '#templates/app-types.ts';
import { changeRule, deleteRule, orderRules, rulesQuery } from '#web/api/rules.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ItemList } from '#web/components/item-list.tsx';
import { problemText } from '#web/components/problem.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Section } from '#web/components/section.tsx';
import { StateBadge, type Tone } from '#web/components/state-badge.tsx';
import { RowMenu } from '#web/lists/row-menu.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ChooseAnew } from './choose-anew.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { ruleOf, valuesOf } from './rule-draft.ts';
import { RulesLoop } from './rules-loop.tsx';
import { RunList } from './run-list.tsx';

type Shown = { readonly what: 'edit' | 'delete'; readonly rule: RuleItem };

/** The rules of a template, and what they did. */
export function RulesTab({ template }: { readonly template: TemplateDetail }) {
  const { t } = useTranslation();
  const query = useQuery(rulesQuery(template.id));
  const [shown, setShown] = useState<Shown | 'new'>();
  const close = () => setShown(undefined);
  const { data } = query;
  const create = (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setShown('new')}
    >
      {t('rules.create')}
    </Button>
  );
  return (
    <Stack>
      <Section
        title={t('rules.title')}
        lead={t('rules.lead')}
        actions={data !== undefined && data.items.length > 0 && create}
      >
        <QueryState what={t('rules.title')} query={query} />
        {data?.items.length === 0 && (
          <EmptyState icon={IconBolt} title={t('rules.none')} text={t('rules.noneHint')}>
            {create}
          </EmptyState>
        )}
        <RulesLoop templateId={template.id} />
        {data !== undefined && data.items.length > 0 && (
          <Rules templateId={template.id} items={data.items} onShow={setShown} />
        )}
      </Section>
      {data !== undefined && data.items.length > 0 && <RunList templateId={template.id} />}
      {shown === 'new' && <RuleDialog templateId={template.id} rule={undefined} onClose={close} />}
      {shown !== undefined && shown !== 'new' && shown.what === 'edit' && (
        <RuleDialog templateId={template.id} rule={shown.rule} onClose={close} />
      )}
      {shown !== undefined && shown !== 'new' && shown.what === 'delete' && (
        <ConsentDialog
          title={t('rules.deleteTitle')}
          verb={t('rules.delete')}
          act={() => deleteRule(shown.rule.id)}
          notice={t('rules.wasDeleted')}
          onClose={close}
        >
          <Text>{shown.rule.name}</Text>
          <Text>{t('rules.deleteLead')}</Text>
        </ConsentDialog>
      )}
    </Stack>
  );
}

interface RulesProps {
  readonly templateId: string;
  readonly items: readonly RuleItem[];
  readonly onShow: (shown: Shown) => void;
}

function Rules({ templateId, items, onShow }: RulesProps) {
  const { t } = useTranslation();
  const act = (doing: Promise<unknown>) =>
    void doing.catch((error: Error) =>
      notifications.show({ color: 'red', message: problemText(error, t) }),
    );
  const turn = (rule: RuleItem, isOn: boolean) => {
    const body = ruleOf({ ...valuesOf(rule), isOn });
    // What must be chosen anew is chosen there.
    if (body === undefined || rule.anew.length > 0) onShow({ what: 'edit', rule });
    else act(changeRule(rule.id, rule.revision, body));
  };
  const move = (i: number, to: number) => {
    const ids = items.map(({ id }) => id);
    const [moved = ''] = ids.splice(i, 1);
    act(orderRules(templateId, ids.toSpliced(to, 0, moved)));
  };
  return (
    <ItemList
      items={items.map((rule, i) => ({
        id: rule.id,
        title: (
          <Anchor
            component="button"
            type="button"
            fw={550}
            ta="start"
            onClick={() => onShow({ what: 'edit', rule })}
          >
            {rule.name}
          </Anchor>
        ),
        state: <RuleState state={rule.state} />,
        facts: <RuleFacts rule={rule} />,
        actions: (
          <RowMenu name={rule.name}>
            <Menu.Item onClick={() => onShow({ what: 'edit', rule })}>{t('rules.edit')}</Menu.Item>
            {rule.state === 'on' ? (
              <Menu.Item onClick={() => turn(rule, false)}>{t('rules.turnOff')}</Menu.Item>
            ) : (
              <Menu.Item onClick={() => turn(rule, true)}>{t('rules.turnOn')}</Menu.Item>
            )}
            {i > 0 && <Menu.Item onClick={() => move(i, i - 1)}>{t('rules.up')}</Menu.Item>}
            {i < items.length - 1 && (
              <Menu.Item onClick={() => move(i, i + 1)}>{t('rules.down')}</Menu.Item>
            )}
            <Menu.Item
              color="var(--mantine-color-error)"
              onClick={() => onShow({ what: 'delete', rule })}
            >
              {t('rules.delete')}
            </Menu.Item>
          </RowMenu>
        ),
      }))}
    />
  );
}

function RuleFacts({ rule }: { readonly rule: RuleItem }) {
  const { t } = useTranslation();
  const owner = rule.owner.name ?? t('rules.deleted');
  const actions = rule.actions.map(({ type }) => t(`rules.actions.${type}`)).join(', ');
  return (
    <>
      <Text size="sm">
        {t(`rules.triggers.${rule.trigger}`)} → {actions}
      </Text>
      {rule.stopReason === undefined ? (
        <Text size="sm" c="dimmed">
          {t('rules.owner')} {owner}
        </Text>
      ) : (
        <Text size="sm">{t(`rules.stopped.${rule.stopReason}`, { owner })}</Text>
      )}
      <ChooseAnew rule={rule} />
    </>
  );
}

const STATES = {
  on: ['green', IconCircleCheck],
  off: ['grey', IconPlayerPause],
  stopped: ['amber', IconArrowsExchange],
} as const satisfies Record<RuleItem['state'], readonly [Tone, typeof IconBolt]>;

function RuleState({ state }: Pick<RuleItem, 'state'>) {
  const { t } = useTranslation();
  const [tone, icon] = STATES[state];
  return (
    <StateBadge tone={tone} icon={icon}>
      {t(`rules.states.${state}`)}
    </StateBadge>
  );
}
