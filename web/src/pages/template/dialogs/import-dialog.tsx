import { Alert, Button, Code, FileInput, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { DefinitionCheck } from '#templates/app-types.ts';
import { checkDefinition } from '#web/api/template-design.ts';
import { fieldsOf, readDefinition } from '#web/builder/definition.ts';
import { splitChoices } from '#web/builder/split-choices.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { SendForm } from '#web/components/send-form.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import classes from '#web/pages/template/editing/builder.module.css';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useFaultText } from '#web/templates/use-fault-text.ts';
import { useTranslation } from '#web/texts/texts.ts';

const MAX_BYTES = 1_000_000;

/**
 * Imports a definition that was made elsewhere: first shows what is accepted and what is not, then replaces the fields.
 */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [report, setReport] = useState<DefinitionCheck>();
  const form = useSendForm({
    initialValues: { text: '' },
    validate: {
      text(value) {
        try {
          splitChoices(JSON.parse(value));
          return null;
        } catch (error) {
          const message = error instanceof Error ? error.message : '';
          return t('builder.json.syntax', { message });
        }
      },
    },
    send: ({ text }) => checkDefinition(splitChoices(JSON.parse(text))),
    done: setReport,
  });
  const read = async (file: File | null) => {
    if (file === null) return;
    if (file.size <= MAX_BYTES) form.setFieldValue('text', await file.text());
    else form.setFieldError('text', t('builder.bring.tooLarge', { size: MAX_BYTES / 1000 }));
  };
  return (
    <Dialog onClose={onClose} title={t('builder.bring.title')} size="lg">
      {report === undefined ? (
        <SendForm
          form={form}
          verb={t('builder.bring.check')}
          isDisabled={form.values.text.trim() === ''}
          onCancel={onClose}
        >
          <Text>{t('builder.bring.lead')}</Text>
          <Textarea
            label={t('builder.bring.paste')}
            className={classes['code']}
            autosize
            minRows={6}
            maxRows={14}
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('text')}
          />
          <FileInput
            label={t('builder.bring.file')}
            placeholder={t('builder.bring.choose')}
            accept="application/json,.json"
            onChange={(file) => void read(file)}
          />
        </SendForm>
      ) : (
        <Report report={report} onBack={() => setReport(undefined)} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ReportProps {
  readonly report: DefinitionCheck;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function Report({ report, onBack, onClose }: ReportProps) {
  const { t } = useTranslation();
  const textOf = useFaultText();
  const builder = useBuilder();
  const accepted = readDefinition(report.accepted);
  const count = accepted === undefined ? 0 : fieldsOf(accepted).length;
  const present = fieldsOf(builder.definition).length;
  const left = accepted === undefined ? [...report.refused, ...report.faults] : report.refused;
  return (
    <Stack>
      <Alert
        role="status"
        variant="outline"
        color={count > 0 ? 'harbour' : 'red'}
        icon={count > 0 ? <IconCircleCheck /> : <IconInfoCircle />}
        title={count > 0 ? t('builder.bring.fields', { count }) : t('builder.bring.nothing')}
      >
        {left.length === 0
          ? t('builder.bring.none')
          : t('builder.bring.refused', { count: left.length })}
      </Alert>
      {left.length > 0 && (
        <List className="wrap-anywhere">
          {left.map((fault) => (
            <List.Item key={fault.at + fault.text}>
              <Code>{fault.at || t('builder.bring.atTop')}</Code> {textOf(fault)}
            </List.Item>
          ))}
        </List>
      )}
      {count > 0 && present > 0 && <Text>{t('builder.bring.replace', { count: present })}</Text>}
      <Group justify="end">
        <Button variant="default" onClick={onBack}>
          {t('builder.bring.other')}
        </Button>
        <Button
          disabled={accepted === undefined || count === 0}
          data-autofocus
          onClick={() => {
            if (accepted !== undefined) builder.edit(() => accepted, { selected: undefined });
            notifications.show({ message: t('builder.bring.done', { count }) });
            onClose();
          }}
        >
          {t('builder.bring.apply')}
        </Button>
      </Group>
    </Stack>
  );
}
