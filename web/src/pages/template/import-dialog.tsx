import { Alert, Button, Code, FileInput, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DefinitionCheck } from '#forms/app-types.ts';
import { checkDefinition } from '../../api/templates.ts';
import { fieldsOf, readDefinition } from '../../builder/definition.ts';
import { splitChoices } from '../../builder/split-choices.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { useAct } from '../../components/use-act.ts';
import classes from './builder.module.css';
import { useBuilder } from './builder-context.ts';

const MAX_BYTES = 1_000_000;

/** Brings a form that was made elsewhere: first what would stay and what would not, then it is done. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [report, setReport] = useState<DefinitionCheck>();
  const check = useAct([], checkDefinition, setReport);
  const look = () => {
    try {
      check.run(splitChoices(JSON.parse(text)));
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      setRefusal(t('builder.json.syntax', { message }));
    }
  };
  const read = async (file: File | null) => {
    if (file === null) return;
    const isTooLarge = file.size > MAX_BYTES;
    setRefusal(isTooLarge ? t('builder.bring.tooLarge', { size: MAX_BYTES / 1000 }) : undefined);
    if (!isTooLarge) setText(await file.text());
  };
  return (
    <Dialog onClose={onClose} title={t('builder.bring.title')} size="lg">
      {report === undefined ? (
        <Stack>
          <Text>{t('builder.bring.lead')}</Text>
          {check.problem && <Problem error={check.problem} />}
          <Textarea
            label={t('builder.bring.paste')}
            className={classes['code']}
            autosize
            minRows={6}
            maxRows={14}
            spellCheck={false}
            data-autofocus
            value={text}
            error={refusal}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setRefusal(undefined);
            }}
          />
          <FileInput
            label={t('builder.bring.file')}
            placeholder={t('builder.bring.choose')}
            accept="application/json,.json"
            onChange={(file) => void read(file)}
          />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button disabled={text.trim() === ''} loading={check.isRunning} onClick={look}>
              {t('builder.bring.check')}
            </Button>
          </Group>
        </Stack>
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
          {left.map(({ at, text }) => (
            <List.Item key={at + text}>
              <Code>{at || t('builder.bring.atTop')}</Code> {text}
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
