import {
  Checkbox,
  NumberInput,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ASSIGNEES } from '#web/api/forms.ts';
import { DEFAULT_OVERLAP, OverlapField } from '#web/components/overlap-field.tsx';
import { PasswordField } from '#web/components/password-field.tsx';
import { type Rhythm, RhythmFields, rhythmOf } from '#web/components/rhythm-fields.tsx';
import { FrontForm, SendForm } from '#web/components/send-form.tsx';
import { GroupPicker } from '#web/lists/group-picker.tsx';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { TemplatePicker } from '#web/lists/template-picker.tsx';
import { UserPicker } from '#web/lists/user-picker.tsx';
import { REJECTED } from '../sample-data.ts';
import { Specimen } from '../specimen.tsx';
import { useWords } from '../words.ts';

const QUIET = { submit: () => undefined, isRunning: false, problem: undefined };

/** Each kind of field without and with a fault, the pickers, and forms to send. */
export function Fields() {
  const words = useWords();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Specimen label={words.states.full}>
        <Plain />
      </Specimen>
      <Specimen label={words.states.failed}>
        <Plain fault={words.fault} />
      </Specimen>
      <Pickers />
      <Stack>
        <SendForm
          form={{ ...QUIET, problem: REJECTED }}
          verb={words.filled}
          onCancel={() => undefined}
        >
          <TextInput label={words.label} defaultValue={words.form} />
        </SendForm>
        <Specimen label={words.front}>
          <FrontForm form={QUIET} verb={words.signIn}>
            <PasswordField label={words.password} />
          </FrontForm>
        </Specimen>
      </Stack>
    </SimpleGrid>
  );
}

function Plain({ fault }: { readonly fault?: string }) {
  const words = useWords();
  const error = fault === undefined ? {} : { error: fault };
  return (
    <Stack>
      <TextInput label={words.label} description={words.hint} required {...error} />
      <Textarea label={words.section} {...error} />
      <NumberInput
        label={words.weight}
        defaultValue={1250}
        suffix=" kg"
        thousandSeparator
        hideControls
        {...error}
      />
      <Select
        label={words.choice}
        data={Object.entries(words.choices).map(([value, label]) => ({ value, label }))}
        {...error}
      />
      <PasswordField
        label={words.password}
        {...(fault !== undefined && { error: words.passwordFault })}
      />
      <Radio.Group label={words.choice} {...error}>
        <Stack gap="xs" mt="xs">
          <Radio value="member" label={words.choices.member} />
          <Radio value="admin" label={words.choices.admin} />
        </Stack>
      </Radio.Group>
      <Checkbox label={words.checkbox} {...error} />
      <Switch label={words.switch} defaultChecked />
      <TextInput label={words.off} disabled defaultValue={words.form} />
    </Stack>
  );
}

function Pickers() {
  const words = useWords();
  const [user, setUser] = useState('');
  const [group, setGroup] = useState('');
  const rhythm = useForm<Rhythm>({ initialValues: rhythmOf(undefined) });
  return (
    <Stack>
      <GroupPicker label={words.group} without={[]} onPick={() => undefined} />
      <UserPicker label={words.user} value={user} onChange={setUser} />
      <TemplatePicker label={words.template} onChange={() => undefined} />
      <SearchSelect<{ readonly id: string; readonly name: string }>
        path={ASSIGNEES}
        label={words.inspector}
        nameOf={({ name }) => name}
        nothing={words.nothing}
        value={group}
        onChange={(chosen) => setGroup(chosen?.id ?? '')}
      />
      <RhythmFields form={rhythm} />
      <OverlapField area="credentials" defaultValue={DEFAULT_OVERLAP} />
    </Stack>
  );
}
