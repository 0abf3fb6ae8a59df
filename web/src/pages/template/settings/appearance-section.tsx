// A template looks like the organisation unless it has a logo or a colour of its own. These settings are in one section
// because forms on the screen and PDFs share them.
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/core/styles/ColorPicker.css';
import '@mantine/core/styles/ColorInput.css';
import {
  Button,
  ColorInput,
  FileButton,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { parseColour } from '#brand/accent.ts';
import type { TemplateBrand } from '#templates/app-types.ts';
import {
  changeTemplateBrand,
  replaceTemplateLogo,
  templateBrandQuery,
} from '#web/api/template-brand.ts';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

const MAX_LINE = 200;

/** The logo, the colour and the layout of a template's forms and PDFs. */
export function AppearanceSection({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(templateBrandQuery(id));
  return (
    <Section title={t('appearance.title')} lead={t('appearance.lead')}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <>
          <LogoField id={id} logo={data.logo} />
          <BrandForm id={id} brand={data} />
        </>
      )}
    </Section>
  );
}

interface BrandFormProps {
  readonly id: string;
  readonly brand: TemplateBrand;
}

function BrandForm({ id, brand }: BrandFormProps) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: {
      accent: brand.accent ?? '',
      header: brand.header ?? '',
      footer: brand.footer ?? '',
      pageSize: brand.pageSize,
      columns: String(brand.columns),
    },
    validate: {
      accent: (value) =>
        value.trim() === '' || parseColour(value) !== undefined ? null : t('appearance.notAColour'),
    },
    send: (_values, { accent, header, footer, pageSize, columns }) =>
      changeTemplateBrand(id, {
        ...(accent !== undefined && { accent: parseColour(accent) ?? null }),
        ...(header !== undefined && { header: header.trim() || null }),
        ...(footer !== undefined && { footer: footer.trim() || null }),
        ...(pageSize !== undefined && { pageSize: pageSize === 'Letter' ? 'Letter' : 'A4' }),
        ...(columns !== undefined && { columns: columns === '2' ? 2 : 1 }),
      }),
    done() {
      notifications.show({ message: t('appearance.saved') });
    },
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <ColorInput
            label={t('appearance.colour')}
            placeholder={t('appearance.ofOrganisation')}
            format="hex"
            eyeDropperButtonProps={{ 'aria-label': t('appearance.pick') }}
            {...form.getInputProps('accent')}
          />
          <NativeSelect
            label={t('appearance.columns')}
            data={[
              { value: '1', label: t('appearance.one') },
              { value: '2', label: t('appearance.two') },
            ]}
            {...form.getInputProps('columns')}
          />
          <NativeSelect
            label={t('appearance.pageSize')}
            data={['A4', 'Letter']}
            {...form.getInputProps('pageSize')}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed" mt={-8}>
          {t('appearance.colourHint')}
        </Text>
        <TextInput
          label={t('appearance.header')}
          maxLength={MAX_LINE}
          {...form.getInputProps('header')}
        />
        <TextInput
          label={t('appearance.footer')}
          description={t('appearance.lineHint', { parts: '{number} {date} {page}' })}
          maxLength={MAX_LINE}
          {...form.getInputProps('footer')}
        />
        {form.problem && <Problem error={form.problem} />}
        <Group justify="end">
          <Button
            type="submit"
            variant="default"
            loading={form.isRunning}
            disabled={!form.isDirty()}
          >
            {t('appearance.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface LogoFieldProps {
  readonly id: string;
  readonly logo: TemplateBrand['logo'];
}

function LogoField({ id, logo }: LogoFieldProps) {
  const { t } = useTranslation();
  const done = () => void notifications.show({ message: t('appearance.saved') });
  const upload = useAct((file: File) => replaceTemplateLogo(id, file), done);
  const remove = useAct(() => changeTemplateBrand(id, { removeLogo: true }), done);
  const problem = upload.problem ?? remove.problem;
  return (
    <Stack gap="xs">
      <Group>
        {logo === undefined ? (
          <Text c="dimmed">{t('appearance.noLogo')}</Text>
        ) : (
          <img
            src={logo.url}
            alt={t('appearance.logo')}
            width={logo.width / 2}
            height={logo.height / 2}
          />
        )}
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          onChange={(file) => {
            if (file !== null) upload.run(file);
          }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconUpload size={16} aria-hidden />}
              loading={upload.isRunning}
            >
              {t(logo === undefined ? 'appearance.uploadLogo' : 'appearance.replaceLogo')}
            </Button>
          )}
        </FileButton>
        {logo !== undefined && (
          <Button
            variant="default"
            size="xs"
            loading={remove.isRunning}
            onClick={() => remove.run(undefined)}
          >
            {t('appearance.removeLogo')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('appearance.logoHint')}
      </Text>
      {problem && <Problem error={problem} />}
    </Stack>
  );
}
