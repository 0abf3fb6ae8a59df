// The templates that people start from. Using one makes a copy of it.
import { customerSatisfaction } from './customer-satisfaction.ts';
import { equipmentHandOver } from './equipment-hand-over.ts';
import { expenseClaim } from './expense-claim.ts';
import { incidentReport } from './incident-report.ts';
import { leaveRequest } from './leave-request.ts';
import { meetingMinutes } from './meeting-minutes.ts';
import type { GalleryTemplate } from './parts.ts';
import { siteInspection } from './site-inspection.ts';
import { vehicleCheck } from './vehicle-check.ts';
import { visitorRegistration } from './visitor-registration.ts';
import { workplaceInspection } from './workplace-inspection.ts';

export const GALLERY: readonly GalleryTemplate[] = [
  siteInspection,
  workplaceInspection,
  incidentReport,
  equipmentHandOver,
  vehicleCheck,
  meetingMinutes,
  leaveRequest,
  expenseClaim,
  visitorRegistration,
  customerSatisfaction,
];
