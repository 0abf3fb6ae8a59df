/** Returns whether the receiver took a delivery, which it says with a 2xx. The web app marks attempts by this. */
export const isDelivered = ({ status }: { readonly status?: number | undefined }): boolean =>
  status !== undefined && status >= 200 && status < 300;
