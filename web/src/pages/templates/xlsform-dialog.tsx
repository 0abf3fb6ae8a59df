import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { XlsFormLosses } from '#template-files/app-types.ts';
import type { TemplateItem } from '#templates/app-types.ts';
import { templateXlsFormUrl, xlsFormLossesQuery } from '#web/api/template-design.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { useTranslation } from '#web/texts/texts.ts';

type Loss = XlsFormLosses['items'][number];

interface XlsFormDialogProps {
  readonly template: Pick<TemplateItem, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Says what an XLSForm of the template lacks, field by field, before it is downloaded. */
export function XlsFormDialog({ template: { id, name }, onClose }: XlsFormDialogProps) {
  const { t } = useTranslation();
  const query = useQuery(xlsFormLossesQuery(id));
  return (
    <Dialog title={t('templates.xlsFormTitle', { name })} onClose={onClose} size="lg">
      <Stack>
        <QueryState query={query} />
        {query.data && (
          <>
            <Text>{t('templates.xlsFormLead')}</Text>
            <Losses losses={query.data.items} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button component="a" href={templateXlsFormUrl(id)} download onClick={onClose}>
                {t('templates.xlsFormDownload')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  );
}

function Losses({ losses }: { readonly losses: readonly Loss[] }) {
  const { t } = useTranslation();
  if (losses.length === 0) return <Text>{t('templates.xlsFormWhole')}</Text>;
  const fields = Map.groupBy(losses, ({ name }) => name);
  const textOf = ({ kind, expression = '', text }: Loss): string =>
    t(`templates.xlsFormLoss.${kind}`, { expression, defaultValue: text });
  return (
    <>
      <Text>{t('templates.xlsFormLosses')}</Text>
      <List aria-label={t('templates.xlsFormLosses')}>
        {[...fields].map(([name, found]) => (
          <List.Item key={name}>
            <Text fw={600} span>
              {found[0]?.title}
            </Text>
            {[...new Set(found.map(textOf))].map((text) => (
              <Text key={text} style={{ overflowWrap: 'anywhere' }}>
                {text}
              </Text>
            ))}
          </List.Item>
        ))}
      </List>
    </>
  );
}
