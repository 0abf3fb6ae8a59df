import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { SecretDialog } from '#web/components/secret-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { KeysDialog } from '#web/shell/palette/keys-dialog.tsx';
import { Palette } from '#web/shell/palette/palette.tsx';
import { useWords } from '../words.ts';

const KINDS = ['dialog', 'formDialog', 'secret', 'keys'] as const;

/** A button for each kind of dialog, and for the command palette. */
export function Dialogs() {
  const words = useWords();
  const [open, setOpen] = useState<(typeof KINDS)[number]>();
  const [asked, setAsked] = useState(0);
  const close = () => setOpen(undefined);
  return (
    <Group>
      {KINDS.map((kind) => (
        <Button key={kind} variant="default" onClick={() => setOpen(kind)}>
          {words[kind]}
        </Button>
      ))}
      <ConsentButton
        label={words.consentOpen}
        title={words.consent}
        verb={words.danger}
        act={async () => undefined}
      >
        <Text>{words.consentText}</Text>
      </ConsentButton>
      <ConsentButton
        label={words.consentHarmless}
        title={words.reopen}
        verb={words.action}
        act={async () => undefined}
        isHarmless
      >
        <Text>{words.reopenText}</Text>
      </ConsentButton>
      <Button variant="default" onClick={() => setAsked(asked + 1)}>
        {words.palette}
      </Button>
      {open === 'dialog' && (
        <Dialog title={words.dialog} onClose={close}>
          <Text>{words.dialogText}</Text>
        </Dialog>
      )}
      {open === 'formDialog' && <SampleForm onClose={close} />}
      {open === 'secret' && (
        <SecretDialog
          title={words.secret}
          shown={[{ label: words.secretName, text: 'fs_secret_4f2a91bc7de05588' }]}
          onDone={close}
        />
      )}
      {open === 'keys' && <KeysDialog onClose={close} />}
      <Palette asked={asked} onGo={() => undefined} onHelp={() => setOpen('keys')} />
    </Group>
  );
}

function SampleForm({ onClose }: { readonly onClose: () => void }) {
  const words = useWords();
  const form = useSendForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name === '' ? words.fault : null) },
    send: async () => undefined,
    done: onClose,
  });
  return (
    <FormDialog title={words.formDialog} form={form} verb={words.filled} onClose={onClose}>
      <TextInput label={words.label} data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
