import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useState } from 'react';
import { FormFilesContext } from './form-files.ts';

/** Returns the address of a file of the form on the screen. Undefined while it is looked up, and when it is not there. */
export function useFileAddress(id: string): string | undefined {
  const files = use(FormFilesContext);
  const { data } = useQuery({
    queryKey: ['file-of-device', id],
    queryFn: async () => (await files.find(id)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const bytes = data instanceof Blob ? data : undefined;
  const [local, setLocal] = useState<string>();
  useEffect(() => {
    if (bytes === undefined) return;
    const address = URL.createObjectURL(bytes);
    setLocal(address);
    return () => URL.revokeObjectURL(address);
  }, [bytes]);
  return typeof data === 'string' ? data : local;
}
