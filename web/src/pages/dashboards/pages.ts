// Screens that share a file, which keeps the list of files short that every page loads. Those with charts would each be
// most of the others.
export { BulkActsPage } from '../bulk/bulk-acts-page.tsx';
export { SummaryPage } from '../summary/summary-page.tsx';
export { DashboardPage } from './dashboard-page.tsx';
export { DashboardsPage } from './dashboards-page.tsx';
