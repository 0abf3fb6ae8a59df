import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ImportReport } from '#shared-lists/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useRowFaultText } from './use-row-fault-text.ts';

interface RowFaultsProps {
  readonly report: Pick<ImportReport, 'faults' | 'faultCount'>;
  readonly title: string;
  readonly hint: string;
}

/** What is wrong with rows, and where. */
export function RowFaults({ report: { faults, faultCount }, title, hint }: RowFaultsProps) {
  const { t } = useTranslation();
  const textOf = useRowFaultText();
  return (
    <Alert role="alert" variant="outline" color="red" icon={<IconAlertTriangle />} title={title}>
      <Text>{hint}</Text>
      <List mt="xs" size="sm" mah="16rem" style={{ overflowY: 'auto' }} tabIndex={0}>
        {faults.map((fault) => (
          <List.Item key={JSON.stringify(fault)} className="wrap-anywhere">
            {textOf(fault)}
          </List.Item>
        ))}
      </List>
      {faultCount > faults.length && (
        <Text size="sm" mt="xs">
          {t('sharedLists.moreFaults', { count: faults.length })}
        </Text>
      )}
    </Alert>
  );
}
