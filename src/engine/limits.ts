/** Chrome's limits, as it enforces them. Regex rules are counted over both sets; unsafe is whatever does not block or allow. */
export type Limits = {
  readonly dynamic: number
  readonly unsafeDynamic: number
  readonly session: number
  readonly regexes: number
}

export const limitsOfChrome: Limits = {dynamic: 30_000, unsafeDynamic: 5_000, session: 5_000, regexes: 1_000}
