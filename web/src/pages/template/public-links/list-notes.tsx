import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ListOfLinks } from '#templates/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Says which lists of the form visitors of a link cannot use, or not as the form means it, and where to change that. */
export function ListNotes({ lists }: { readonly lists: readonly ListOfLinks[] }) {
  return lists.map((list, i) => <ListNote key={list.id ?? i} list={list} />);
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
