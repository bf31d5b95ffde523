/** An answer with one of these has no body, whatever is to be in it. */
export const hasNoBody = (status: number | undefined): boolean => status === 204 || status === 205 || status === 304
