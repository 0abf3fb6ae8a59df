import { Alert, Button, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { TemplateDetail } from '#templates/app-types.ts';
import { takeRights } from '#web/api/template-design.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Says that an admin lacks rights on a template, and lets them take all of them. */
export function TakeRights({
  template,
}: {
  readonly template: Pick<TemplateDetail, 'id' | 'name'>;
}) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <Alert variant="outline" color="harbour" icon={<IconLock />}>
      <Group justify="space-between" gap="md">
        <Text flex={1} miw="16rem">
          {t('rights.take.hint')}
        </Text>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('rights.take.verb')}
        </Button>
      </Group>
      {isAsking && (
        <ConsentDialog
          title={t('rights.take.title', { name: template.name })}
          verb={t('rights.take.verb')}
          isHarmless
          act={() => takeRights(template.id)}
          notice={t('rights.take.done')}
          onClose={() => setAsking(false)}
        >
          <Text>{t('rights.take.lead')}</Text>
        </ConsentDialog>
      )}
    </Alert>
  );
}
