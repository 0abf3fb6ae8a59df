import { Alert, Anchor, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { startForm } from '../../fill/open-form.ts';
import { SearchField } from '../../lists/search-field.tsx';
import type { Device } from '../../offline/device.ts';
import { fetchTemplates } from '../../offline/keep-templates.ts';
import type { StoredTemplate } from '../../offline/store.ts';
import { WithDevice } from '../../offline/with-device.tsx';

/** Chooses what to fill in. The form begins on this device, so that it can begin without a network, too. */
export function NewFormPage() {
  const { t } = useTranslation();
  return (
    <WithDevice title={t('newForm.title')}>{(device) => <Choice device={device} />}</WithDevice>
  );
}

function Choice({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['usable-templates'],
    queryFn: async () => {
      try {
        return { templates: await fetchTemplates(device), isFresh: true };
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.status !== 0) throw failure;
        return { templates: await device.store.templates(), isFresh: false };
      }
    },
  });
  const start = useMutation({
    mutationFn: (template: StoredTemplate) => startForm(device, template),
    onSuccess: (id) => navigate({ to: '/forms/$id/fill', params: { id } }),
  });
  const folded = wanted.trim().toLocaleLowerCase();
  const shown = data?.templates.filter(({ name }) => name.toLocaleLowerCase().includes(folded));
  return (
    <Page title={t('newForm.title')} lead={t('newForm.lead')}>
      {data?.isFresh === false && (
        <Alert role="status" variant="outline" icon={<IconCloudOff />} title={t('newForm.offline')}>
          {t('newForm.offlineHint')}
        </Alert>
      )}
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {start.error !== null && <Problem error={start.error} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && data.templates.length === 0 && <None />}
      {data !== undefined && data.templates.length > 8 && (
        <SearchField label={t('newForm.search')} value={wanted} onSearch={setWanted} />
      )}
      {shown?.length === 0 && data?.templates.length !== 0 && (
        <Text role="status">
          {t('newForm.nothingFound')}{' '}
          <Anchor component="button" onClick={() => setWanted('')}>
            {t('list.clear')}
          </Anchor>
        </Text>
      )}
      <Stack
        component="ul"
        gap="xs"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        aria-label={t('newForm.title')}
      >
        {shown?.map((template) => (
          <li key={template.id}>
            <UnstyledButton
              w="100%"
              disabled={start.isPending}
              onClick={() => start.mutate(template)}
            >
              <Paper withBorder p="md">
                <Text fw={500} className="wrap-anywhere">
                  {template.name}
                </Text>
                {template.description !== undefined && (
                  <Text size="sm" c="dimmed" className="wrap-anywhere">
                    {template.description}
                  </Text>
                )}
              </Paper>
            </UnstyledButton>
          </li>
        ))}
      </Stack>
    </Page>
  );
}

function None() {
  const { t } = useTranslation();
  const isMember = useSession().user.role === 'member';
  return (
    <Paper withBorder p="xl" ta="center">
      <Text>{t('newForm.none')}</Text>
      {!isMember && <LinkAnchor to="/templates">{t('newForm.toTemplates')}</LinkAnchor>}
    </Paper>
  );
}
