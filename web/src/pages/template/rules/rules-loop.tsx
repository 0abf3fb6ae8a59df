import { Alert, Stack } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { rulesQuery } from '#web/api/rules.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Names rules that lead back to where they began: by assigning templates, or by setting fields. */
export function RulesLoop({ templateId }: { readonly templateId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...rulesQuery(templateId), retry: false });
  const { loop, chain } = data ?? {};
  if (loop === undefined && chain === undefined) return undefined;
  const templates = loop?.map(({ name }) => name ?? t('rules.unnamed')).join(' → ');
  return (
    <Stack gap="xs">
      {templates !== undefined && <Note>{t('rules.loop', { way: templates })}</Note>}
      {chain !== undefined && <Note>{t('rules.chain', { way: chain.join(' → ') })}</Note>}
    </Stack>
  );
}

const Note = ({ children }: { readonly children: string }) => (
  <Alert variant="outline" color="harbour" icon={<IconRefresh />}>
    {children}
  </Alert>
);
