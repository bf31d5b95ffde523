/** A browser rule that acted: its id, the tab (-1 for none), and when, in milliseconds since 1970. */
export type BrowserMatch = {readonly browserRule: number; readonly tabId: number; readonly time: number}

/** Values that outlive a page and a browser restart, by key. A write that the browser refuses rejects. */
export type KeptValues = {
  readAll(): Promise<Readonly<Record<string, unknown>>>
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
export type PageSurface = {
  readonly kept: KeptValues
  readonly session: SessionValues
  /** What Chrome saw rules do lately, on one tab or on all; null where it does not say, as when it was asked too often. */
  matches(tabId?: number): Promise<readonly BrowserMatch[] | null>
}

/** What the options page needs of the browser around it. */
export type OptionsSurface = PageSurface
