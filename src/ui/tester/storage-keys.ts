const prefix = 'test:'
/** Key of the last test request of a rule or, with a path, of the last sample for its code. */
export const getTestRequestKey = (id: string, path?: string): string =>
  prefix + id + (path === undefined ? '' : `#${path}`)
export const getTestedRuleId = (key: string): string | undefined =>
  key.startsWith(prefix) ? key.slice(prefix.length).split('#', 1)[0] : undefined
