import { Button, Checkbox, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewExport } from '#forms/app-types.ts';
import { beginExport } from '../../api/exports.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { type PickedTemplate, TemplatePicker } from '../../components/template-picker.tsx';
import { useAct } from '../../components/use-act.ts';

const KINDS = ['csv', 'json', 'pdf'] as const;
const STATUSES = ['draft', 'complete'] as const;
type Kind = (typeof KINDS)[number];

interface NewExportDialogProps {
  readonly onClose: () => void;
}

/** Which forms, and as what. */
export function NewExportDialog({ onClose }: NewExportDialogProps) {
  const { t, i18n } = useTranslation();
  const [template, setTemplate] = useState<PickedTemplate>();
  const [kind, setKind] = useState<Kind>('csv');
  const [status, setStatus] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isForExcel, setForExcel] = useState(true);
  const [isMissing, setMissing] = useState(false);
  const act = useAct(
    ['templateId', 'from', 'to'],
    (input: NewExport) => beginExport(input),
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(template === undefined);
    if (template === undefined) return;
    const chosen = STATUSES.find((each) => each === status);
    act.run({
      kind,
      templateId: template.id,
      locale: i18n.language.startsWith('de') ? 'de' : 'en',
      ...(chosen && { status: chosen }),
      ...(from !== '' && { from: startOf(from, 0) }),
      ...(to !== '' && { to: startOf(to, 1) }),
      ...(kind === 'csv' && { bom: isForExcel }),
    });
  };
  return (
    <Dialog onClose={onClose} title={t('exports.new')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {act.problem && <Problem error={act.problem} />}
          <TemplatePicker
            label={t('exports.template')}
            description={t('exports.templateHint')}
            placeholder={t('exports.chooseTemplate')}
            nothing={t('exports.noTemplates')}
            value={template}
            onChange={setTemplate}
            error={isMissing ? t('exports.needTemplate') : act.faultAt('templateId')}
          />
          <Radio.Group
            label={t('exports.kind')}
            value={kind}
            onChange={(value) => setKind(KINDS.find((each) => each === value) ?? 'csv')}
          >
            <Stack gap="xs" mt="xs">
              {KINDS.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={t(`exports.kinds.${each}`)}
                  description={t(`exports.kindHints.${each}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {kind === 'csv' && (
            <Checkbox
              label={t('exports.excel')}
              description={t('exports.excelHint')}
              checked={isForExcel}
              onChange={({ currentTarget }) => setForExcel(currentTarget.checked)}
            />
          )}
          <NativeSelect
            label={t('exports.status')}
            value={status}
            onChange={({ currentTarget }) => setStatus(currentTarget.value)}
            data={[
              { value: '', label: t('exports.anyStatus') },
              ...STATUSES.map((value) => ({ value, label: t(`exports.statuses.${value}`) })),
            ]}
          />
          <Group grow align="start">
            <TextInput
              type="date"
              name="from"
              label={t('exports.from')}
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
              error={act.faultAt('from')}
            />
            <TextInput
              type="date"
              name="to"
              label={t('exports.to')}
              value={to}
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
              error={act.faultAt('to')}
            />
          </Group>
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={act.isRunning}>
              {t('exports.begin')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The first moment of a day, or of so many days later, where the person is. */
function startOf(day: string, later: number): string {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
}
