import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SecondFactorOffer } from '#sign-in/app-types.ts';
import { addApp } from '#web/api/second-factor.ts';
import { Copyable } from '#web/components/copyable.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Labelled } from '#web/components/labelled.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

interface SetUpAppProps {
  readonly offer: SecondFactorOffer;
  /** Called when the app is set up and the recovery codes are stored. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Shows the secret for the app, asks for its first code, then shows the recovery codes. */
export function SetUpApp({ offer, onDone, onClose }: SetUpAppProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodesDialog codes={codes} onDone={onDone} />;
  return <ScanDialog offer={offer} onCodes={setCodes} onClose={onClose} />;
}

interface ScanDialogProps extends Pick<SetUpAppProps, 'offer' | 'onClose'> {
  readonly onCodes: (codes: readonly string[]) => void;
}

function ScanDialog({ offer, onCodes, onClose }: ScanDialogProps) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('field.required') : null) },
    send: ({ code }) => addApp(offer.offer, code),
    done: onCodes,
    isFleeting: true,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('secondFactor.setUp')}
      size="lg"
      form={form}
      verb={t('secondFactor.goOn')}
    >
      <Text>{t('secondFactor.scan')}</Text>
      <Group justify="center">
        <QrCode text={offer.link} label={t('secondFactor.qrCode')} />
      </Group>
      <Labelled label={t('secondFactor.secret')}>
        <Copyable name={t('secondFactor.secret')} text={inGroups(offer.secret)} />
      </Labelled>
      <Button component="a" href={offer.link} variant="subtle" w="fit-content" px={0}>
        {t('secondFactor.openApp')}
      </Button>
      <TextInput
        label={t('secondFactor.firstCode')}
        description={t('secondFactor.firstCodeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        maw="20rem"
        data-autofocus
        {...form.getInputProps('code')}
      />
    </FormDialog>
  );
}

/** Writes the secret in groups of four characters, so that it can be typed on another device. */
const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');
