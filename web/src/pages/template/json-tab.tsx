import { Button, Group, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload, IconFileImport } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { checkDefinition, type Fault } from '#web/api/template-design.ts';
import { type Definition, readDefinition } from '#web/builder/definition.ts';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { FaultList } from './dialogs/fault-list.tsx';
import classes from './editing/builder.module.css';
import { useBuilder } from './editing/builder-context.ts';

interface JsonTabProps {
  readonly name: string;
  readonly onImport: () => void;
}

/** Shows the stored definition as JSON, to edit and to download. */
export function JsonTab({ name, onImport }: JsonTabProps) {
  const { t } = useTranslation();
  const builder = useBuilder();
  const faultsId = useId();
  const stored = JSON.stringify(builder.definition, undefined, 2);
  const [typed, setTyped] = useState<string>();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const text = typed ?? stored;
  useUnsaved(text !== stored);
  const forget = () => {
    setTyped(undefined);
    setRefusal(undefined);
    setFaults([]);
  };
  const check = useAct(
    async (definition: Definition) => ({ definition, ...(await checkDefinition(definition)) }),
    ({ definition, faults: all, refused, accepted }) => {
      // A draft may be incomplete, so only members that a draft cannot hold are faults.
      const found = accepted === undefined ? all : refused;
      setFaults(found);
      if (found.length > 0) return;
      builder.edit(() => definition, { selected: undefined });
      forget();
      notifications.show({ message: t('builder.json.applied') });
    },
  );
  const apply = () => {
    try {
      const definition = readDefinition(JSON.parse(text));
      if (definition === undefined) setRefusal(t('builder.json.shape'));
      else check.run(definition);
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      setRefusal(t('builder.json.syntax', { message }));
    }
  };
  return (
    <Section
      title={t('builder.json.title')}
      lead={t('builder.json.lead')}
      actions={
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download(`${name}.json`, text)}
          >
            {t('builder.json.download')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={onImport}
          >
            {t('builder.json.bring')}
          </Button>
        </Group>
      }
    >
      {check.problem && <Problem error={check.problem} />}
      <Textarea
        label={t('builder.json.label')}
        className={classes['code']}
        autosize
        minRows={12}
        maxRows={40}
        spellCheck={false}
        value={text}
        error={refusal}
        aria-describedby={faults.length > 0 ? faultsId : undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setRefusal(undefined);
          setFaults([]);
        }}
      />
      {faults.length > 0 && (
        <FaultList id={faultsId} title={t('builder.json.faults')} faults={faults} />
      )}
      {typed !== undefined && (
        <Group justify="end">
          <Button variant="default" onClick={forget}>
            {t('builder.json.revert')}
          </Button>
          <Button loading={check.isRunning} onClick={apply}>
            {t('builder.json.apply')}
          </Button>
        </Group>
      )}
    </Section>
  );
}

/** Saves a text as a file. */
function download(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
