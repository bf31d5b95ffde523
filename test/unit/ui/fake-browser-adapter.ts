import type {
  BrowserMatch,
  StoredValues,
  OptionsBrowserAdapter,
  PageBrowserAdapter,
  SessionValues,
} from '../../../src/ui/browser-adapter'

/** Storage in memory that several pages may share. */
export function createFakeStoredValues(
  start: Readonly<Record<string, unknown>> = {},
): StoredValues & {readonly all: Map<string, unknown>} {
  const all = new Map(Object.entries(start))
  const listeners = new Set<(key: string, value: unknown) => void>()
  const tell = (key: string) => {
    for (const listener of listeners) listener(key, all.get(key))
  }
  return {
    all,
    read: async key => structuredClone(all.get(key)),
    keys: async () => [...all.keys()],
    async write(key, value) {
      all.set(key, structuredClone(value))
      tell(key)
    },
    async remove(key) {
      all.delete(key)
      tell(key)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Session storage in memory. */
export function createFakeSession(): SessionValues {
  const all = new Map<string, unknown>()
  return {
    read: async key => structuredClone(all.get(key)),
    write: async (key, value) => void all.set(key, structuredClone(value)),
  }
}

/** In-page matches, set by the test. */
export function createFakeInPageMatches(): PageBrowserAdapter['inPageMatches'] & {
  say(now: readonly BrowserMatch[]): void
} {
  let all: readonly BrowserMatch[] = []
  const listeners = new Set<() => void>()
  return {
    read: async () => all,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    say(now) {
      all = now
      for (const listener of listeners) listener()
    },
  }
}

/** The browser of an extension page, with empty storage and no matches by default. */
export const createFakeBrowserAdapter = (
  storedValues: StoredValues = createFakeStoredValues(),
  matched: readonly BrowserMatch[] = [],
): PageBrowserAdapter => ({
  storedValues,
  session: createFakeSession(),
  readMatches: async () => matched,
  inPageMatches: createFakeInPageMatches(),
})

/** The browser of the options page: all permissions are granted and no rules installed. */
export const createFakeOptionsAdapter = (changes: Partial<OptionsBrowserAdapter> = {}): OptionsBrowserAdapter => ({
  ...createFakeBrowserAdapter(),
  version: '0.0.1',
  readAccess: async () => ({sites: true, files: true, incognito: true}),
  hasFileAccess: async () => true,
  getRegexRefusal: async () => null,
  requestSiteAccess: async () => true,
  readManagedPolicy: async () => ({hasKey: false}),
  onManagedPolicyChange: () => () => undefined,
  onAccessChange: () => () => undefined,
  readQuotas: async () => ({
    unsafe: {used: 0, max: 5_000},
    dynamic: {used: 0, max: 30_000},
    session: {used: 0, max: 5_000},
    regex: {used: 0, max: 1_000},
  }),
  loadActivityPort: async () => ({
    reportsMatches: true,
    watch: () => () => undefined,
    openedAt: async () => undefined,
    onTabsChange: () => () => undefined,
    readTabs: async () => [],
  }),
  runCode: async () => ({ok: true, value: '', isJson: false}),
  readCommands: async () => [],
  openBrowserPage: () => undefined,
  ...changes,
})
