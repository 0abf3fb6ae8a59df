import { Alert, List } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { AnswersCheck } from '#web/api/template-design.ts';
import { useFaultWords } from '#web/kinds/fault-words.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Says whether a form could be completed with the tried answers. */
export function AnswersFound({ found: { ok, faults } }: { readonly found: AnswersCheck }) {
  const { t } = useTranslation();
  const wordsOf = useFaultWords();
  return (
    <Alert
      role="status"
      variant="outline"
      color={ok ? 'harbour' : 'red'}
      icon={ok ? <IconCircleCheck /> : <IconInfoCircle />}
      title={t(ok ? 'builder.preview.ok' : 'builder.preview.faults')}
    >
      {!ok && (
        <List>
          {faults.map((fault) => (
            <List.Item key={fault.at + fault.text}>{`${fault.at}: ${wordsOf(fault)}`}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
