const prefix = 'test:'
/** Where the last tested request of a rule is stored; with a path, the last sample of the code there. */
export const getTestRequestKey = (id: string, path?: string): string =>
  prefix + id + (path === undefined ? '' : `#${path}`)
export const getTestedRuleId = (key: string): string | undefined =>
  key.startsWith(prefix) ? key.slice(prefix.length).split('#', 1)[0] : undefined
