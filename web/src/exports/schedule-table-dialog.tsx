import type { ViewItem } from '#answer-tables/app-types.ts';
import type { ScheduledExportItem, ScheduledExportList } from '#scheduled-exports/app-types.ts';
import { SCHEDULED_EXPORTS } from '#web/api/scheduled-exports.ts';
import { VIEWS } from '#web/api/views.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import type { PickedTemplate } from '#web/lists/template-picker.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { isSameState } from '#web/views/view-state.ts';
import { ScheduledExportDialog } from './scheduled-export-dialog.tsx';

interface ScheduleTableDialogProps {
  readonly template: PickedTemplate;
  /** What the table shows, as a view saves it. */
  readonly state: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** Schedules an export of what a table of answers shows: of the view that is saved for it, or of one that is saved with it. */
export function ScheduleTableDialog({ template, state, onClose }: ScheduleTableDialogProps) {
  const { t } = useTranslation();
  const views = useList<ViewItem>(VIEWS, { list: 'answers', template: template.id });
  const scheduled = useList<ScheduledExportItem, ScheduledExportList>(SCHEDULED_EXPORTS);
  const error = views.error ?? scheduled.error;
  if (error || !views.first || !scheduled.first) {
    return (
      <Dialog title={t('scheduledExports.new')} onClose={onClose}>
        {error ? <Problem error={error} /> : <Loading />}
      </Dialog>
    );
  }
  const view = views.items.find((each) => isSameState(each.state, state))?.id;
  const isNarrowed = Object.keys(state).length > 0;
  return (
    <ScheduledExportDialog
      offers={scheduled.first}
      template={template}
      view={view}
      shown={view === undefined && isNarrowed ? state : undefined}
      onClose={onClose}
    />
  );
}
