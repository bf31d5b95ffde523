import type {ManagedPolicyView} from '../model/managed-policy'
import type {RunAsk, RunResult} from '../model/rule-code'
import type {BrowserQuery} from '../simulator/browser-comparison'
import type {GetRegexRefusal} from '../dnr/regex-support'
import type {ActivityPort} from './request-log/request-events'

/** What acted, on which tab (-1 for none), and when, in milliseconds since 1970. */
export type BrowserMatch = {
  /** The id of the browser rule; 0 for what acted inside the page. */
  readonly browserRule: number
  readonly tabId: number
  readonly time: number
  /** Inside the page: which rule, and on how many requests. */
  readonly rule?: string
  readonly count?: number
}

/** Values that survive a browser restart, by key. A write that the browser refuses rejects. */
export type StoredValues = {
  /** Undefined for what was never written. */
  read(key: string): Promise<unknown>
  /** Of all that is kept, without reading it. */
  keys(): Promise<readonly string[]>
  write(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
  /** Calls back for every key that any page writes (undefined: removes); returns how to stop. */
  onChange(listener: (key: string, value: unknown) => void): () => void
}

/** Values in memory that are gone when the browser is closed, by key. */
export type SessionValues = {
  read(key: string): Promise<unknown>
  write(key: string, value: unknown): Promise<void>
}

/** What every page of ours needs of the browser around it. */
export type PageBrowserAdapter = {
  readonly storedValues: StoredValues
  readonly session: SessionValues
  /** The browser rules matched lately; null if Chrome does not say, for example over its quota. */
  readMatches(): Promise<readonly BrowserMatch[] | null>
  /** What was done inside pages, as our own scripts there say. */
  readonly inPageMatches: {
    read(): Promise<readonly BrowserMatch[]>
    /** Calls back when more was done; returns how to stop. */
    onChange(listener: () => void): () => void
  }
}

/** What a person gives or withholds in the browser. */
export type BrowserAccess = {readonly sites: boolean; readonly files: boolean; readonly incognito: boolean}

/** How much of a limit of the browser is used. */
export type QuotaUse = {readonly used: number; readonly max: number}
export type QuotaName = 'unsafe' | 'dynamic' | 'session' | 'regex'

/** A command of the browser: without `does` it opens the popup, without `keys` it has none. */
export type BrowserCommand = {readonly description: string; readonly keys: string}

/** What the options page needs of the browser around it. */
export type OptionsBrowserAdapter = PageBrowserAdapter & {
  readonly version: string
  readAccess(): Promise<BrowserAccess>
  /** Whether a redirect may answer with a file of this computer. */
  hasFileAccess(): Promise<boolean>
  readonly getRegexRefusal: GetRegexRefusal
  /** The ids of the browser rules that would match a request; null in a packed installation. */
  testMatchOutcome(question: BrowserQuery): Promise<readonly number[] | null>
  /** Asks the person, from a click; whether it was given. */
  requestSiteAccess(): Promise<boolean>
  /** Calls back when access was given or taken; returns how to stop. */
  onAccessChange(listener: () => void): () => void
  /** What the organisation that runs this browser has set. */
  readManagedPolicy(): Promise<ManagedPolicyView>
  /** Calls back when that is set otherwise; returns how to stop. */
  onManagedPolicyChange(listener: () => void): () => void
  /** Runs rule code where it always runs, by itself. */
  runCode(ask: RunAsk): Promise<RunResult>
  /** What watches requests, loaded when it is first needed. */
  loadActivityPort(): Promise<ActivityPort>
  readQuotas(): Promise<Readonly<Record<QuotaName, QuotaUse>>>
  readCommands(): Promise<readonly BrowserCommand[]>
  /** The browser's own page about this extension, or about the keys of all. */
  openBrowserPage(page: 'details' | 'keys'): void
}
