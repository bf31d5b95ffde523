/** Priority bands by kind of action. Inside a band the upper rule or the longest Delay wins. */
export const bands = {
  headers: 0,
  queryParam: 1,
  replace: 2,
  response: 3,
  redirect: 4,
  delay: 5,
  cancel: 6,
  /** The rule that exempts the extension's own requests from all others. */
  own: 7,
} as const

export type Band = keyof typeof bands

// Chrome accepts priorities up to 2^31 - 1 but compares only their low 24 bits: 2^24 + 1 < 5.
const bandSize = 2 ** 21

/** One position for each browser rule that may be installed, including those of inactive rules. */
export const positionsPerBand = bandSize - 1

/** `position` counts from 0 at the top of the list. Chrome refuses priority 0, so none is 0. */
export const getPriority = (band: Band, position: number): number => bands[band] * bandSize + (bandSize - 1 - position)

/** Browser rules that one rule may become. */
export const maxPartsPerRule = 2 ** 10

/** `number` starts at 1 and is permanent: the store assigns it when it creates the rule. */
export const getBrowserRuleId = (number: number, part: number): number => number * maxPartsPerRule + part

/** The largest number with ids below 2^31. */
export const maxRuleNumber = 2 ** 21 - 1

/** The browser rule that protects the extension itself; all other ids are larger. */
export const ownRuleId = 1

/** The number of the rule that a browser rule belongs to. */
export const getRuleNumber = (id: number): number => Math.floor(id / maxPartsPerRule)
