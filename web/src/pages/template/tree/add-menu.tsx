import { Box, Button, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Path } from '#web/builder/definition.ts';
import { findKinds } from '#web/builder/find-kind.ts';
import type { Kind } from '#web/builder/kinds.ts';
import { Dialog } from '#web/components/dialog.tsx';
import classes from '#web/pages/template/editing/builder.module.css';
import { useDeeds } from '#web/pages/template/editing/use-deeds.ts';
import { KindIcon } from '#web/templates/kind-icon.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface AddMenuProps {
  /** The path of the page or section to add to, or of the field to add after. */
  readonly to: Path;
  readonly label: string;
  /** The accessible name, where the label does not say the position. */
  readonly fullLabel?: string;
  /** The primary button of an empty form. */
  readonly isMain?: boolean;
}

/** A button that opens the list of field types to add a field. */
export function AddMenu({ to, label, fullLabel = label, isMain = false }: AddMenuProps) {
  const deeds = useDeeds();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={isMain ? 'filled' : 'default'}
        size={isMain ? 'sm' : 'xs'}
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-label={fullLabel}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        style={{ alignSelf: 'start' }}
      >
        {label}
      </Button>
      {isOpen && (
        <KindsDialog
          title={fullLabel}
          onChoose={(kind) => {
            setOpen(false);
            deeds.add(kind, to);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface KindsDialogProps {
  readonly title: string;
  readonly onChoose: (kind: Kind) => void;
  readonly onClose: () => void;
}

/** The field types with a search. Enter adds the best match. */
export function KindsDialog({ title, onChoose, onClose }: KindsDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [wanted, setWanted] = useState('');
  const { groups, best } = findKinds(wanted, (kind) => ({
    name: t(`builder.kinds.${kind}`),
    keywords: t(`builder.keywords.${kind}`),
  }));
  return (
    // The added field takes the focus.
    <Dialog onClose={onClose} title={title} size="lg" returnFocus={false}>
      <Stack>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (best !== undefined) onChoose(best);
          }}
        >
          <TextInput
            type="search"
            aria-label={t('builder.findKind')}
            placeholder={t('builder.findKind')}
            leftSection={<IconSearch size={16} aria-hidden />}
            data-autofocus
            value={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        </form>
        <Text role="status">{groups.length === 0 && t('builder.noKind')}</Text>
        {groups.map(({ group, kinds }) => (
          <Box role="group" key={group} aria-labelledby={`${id}-${group}`}>
            <Title order={3} size="sm" c="dimmed" mb={6} id={`${id}-${group}`}>
              {t(`builder.kindGroups.${group}`)}
            </Title>
            <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs" verticalSpacing="xs">
              {kinds.map((kind) => (
                <Button
                  key={kind}
                  variant={wanted !== '' && kind === best ? 'outline' : 'default'}
                  justify="start"
                  px="xs"
                  fw={400}
                  h="auto"
                  mih={44}
                  classNames={{ label: classes['whole'] }}
                  leftSection={<KindIcon kind={kind} />}
                  onClick={() => onChoose(kind)}
                >
                  {t(`builder.kinds.${kind}`)}
                </Button>
              ))}
            </SimpleGrid>
          </Box>
        ))}
      </Stack>
    </Dialog>
  );
}
