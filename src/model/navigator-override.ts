/** The entry of a document's server timing that tells its scripts what to say of the browser. */
export const navigatorTimingName = 'switchyard'

/** What scripts of a page are told of the browser, as one JSON text. */
export type NavigatorOverride = {
  /** Attributes of `navigator`. What nobody can know of the browser stays as it is. */
  readonly navigator: Readonly<Record<string, string>>
  /** What `navigator.userAgentData` knows, asked or not; null for a browser that has no such thing. */
  readonly data: UserAgentData | null
}

export type Brand = {readonly brand: string; readonly version: string}

export type UserAgentData = {
  readonly brands: readonly Brand[]
  readonly mobile: boolean
  readonly platform: string
  readonly architecture: string
  readonly bitness: string
  readonly formFactors: readonly string[]
  readonly fullVersionList: readonly Brand[]
  readonly model: string
  readonly platformVersion: string
  readonly uaFullVersion: string
  readonly wow64: boolean
}
