import { useQuery } from '@tanstack/react-query';
import type { ViewItem } from '#answer-tables/app-types.ts';
import type { ScheduledExportItem, ScheduledExportList } from '#scheduled-exports/app-types.ts';
import { SCHEDULED_EXPORTS } from '#web/api/scheduled-exports.ts';
import { VIEWS } from '#web/api/views.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import { readOn } from '#web/lists/read-on.ts';
import type { PickedTemplate } from '#web/lists/template-picker.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { isSameState } from '#web/views/view-state.ts';
import { ScheduledExportDialog } from './scheduled-export-dialog.tsx';

/** A view that is not among so many is saved once more. */
const MOST_VIEWS = 1000;

interface ScheduleTableDialogProps {
  readonly template: PickedTemplate;
  /** What the table shows, as a view saves it. */
  readonly state: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** Schedules an export of what a table of answers shows: of the view that is saved for it, or of one that is saved with it. */
export function ScheduleTableDialog({ template, state, onClose }: ScheduleTableDialogProps) {
  const { t } = useTranslation();
  const ofTemplate = { list: 'answers', template: template.id };
  const views = useQuery({
    queryKey: [VIEWS, 'all', ofTemplate],
    queryFn: () => readOn<ViewItem>(VIEWS, ofTemplate, MOST_VIEWS),
  });
  // What may be scheduled is said with the list.
  const scheduled = useQuery({
    queryKey: [SCHEDULED_EXPORTS, 'offers'],
    queryFn: () =>
      readOn<ScheduledExportItem, ScheduledExportList>(SCHEDULED_EXPORTS, { limit: 1 }, 1),
  });
  const error = views.error ?? scheduled.error;
  if (error || !views.data || !scheduled.data) {
    return (
      <Dialog title={t('scheduledExports.new')} onClose={onClose}>
        {error ? <Problem error={error} /> : <Loading />}
      </Dialog>
    );
  }
  const view = views.data.items.find((each) => isSameState(each.state, state))?.id;
  const isNarrowed = Object.keys(state).length > 0;
  return (
    <ScheduledExportDialog
      offers={scheduled.data.first}
      template={template}
      view={view}
      shown={view === undefined && isNarrowed ? state : undefined}
      onClose={onClose}
    />
  );
}
