import { useSuspenseQuery } from '@tanstack/react-query';
import { roleMappingsQuery } from '#web/api/provisioning.ts';
import { RoleMappingForm } from './role-mapping-form.tsx';

/** The roles that users get from provisioned groups. */
export function RolesTab() {
  const { data } = useSuspenseQuery(roleMappingsQuery);
  return <RoleMappingForm saved={data.items} />;
}
