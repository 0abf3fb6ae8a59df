import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rulesNamingQuery } from '#web/api/rules.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface RulesNamingProps {
  readonly id: string;
  /** A user, whose own rules are named too. */
  readonly isPerson?: boolean;
}

/** Says, before something is deleted, which rules of templates name it. Shows nothing if none does, or for members. */
export function RulesNaming({ id, isPerson = false }: RulesNamingProps) {
  const { t } = useTranslation();
  const { data } = useQuery(rulesNamingQuery(id));
  if (data === undefined) return undefined;
  const { items, others } = data;
  const count = items.length + others;
  if (count === 0) return undefined;
  return (
    <Stack gap="xs">
      <Text>{t(isPerson ? 'rules.namingPerson' : 'rules.naming', { count })}</Text>
      <List>
        {items.map((rule) => (
          <List.Item key={rule.id} className="wrap-anywhere">
            {t('rules.ofTemplate', { rule: rule.name, template: rule.template.name })}
          </List.Item>
        ))}
        {others > 0 && <List.Item>{t('rules.namingOthers', { count: others })}</List.Item>}
      </List>
    </Stack>
  );
}
