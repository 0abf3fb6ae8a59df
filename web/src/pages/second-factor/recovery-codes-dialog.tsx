import { Alert, Button, Checkbox, Code, CopyButton, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { Dialog } from '../../components/dialog.tsx';
import { saveFile } from '../../components/save-file.ts';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** What the server never shows again: closes only for somebody who says that they are stored. */
export function RecoveryCodesDialog({ codes, onDone }: RecoveryCodesDialogProps) {
  const { t } = useTranslation();
  const { account, user } = useSession();
  const [isStored, setStored] = useState(false);
  const text = codes.join('\n');
  const download = () => {
    const head = t('secondFactor.fileHead', { userName: user.userName, account: account.name });
    const file = new Blob([`${head}\n${location.origin}\n\n${text}\n`], { type: 'text/plain' });
    saveFile(file, `${t('secondFactor.fileName')}.txt`);
  };
  return (
    <Dialog
      onClose={onDone}
      title={t('secondFactor.codesTitle')}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack>
        <Alert
          variant="outline"
          color="harbour"
          icon={<IconKey />}
          title={t('secondFactor.codesOnce')}
        >
          {t('secondFactor.codesLead')}
        </Alert>
        <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing="xs" m={0} p={0}>
          {codes.map((code) => (
            <Group component="li" key={code}>
              <Code fz="sm">{code}</Code>
            </Group>
          ))}
        </SimpleGrid>
        <Group gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'copy.copied' : 'secondFactor.copyCodes')}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={download}>
            {t('secondFactor.saveCodes')}
          </Button>
        </Group>
        <Group justify="space-between">
          <Checkbox
            label={t('secondFactor.codesStored')}
            checked={isStored}
            onChange={({ currentTarget }) => setStored(currentTarget.checked)}
          />
          <Button onClick={onDone} disabled={!isStored}>
            {t('common.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
