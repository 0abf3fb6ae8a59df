/** Answers read as tables: their rows and columns, sums and charts, saved views and dashboards. */

import type { ApiDeps, AppFormsDeps } from '#forms/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { listAppAnswerRows } from './app/list-app-answer-rows.ts';
import { listAppAnswers } from './app/list-app-answers.ts';
import type { DashboardsEndpointDeps } from './dashboards/index.ts';
import { dashboardsEndpoints } from './dashboards/index.ts';
import { getAnswerSums } from './operations/get-answer-sums.ts';
import { getAppSummary } from './summaries/app/get-app-summary.ts';
import { getSummary } from './summaries/v2/get-summary.ts';
import { getAnswersSchema } from './v2/get-answers-schema.ts';
import { listAnswers } from './v2/list-answers.ts';
import { viewsEndpoints } from './views/index.ts';
import type { ViewsDeps } from './views/write-view.ts';

export { AnswerRow } from './app/answers.shapes.ts';
export { deleteMailsOfUser } from './dashboards/mails/dashboard-mails.store.ts';
export { dashboardNameFor } from './dashboards/mails/dashboard-name-for.ts';
export { checkSchedule } from './dashboards/mails/mail-schedule.ts';
export { sendDashboardMails } from './dashboards/mails/send-mails.ts';
export {
  type ChoicePart,
  type ChoiceStyle,
  type ChoiceTexts,
  choiceParts,
  choiceText,
  choiceTexts,
  choiceValue,
} from './table/choice-style.ts';
export { csvCellOf, type TableCell, timeCell } from './table/table-cell.ts';
export {
  areOfPeople,
  checkColumns,
  innerColumns,
  type TableColumn,
  tableColumns,
} from './table/table-columns.ts';
export {
  cellsOf,
  innerCells,
  type StateWords,
  type TableForm,
  tableForms,
} from './table/table-rows.ts';
export {
  headRow,
  MAX_CELL,
  MAX_SHEET_ROWS,
  SHEET_END,
  SHEET_START,
  sheetRow,
} from './table/xlsx-sheet.ts';
export { xlsxStream } from './table/xlsx-stream.ts';
export { sheetNames, sheetPath, workbookParts, XLSX_TYPE } from './table/xlsx-workbook.ts';
export { type ZipEntry, ZipFull, zip } from './table/zip.ts';
export { findSeenAnswersView, requireDeletableView } from './views/find-seen-view.ts';
export type { SavedView } from './views/view.ts';
export { deletePrivateViews } from './views/views.store.ts';

export const answerTablesEndpoints = (
  deps: DashboardsEndpointDeps & ViewsDeps & AppFormsDeps & ApiDeps,
): readonly Endpoint[] => [
  listAppAnswers(deps),
  getAppSummary(deps),
  getSummary(deps),
  ...getAnswerSums(deps),
  listAppAnswerRows(deps),
  listAnswers(deps),
  getAnswersSchema(deps),
  ...dashboardsEndpoints(deps),
  ...viewsEndpoints(deps),
];
