// Screens that share a file, which keeps the list of files short that every page loads. Those with charts would each be
// most of the others.
export { BulkActsPage } from '#web/pages/bulk/bulk-acts-page.tsx';
export { DashboardPage } from '#web/pages/dashboards/dashboard-page.tsx';
export { DashboardsPage } from '#web/pages/dashboards/dashboards-page.tsx';
export { ReviewsPage } from '#web/pages/forms/reviews-page.tsx';
export { SummaryPage } from '#web/pages/summary/summary-page.tsx';
