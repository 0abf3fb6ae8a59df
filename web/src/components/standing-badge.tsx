import {
  IconAlertTriangle,
  IconBan,
  IconCloudCheck,
  IconCloudUp,
  IconDeviceMobile,
} from '@tabler/icons-react';
import { StateBadge } from './state-badge.tsx';

const LOOKS = {
  ready: { tone: 'grey', icon: IconDeviceMobile },
  sent: { tone: 'green', icon: IconCloudCheck },
  waiting: { tone: 'blue', icon: IconCloudUp },
  completing: { tone: 'blue', icon: IconCloudUp },
  noAnswer: { tone: 'amber', icon: IconAlertTriangle },
  conflict: { tone: 'amber', icon: IconAlertTriangle },
  refused: { tone: 'red', icon: IconBan },
} as const;

interface StandingBadgeProps {
  readonly standing: keyof typeof LOOKS;
  readonly text: string;
}

/** Shows the sending state of a form on this device: sent, waiting, or in need of a decision. */
export function StandingBadge({ standing, text }: StandingBadgeProps) {
  return <StateBadge {...LOOKS[standing]}>{text}</StateBadge>;
}
