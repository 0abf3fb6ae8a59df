import { useSuspenseQuery } from '@tanstack/react-query';
import { roleMappingsQuery } from '../../api/provisioning.ts';
import { RoleMappingForm } from './role-mapping-form.tsx';

/** What the identity provider decides about roles. */
export function RolesTab() {
  const { data } = useSuspenseQuery(roleMappingsQuery);
  return <RoleMappingForm saved={data.items} />;
}
