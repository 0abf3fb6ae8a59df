import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ListOfLinks } from '#templates/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface LinkNotesProps {
  readonly lists: readonly ListOfLinks[];
  /** Whether the form asks for people, of whom visitors see nobody. */
  readonly people: boolean;
}

/** Says what of the form visitors of a link cannot use, or not as the form means it, and where to change that. */
export function LinkNotes({ lists, people }: LinkNotesProps) {
  const { t } = useTranslation();
  return (
    <>
      {people && (
        <Alert variant="outline" color="yellow">
          {t('publicLinks.people')}
        </Alert>
      )}
      {lists.map((list, i) => (
        <ListNote key={list.id ?? i} list={list} />
      ))}
    </>
  );
}

function ListNote({ list }: { readonly list: ListOfLinks }) {
  const { t } = useTranslation();
  const { id, name = '', isPublic, mayManage } = list;
  const columns = list.columns.join(', ');
  const known = id === undefined ? 'unknown' : 'known';
  return (
    <Alert variant="outline" color={isPublic ? 'gray' : 'yellow'}>
      <Text>
        {isPublic
          ? t(`publicLinks.lists.hidden.${known}`, { name, columns, count: list.hiddenColumns })
          : t(`publicLinks.lists.closed.${known}`, { name })}
      </Text>
      {id !== undefined &&
        (mayManage ? (
          <Anchor component={Link} to={`/lists/${id}`} hash="access" inherit>
            {t(isPublic ? 'publicLinks.lists.columns' : 'publicLinks.lists.open', { name })}
          </Anchor>
        ) : (
          <Text>{t('publicLinks.lists.ask')}</Text>
        ))}
    </Alert>
  );
}
