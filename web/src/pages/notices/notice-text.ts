import type { NoticeItem } from '#notices/app-types.ts';
import type { useTranslation } from '#web/texts/texts.ts';

type Translate = ReturnType<typeof useTranslation>['t'];

/** Says what a notice is about, in a sentence. */
export function noticeText({ kind, by, about, count, outcome }: NoticeItem, t: Translate): string {
  const values = { by: by?.name ?? t('notices.somebody'), name: about.name ?? '', count };
  switch (kind) {
    case 'review-decided':
      if (outcome === 'approved') return t('notices.approved', values);
      return t(outcome === 'rejected' ? 'notices.rejected' : 'notices.sentBack', values);
    case 'export-ready':
      return t(outcome === 'failed' ? 'notices.exportFailed' : 'notices.exportReady', values);
    case 'job-ready':
      return t(outcome === 'failed' ? 'notices.jobFailed' : 'notices.jobReady', values);
    case 'delivery-failing':
      return t(
        outcome === 'stopped' ? 'notices.deliveryStopped' : 'notices.deliveryFailed',
        values,
      );
    case 'assigned':
      return t('notices.assigned', values);
    case 'handed-on':
      return t('notices.handedOn', values);
    case 'due-soon':
      return t('notices.dueSoon', values);
    case 'late':
      return t('notices.late', values);
    case 'reminder':
      return t('notices.reminder', values);
    case 'came-in':
      return t('notices.cameIn', values);
    case 'review-asked':
      return t('notices.reviewAsked', values);
    case 'remark':
      return t('notices.remark', values);
    case 'rule':
      return t('notices.rule', values);
    case 'rule-stopped':
      return t('notices.ruleStopped', values);
    case 'webhook-failing':
      return t('notices.webhookFailing', values);
    case 'dashboard':
      return t('notices.dashboard', values);
    case 'retention':
      return t('notices.retention', values);
    case 'alert':
      return t('notices.alert', values);
  }
}
