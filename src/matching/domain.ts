/** Whether a host is a domain, or under it. */
export const isOnDomain = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)
