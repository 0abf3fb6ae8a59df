import { Text } from '@mantine/core';
import type { RuleItem } from '#rules/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Says what of a rule must be chosen anew before it can be turned on. Shows nothing if there is nothing. */
export function ChooseAnew({ rule }: { readonly rule: Pick<RuleItem, 'anew'> }) {
  const { t } = useTranslation();
  const kinds = [
    ...new Set(
      rule.anew.map(({ type, name }) =>
        type === 'Field' ? t('rules.anewOf.Field', { name }) : t(`rules.anewOf.${type}`),
      ),
    ),
  ];
  if (kinds.length === 0) return undefined;
  return (
    <Text size="sm" fw={550} className="wrap-anywhere">
      {t('rules.anew', { what: kinds.join(', ') })}
    </Text>
  );
}
