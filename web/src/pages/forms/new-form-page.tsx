import { Alert, Button, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconCloudOff, IconTemplate } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { startForm } from '../../fill/open-form.ts';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { SearchField } from '../../lists/search-field.tsx';
import type { Device } from '../../offline/device.ts';
import { fetchTemplates } from '../../offline/keep-templates.ts';
import type { StoredTemplate } from '../../offline/store.ts';
import { WithDevice } from '../../offline/with-device.tsx';
import { useTranslation } from '../../texts.ts';
import classes from './new-form.module.css';

/** Chooses the template of a new form. The form begins on this device, so this also works without a network. */
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
    <Page
      title={t('newForm.title')}
      {...(data !== undefined && data.templates.length > 0 && { lead: t('newForm.lead') })}
    >
      {data?.isFresh === false && (
        <Alert
          role="status"
          variant="light"
          color="gray"
          icon={<IconCloudOff />}
          title={t('newForm.offline')}
        >
          {t('newForm.offlineHint')}
        </Alert>
      )}
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {start.error !== null && <Problem error={start.error} />}
      {data === undefined && error === null && <Loading shape="rows" />}
      {data !== undefined && data.templates.length === 0 && <None />}
      {data !== undefined && data.templates.length > 8 && (
        <SearchField label={t('newForm.search')} value={wanted} onSearch={setWanted} />
      )}
      {shown?.length === 0 && data?.templates.length !== 0 && (
        <NothingFound text={t('newForm.nothingFound')} onClear={() => setWanted('')} />
      )}
      <ul className={classes['templates']} aria-label={t('newForm.templates')}>
        {shown?.map((template) => (
          <li key={template.id}>
            <UnstyledButton
              className={classes['template']}
              disabled={start.isPending}
              onClick={() => start.mutate(template)}
            >
              <Text span fw={550} className="wrap-anywhere">
                {template.name}
              </Text>
              {template.description !== undefined && (
                <Text span c="dimmed" className="wrap-anywhere">
                  {template.description}
                </Text>
              )}
              <IconChevronRight size={16} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Page>
  );
}

function None() {
  const { t } = useTranslation();
  const isMember = useSession().user.role === 'member';
  return (
    <EmptyState icon={IconTemplate} title={t('newForm.none')} text={t('newForm.noneHint')}>
      {!isMember && (
        <Button component={Link} to="/templates">
          {t('newForm.toTemplates')}
        </Button>
      )}
    </EmptyState>
  );
}
