// The types of the shared lists under /app/v1 for the web app, which imports them as types only.
export type {
  ImportReport,
  ListDetail as SharedList,
  ListItem as SharedListItem,
  ListRow as SharedListRow,
  RowChanges as SharedListChanges,
  RowPage as SharedListRows,
  VersionPage as SharedListVersions,
} from './shared-list.shapes.ts';
