/** The name of the Server-Timing metric that carries the override to a document. */
export const navigatorTimingName = 'switchyard'

/** The override of a document, sent as JSON. */
export type NavigatorOverride = {
  /** Attributes of `navigator`. Unknown attributes keep their native value. */
  readonly navigator: Readonly<Record<string, string | number>>
  /** `navigator.userAgentData`; null for a browser that has neither it nor `window.chrome`. */
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
