import type {ManagedPolicyView} from '../model/managed-policy'
import type {RunAsk, RunResult} from '../model/rule-code'
import type {GetRegexRefusal} from '../dnr/regex-support'
import type {ActivityPort} from './request-log/request-events'

/** A match of a browser rule or inside a page. `tabId` is -1 for none, `time` in ms since 1970. */
export type BrowserMatch = {
  /** The id of the browser rule; 0 for a match inside the page. */
  readonly browserRule: number
  readonly tabId: number
  readonly time: number
  /** Inside the page: the rule and the number of requests. */
  readonly rule?: string
  readonly count?: number
}

/** Values that survive a browser restart, by key. A failed write rejects. */
export type StoredValues = {
  /** Undefined for a key that was never written. */
  read(key: string): Promise<unknown>
  /** The keys of all stored values. */
  keys(): Promise<readonly string[]>
  write(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
  /** Calls back when a page writes or removes (`undefined`) a key; returns a stop function. */
  onChange(listener: (key: string, value: unknown) => void): () => void
}

/** Values in memory until the browser is closed, by key. */
export type SessionValues = {
  read(key: string): Promise<unknown>
  write(key: string, value: unknown): Promise<void>
}

/** The browser functions that every extension page uses. */
export type PageBrowserAdapter = {
  readonly storedValues: StoredValues
  readonly session: SessionValues
  /** The recent matches of browser rules; null if Chrome refuses, for example over its quota. */
  readMatches(): Promise<readonly BrowserMatch[] | null>
  /** Matches inside pages, as our page scripts report them. */
  readonly inPageMatches: {
    read(): Promise<readonly BrowserMatch[]>
    /** Calls back on new matches; returns a function that stops. */
    onChange(listener: () => void): () => void
  }
}

/** Permissions that the user grants in the browser. */
export type BrowserAccess = {readonly sites: boolean; readonly files: boolean; readonly incognito: boolean}

/** The number of rules installed, and the browser's limit. */
export type QuotaUse = {readonly used: number; readonly max: number}
export type QuotaName = 'unsafe' | 'dynamic' | 'session' | 'regex'

/** A browser command. An empty `description` opens the popup; empty `keys` means no shortcut. */
export type BrowserCommand = {readonly description: string; readonly keys: string}

/** The browser functions that the options page uses. */
export type OptionsBrowserAdapter = PageBrowserAdapter & {
  readonly version: string
  readAccess(): Promise<BrowserAccess>
  /** Whether the extension may read local files, for redirects to them. */
  hasFileAccess(): Promise<boolean>
  readonly getRegexRefusal: GetRegexRefusal
  /** Shows the permission prompt, on a click; resolves to whether access was granted. */
  requestSiteAccess(): Promise<boolean>
  /** Calls back when access changes; returns a function that stops. */
  onAccessChange(listener: () => void): () => void
  /** The policy set by the organisation that manages this browser. */
  readManagedPolicy(): Promise<ManagedPolicyView>
  /** Calls back when the policy changes; returns a function that stops. */
  onManagedPolicyChange(listener: () => void): () => void
  /** Runs rule code in the script sandbox. */
  runCode(ask: RunAsk): Promise<RunResult>
  /** Loads the module that watches requests. */
  loadActivityPort(): Promise<ActivityPort>
  readQuotas(): Promise<Readonly<Record<QuotaName, QuotaUse>>>
  readCommands(): Promise<readonly BrowserCommand[]>
  /** Opens Chrome's page about this extension, or about all keyboard shortcuts. */
  openBrowserPage(page: 'details' | 'keys'): void
}
