/** Each kind of action has a band of priorities. Inside a band the upper rule, or the longest Delay, wins. */
export const bands = {
  headers: 0,
  queryParam: 1,
  replace: 2,
  response: 3,
  redirect: 4,
  delay: 5,
  cancel: 6,
  own: 7,
} as const

export type Band = keyof typeof bands

// Chrome accepts priorities up to 2^31 - 1 and compares the low 24 bits of them: 2^24 + 1 loses to 5.
const bandSize = 2 ** 21

/** Places in a band: one for each browser rule that may be installed, those of rules that are off included. */
export const positionsPerBand = bandSize - 1

/** `place` counts from the top of the list, 0 first; it is below `places`. No priority is 0, which Chrome refuses. */
export const getPriority = (band: Band, place: number): number => bands[band] * bandSize + (bandSize - 1 - place)

/** Browser rules that one rule may become. */
export const maxPartsPerRule = 2 ** 10

/** `number` is what the store gave the rule for life, from 1 up. */
export const getBrowserRuleId = (number: number, part: number): number => number * maxPartsPerRule + part

/** The largest number that still gives ids below 2^31. */
export const maxRuleNumber = 2 ** 21 - 1

/** The id below every rule's: the one browser rule that protects the extension itself. */
export const ownRuleId = 1

/** The number of the rule that a browser rule's id belongs to. */
export const getRuleNumber = (id: number): number => Math.floor(id / maxPartsPerRule)
