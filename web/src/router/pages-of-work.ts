// The pages of work share what they load: one of them leads to the others, as notices do.
export { NoticeSettingsPage } from '#web/pages/notices/notice-settings-page.tsx';
export { NoticesPage } from '#web/pages/notices/notices-page.tsx';
export { LeaversPage } from '#web/pages/work/leavers-page.tsx';
export { SendPage } from '#web/pages/work/send-page.tsx';
export { WorkItemPage } from '#web/pages/work/work-item-page.tsx';
export { WorkPage } from '#web/pages/work/work-page.tsx';
